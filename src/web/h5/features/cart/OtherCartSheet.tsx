import { Button } from "#web/shared/ui/Button.tsx";
import { Sheet } from "#web/shared/ui/Sheet.tsx";
import { fullName } from "../../fullName.ts";
import { inStoreMessages } from "../../inStoreMessages.ts";
import type { NamedCart } from "./KeptCarts.ts";
import styles from "./OtherCartSheet.module.css";

const words = inStoreMessages.otherCart;

interface OtherCartSheetProps {
  /** The cart of the store before; null when there is nothing to ask. */
  cart: NamedCart | null;
  onAnswer: (isEmptied: boolean) => void;
}

/** Asks what becomes of the dishes of another store; going away from the question keeps them. */
export function OtherCartSheet({ cart, onAnswer }: OtherCartSheetProps) {
  if (cart === null) return null;
  const count = cart.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const footer = (
    <div className={styles.answers}>
      <Button look="plain" size="large" onPress={() => onAnswer(true)}>
        {words.empty}
      </Button>
      <Button size="large" onPress={() => onAnswer(false)}>
        {words.keep}
      </Button>
    </div>
  );
  return (
    <Sheet open onClose={() => onAnswer(false)} title={words.title} footer={footer}>
      <p className={styles.text}>{words.text(cart.restaurantName, count)}</p>
      <ul className={styles.lines}>
        {cart.lines.map(({ item, quantity }) => (
          <li key={item.id} className={styles.line}>
            <span>{fullName(item)}</span>
            <span>×{quantity}</span>
          </li>
        ))}
      </ul>
      <p className={styles.hint}>{words.hint}</p>
    </Sheet>
  );
}
