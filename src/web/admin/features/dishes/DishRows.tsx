import { observer } from "mobx-react-lite";
import { useState } from "react";
import { formatDishName } from "#contract/menu/dish-name.ts";
import type { StoreDish } from "#contract/restaurant-admin/schema.ts";
import { cx } from "#web/shared/ui/cx.ts";
import { Picture } from "#web/shared/ui/Picture.tsx";
import { Price } from "#web/shared/ui/Price.tsx";
import { useAdminStore } from "../../AdminStores.ts";
import { dishMessages as words } from "../../dishMessages.ts";
import { attempt } from "../../parts/attempt.ts";
import { Switch } from "../../parts/Switch.tsx";
import { dishStore } from "../../stores/DishStore.ts";
import styles from "./DishRows.module.css";
import { StockDialog } from "./StockDialog.tsx";

/** The dishes in the order of the menu, under the names of its parts. */
export const DishRows = observer(function DishRows() {
  const store = useAdminStore(dishStore);
  return (
    <>
      {groups(store.dishes.items).map(({ category, dishes }) => (
        <section key={category} className={styles.group} aria-label={category}>
          <h2 className={styles.category}>{category}</h2>
          <ul className={styles.rows}>
            {dishes.map((dish) => (
              <DishRow key={dish.dish_id} dish={dish} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
});

const DishRow = observer(function DishRow({ dish }: { dish: StoreDish }) {
  const store = useAdminStore(dishStore);
  const name = formatDishName(dish.name, dish.spec_name);
  const stock = dish.stock === null ? words.noLimit : words.left(dish.stock);
  const [isStocking, setIsStocking] = useState(false);
  const turn = (soldOut: boolean) =>
    void attempt(
      () => store.change(dish, { sold_out: soldOut }),
      soldOut ? words.nowSoldOut(name) : words.nowSold(name),
    );
  return (
    <li className={cx(styles.row, dish.sold_out && styles.gone)}>
      <Picture src={dish.image} alt="" size={48} />
      <p className={styles.name}>{name}</p>
      <button
        type="button"
        className={styles.stock}
        aria-label={words.stock.open(stock, name)}
        onClick={() => setIsStocking(true)}
      >
        {stock}
      </button>
      <Price fen={dish.price} size="small" className={styles.price} />
      <span className={styles.state} aria-hidden="true">
        {words.soldOut}
      </span>
      <Switch
        label={words.soldOutOf(name)}
        isLabelHidden
        isOn={dish.sold_out}
        disabled={store.movingId === dish.dish_id}
        onChange={turn}
      />
      {isStocking && <StockDialog dish={dish} onClose={() => setIsStocking(false)} />}
    </li>
  );
});

interface Group {
  category: string;
  dishes: StoreDish[];
}

function groups(dishes: readonly StoreDish[]): Group[] {
  const names = [...new Set(dishes.map(({ category }) => category))];
  return names.map((category) => ({
    category,
    dishes: dishes.filter((dish) => dish.category === category),
  }));
}
