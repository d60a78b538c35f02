import { Icon } from "#web/shared/ui/Icon.tsx";
import { orderingMessages } from "../../orderingMessages.ts";
import styles from "./PayMethods.module.css";

const words = orderingMessages.confirm;

/** How to pay. One way so far; others appear here when the server can do them. */
export function PayMethods() {
  return (
    <fieldset className={styles.card}>
      <legend className={styles.title}>{words.payBy}</legend>
      <label className={styles.method}>
        <span className={styles.mark}>
          <Icon name="check" size={16} />
        </span>
        {words.wechat}
        <input type="radio" name="payment_method" value="wechat" checked readOnly className={styles.radio} />
      </label>
    </fieldset>
  );
}
