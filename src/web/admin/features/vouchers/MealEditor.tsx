import { useEffect, useId, useState } from "react";
import { formatDishName } from "#contract/menu/dish-name.ts";
import type { RestaurantDish } from "#contract/staff/restaurant/schema.ts";
import { logError } from "#web/lib/logError.ts";
import { Stepper } from "#web/ui/Stepper/Stepper.tsx";
import { useAdminStore } from "../../app/AdminStores.ts";
import { staffPageMessages } from "../../app/staffPageMessages.ts";
import { SearchInput } from "../../ui/SearchInput.tsx";
import { useDebouncedValue } from "../../ui/useDebouncedValue.ts";
import styles from "./MealEditor.module.css";
import { voucherStore } from "./VoucherStore.ts";

const messages = staffPageMessages.vouchers;
const maxPortions = 99;

/** Dish of a voucher's meal. */
export interface MealItem {
  id: string;
  name: string;
  quantity: number;
}

interface MealEditorProps {
  items: readonly MealItem[];
  onChange: (items: readonly MealItem[]) => void;
  problem: string | undefined;
}

/** Editor of a meal: finds dishes by name and sets their quantities. */
export function MealEditor({ items, onChange, problem }: MealEditorProps) {
  const [keyword, setKeyword] = useState("");
  const found = useDishSearch(keyword.trim());
  const title = useId();
  const change = (item: MealItem, by: number) =>
    onChange(
      items
        .map((one) => (one.id === item.id ? { ...one, quantity: one.quantity + by } : one))
        .filter(({ quantity }) => quantity > 0),
    );
  const add = (dish: RestaurantDish) => {
    const name = formatDishName(dish.name, dish.spec_name);
    setKeyword("");
    if (items.every(({ id }) => id !== dish.dish_id))
      onChange([...items, { id: dish.dish_id, name, quantity: 1 }]);
  };
  return (
    <section className={styles.finder} aria-labelledby={title}>
      <h3 id={title} className={styles.title}>
        {messages.items}
      </h3>
      <ul>
        {items.map((item) => (
          <li key={item.id} className={styles.item}>
            <span className={styles.name}>{item.name}</span>
            <Stepper
              name={item.name}
              value={item.quantity}
              max={maxPortions}
              onIncrease={() => change(item, 1)}
              onDecrease={() => change(item, -1)}
            />
          </li>
        ))}
      </ul>
      <SearchInput label={messages.findDish} value={keyword} onChange={setKeyword} />
      {found?.length === 0 && <p className={styles.none}>{messages.noDish}</p>}
      <ul className={styles.found}>
        {(found ?? []).map((dish) => (
          <li key={dish.dish_id}>
            <button type="button" className={styles.dish} onClick={() => add(dish)}>
              {formatDishName(dish.name, dish.spec_name)}
            </button>
          </li>
        ))}
      </ul>
      {problem !== undefined && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </section>
  );
}

/** Returns the dishes for a keyword; null without a keyword, and until the first result. */
function useDishSearch(typed: string): readonly RestaurantDish[] | null {
  const store = useAdminStore(voucherStore);
  const keyword = useDebouncedValue(typed);
  const [found, setFound] = useState<readonly RestaurantDish[] | null>(null);
  useEffect(() => {
    setFound(null);
    if (keyword === "") return;
    let isCurrent = true;
    store.findDishes(keyword).then(
      (dishes) => isCurrent && setFound(dishes),
      (error: unknown) => logError("looking for a dish failed", error),
    );
    return () => {
      isCurrent = false;
    };
  }, [keyword, store]);
  return typed === "" ? null : found;
}
