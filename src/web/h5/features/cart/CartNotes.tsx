import { formatYuan } from "#contract/money.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { cartMessages as words } from "../../cartMessages.ts";
import styles from "./CartNotes.module.css";
import type { CartChange } from "./reconcile.ts";

interface CartNotesProps {
  changes: readonly CartChange[];
  /** What the customer must know about another restaurant's cart; null when there is nothing. */
  notice: string | null;
  onUnderstood: () => void;
}

/** What the app had to change in the cart, said where the cart is, until the customer has read it. */
export function CartNotes({ changes, notice, onUnderstood }: CartNotesProps) {
  if (changes.length === 0 && notice === null) return null;
  return (
    <div className={styles.notes} role="alert">
      <div className={styles.text}>
        {notice !== null && <p>{notice}</p>}
        {changes.length > 0 && <p className={styles.title}>{words.changed}</p>}
        <ul className={styles.changes}>
          {changes.map((change) => (
            <li key={`${change.id}${change.kind}${change.name}`}>
              {change.name}：{words.change(change, formatYuan)}
            </li>
          ))}
        </ul>
      </div>
      <Button look="ghost" size="small" onPress={onUnderstood}>
        {words.understood}
      </Button>
    </div>
  );
}
