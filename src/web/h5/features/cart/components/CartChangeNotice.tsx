import { formatYuan } from "#contract/money.ts";
import { Button } from "#web/ui/Button/Button.tsx";
import { cartMessages as messages } from "../messages.ts";
import type { CartChange } from "../reconcile.ts";
import styles from "./CartChangeNotice.module.css";

interface CartChangeNoticeProps {
  changes: readonly CartChange[];
  /** Notice about another restaurant's cart; null when there is none. */
  notice: string | null;
  onDismiss: () => void;
}

/** Notice of automatic cart changes, shown at the cart until the customer dismisses it. */
export function CartChangeNotice({ changes, notice, onDismiss }: CartChangeNoticeProps) {
  if (changes.length === 0 && notice === null) return null;
  return (
    <div className={styles.notes} role="alert">
      <div className={styles.text}>
        {notice !== null && <p>{notice}</p>}
        {changes.length > 0 && <p className={styles.title}>{messages.changed}</p>}
        <ul className={styles.changes}>
          {changes.map((change) => (
            <li key={`${change.id}${change.kind}${change.name}`}>
              {change.name}：{messages.change(change, formatYuan)}
            </li>
          ))}
        </ul>
      </div>
      <Button variant="ghost" size="small" onPress={onDismiss}>
        {messages.dismiss}
      </Button>
    </div>
  );
}
