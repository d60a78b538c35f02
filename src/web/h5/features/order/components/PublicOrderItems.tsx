import type { PublicOrder } from "#contract/order/public.schema.ts";
import { DishImage } from "#web/ui/DishImage/DishImage.tsx";
import styles from "./OrderLineList.module.css";

/** Dishes of an order without prices. */
export function PublicOrderItems({ items }: Pick<PublicOrder, "items">) {
  return (
    <ul>
      {items.map((item, index) => (
        <li key={`${item.name}${item.spec_name ?? ""}`} className={styles.line}>
          <DishImage src={item.image} alt="" tint={index} size={56} />
          <div className={styles.text}>
            <span className={styles.name}>{item.name}</span>
            <span className={styles.spec}>{item.spec_name}</span>
          </div>
          <span className={styles.count}>×{item.quantity}</span>
        </li>
      ))}
    </ul>
  );
}
