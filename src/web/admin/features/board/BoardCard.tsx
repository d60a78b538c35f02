import type { BoardOrder } from "#contract/order/board.schema.ts";
import type { StoreStep } from "#contract/order/status.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { cx } from "#web/shared/ui/cx.ts";
import { boardMessages as words } from "../../boardMessages.ts";
import styles from "./BoardCard.module.css";
import { codeOf, minutesSince } from "./boardOrder.ts";

interface BoardCardProps {
  order: BoardOrder;
  /** Now, in ms of the device's clock. */
  now: number;
  /** Nobody waits longer. */
  isLongest: boolean;
  isMoving: boolean;
  onMove: (to: StoreStep) => void;
  /** Calls the number at the counter once more. */
  onCall: () => void;
}

/** One order: what to cook, for whom, since when, and the next step. */
export function BoardCard({ order, now, isLongest, isMoving, onMove, onCall }: BoardCardProps) {
  const code = codeOf(order);
  const isCalled = order.status === "ready_for_pickup";
  return (
    <article className={cx(styles.card, isLongest && styles.longest)} aria-label={code}>
      <header className={styles.head}>
        <strong className={cx(styles.code, isCalled && styles.called)}>{code}</strong>
        <span className={styles.type}>{words.types[order.order_type]}</span>
        {order.paid_at !== null && (
          <time className={styles.waited} dateTime={order.paid_at}>
            {words.waited(minutesSince(order.paid_at, now))}
          </time>
        )}
      </header>
      {order.refund_status !== "none" && <p className={styles.refund}>{order.status_text}</p>}
      {isLongest && <p className={styles.booked}>{words.longest}</p>}
      {order.table_no !== null && <p className={styles.booked}>{words.table(order.table_no)}</p>}
      <ul className={styles.items}>
        {order.items.map((item) => (
          <li key={`${item.name} ${item.spec_name}`} className={styles.item}>
            <span>
              {item.name}
              {item.spec_name !== null && <small> {item.spec_name}</small>}
            </span>
            <b>×{item.quantity}</b>
          </li>
        ))}
      </ul>
      {order.remark !== "" && <p className={styles.remark}>{words.remark(order.remark)}</p>}
      <p className={styles.contact}>
        {[order.contact.name, order.contact.phone, order.contact.address].filter(Boolean).join(" · ")}
      </p>
      {order.tableware_count > 0 && (
        <p className={styles.contact}>{words.tableware(order.tableware_count)}</p>
      )}
      <footer className={styles.steps}>
        {isCalled && (
          <Button size="small" look="plain" onPress={onCall}>
            <span className={styles.hidden}>{words.stepOf(words.call, code)}</span>
            <span aria-hidden="true">{words.call}</span>
          </Button>
        )}
        {order.steps.map((to) => (
          <Step
            key={to}
            to={to}
            label={words.stepOf(words.steps[to], code)}
            isMoving={isMoving}
            onMove={onMove}
          />
        ))}
      </footer>
    </article>
  );
}

interface StepProps {
  to: StoreStep;
  label: string;
  isMoving: boolean;
  onMove: (to: StoreStep) => void;
}

function Step({ to, label, isMoving, onMove }: StepProps) {
  return (
    <span className={to === "cancelled" ? styles.cancel : styles.step}>
      <Button
        size="small"
        look={to === "cancelled" ? "ghost" : "main"}
        disabled={isMoving}
        onPress={() => onMove(to)}
      >
        <span className={styles.hidden}>{label}</span>
        <span aria-hidden="true">{words.steps[to]}</span>
      </Button>
    </span>
  );
}
