import { clsx } from "clsx";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import { formatDishName } from "#contract/menu/dish-name.ts";
import type { RestaurantDish } from "#contract/staff/restaurant/schema.ts";
import { DishImage } from "#web/ui/DishImage/DishImage.tsx";
import { Price } from "#web/ui/Price/Price.tsx";
import { useAdminStore } from "../../app/AdminStores.ts";
import { runWithToast } from "../../ui/runWithToast.ts";
import { Switch } from "../../ui/Switch/Switch.tsx";
import styles from "./DishRows.module.css";
import { dishStore } from "./DishStore.ts";
import { dishMessages as messages } from "./dishMessages.ts";
import { StockDialog } from "./StockDialog.tsx";

/** Dishes in menu order, grouped by category. */
export const DishRows = observer(function DishRows() {
  const store = useAdminStore(dishStore);
  return (
    <>
      {groupByCategory(store.dishes.items).map(({ category, dishes }) => (
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

const DishRow = observer(function DishRow({ dish }: { dish: RestaurantDish }) {
  const store = useAdminStore(dishStore);
  const name = formatDishName(dish.name, dish.spec_name);
  const stock = dish.stock === null ? messages.noLimit : messages.left(dish.stock);
  const [isEditingStock, setIsEditingStock] = useState(false);
  const setSoldOut = (soldOut: boolean) =>
    void runWithToast(
      () => store.change(dish, { sold_out: soldOut }),
      soldOut ? messages.nowSoldOut(name) : messages.nowSold(name),
    );
  return (
    <li className={clsx(styles.row, dish.sold_out && styles.gone)}>
      <DishImage src={dish.image} alt="" size={48} />
      <p className={styles.name}>{name}</p>
      <button
        type="button"
        className={styles.stock}
        aria-label={messages.stock.open(stock, name)}
        onClick={() => setIsEditingStock(true)}
      >
        {stock}
      </button>
      <Price fen={dish.price} size="small" className={styles.price} />
      <span className={styles.state} aria-hidden="true">
        {messages.soldOut}
      </span>
      <Switch
        label={messages.soldOutOf(name)}
        isLabelHidden
        isChecked={dish.sold_out}
        disabled={store.movingId === dish.dish_id}
        onChange={setSoldOut}
      />
      {isEditingStock && <StockDialog dish={dish} onClose={() => setIsEditingStock(false)} />}
    </li>
  );
});

interface Group {
  category: string;
  dishes: RestaurantDish[];
}

function groupByCategory(dishes: readonly RestaurantDish[]): Group[] {
  const names = [...new Set(dishes.map(({ category }) => category))];
  return names.map((category) => ({
    category,
    dishes: dishes.filter((dish) => dish.category === category),
  }));
}
