import { formatDishName } from "#contract/menu/dish-name.ts";
import { BottomSheet } from "#web/ui/BottomSheet/BottomSheet.tsx";
import { Button } from "#web/ui/Button/Button.tsx";
import type { NamedCart } from "../../cart/StoredCarts.ts";
import { inStoreMessages } from "../messages.ts";
import styles from "./SwitchCartSheet.module.css";

const messages = inStoreMessages.otherCart;

interface SwitchCartSheetProps {
  /** Cart of the previous restaurant; null when there is no question. */
  cart: NamedCart | null;
  onAnswer: (shouldClear: boolean) => void;
}

/** Confirmation for the dishes of another restaurant; dismissing it keeps them. */
export function SwitchCartSheet({ cart, onAnswer }: SwitchCartSheetProps) {
  if (cart === null) return null;
  const count = cart.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const footer = (
    <div className={styles.answers}>
      <Button variant="plain" size="large" onPress={() => onAnswer(true)}>
        {messages.clear}
      </Button>
      <Button size="large" onPress={() => onAnswer(false)}>
        {messages.keep}
      </Button>
    </div>
  );
  return (
    <BottomSheet open onClose={() => onAnswer(false)} title={messages.title} footer={footer}>
      <p className={styles.text}>{messages.text(cart.restaurantName, count)}</p>
      <ul className={styles.lines}>
        {cart.lines.map(({ item, quantity }) => (
          <li key={item.id} className={styles.line}>
            <span>{formatDishName(item.name, item.specName)}</span>
            <span>×{quantity}</span>
          </li>
        ))}
      </ul>
      <p className={styles.hint}>{messages.hint}</p>
    </BottomSheet>
  );
}
