import { AppLink } from "#web/ui/AppLink.tsx";
import { DishImage } from "#web/ui/DishImage/DishImage.tsx";
import { Price } from "#web/ui/Price/Price.tsx";
import type { Dish } from "../../menu/Dish.ts";
import { homeLazyMessages } from "../lazyMessages.ts";
import styles from "./PopularDishes.module.css";

const messages = homeLazyMessages;

/** Row of dishes; each links to the menu. */
export function PopularDishes({ dishes }: { dishes: readonly Dish[] }) {
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>{messages.popular}</h2>
      <ul className={styles.row}>
        {dishes.map((dish, index) => (
          <li key={dish.id} className={styles.dish}>
            <AppLink to="/takeaway-menu">
              <DishImage src={dish.image} alt="" size={104} tint={index} />
              <span className={styles.name}>{dish.spuName ?? dish.name}</span>
              <Price fen={dish.priceFen} size="small" />
            </AppLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
