import type { Dish } from "../Dish.ts";
import { overlayMessages as messages } from "../overlayMessages.ts";
import { parseDishFacts } from "../parseDishFacts.ts";
import styles from "./DishFacts.module.css";

/** Allergens and nutrients of a dish; nothing where none are stated. */
export function DishFacts({ dish }: { dish: Dish }) {
  const { allergens, nutrients } = parseDishFacts(dish);
  return (
    <>
      {allergens.length > 0 && <p className={styles.allergens}>{messages.contains(allergens)}</p>}
      {nutrients.length > 0 && (
        <table className={styles.nutrition}>
          <caption>{messages.nutrition}</caption>
          <tbody>
            {nutrients.map(([name, amount]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{amount}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
