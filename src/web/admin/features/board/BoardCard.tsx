import { Button } from "antd";
import { clsx } from "clsx";
import { formatDishName } from "#contract/menu/dish-name.ts";
import type { BoardOrder } from "#contract/order/board.schema.ts";
import { formatRefundTag, type StaffTransition } from "#contract/order/status.ts";
import { canReportSoldout } from "../soldout/soldoutLines.ts";
import { soldoutMessages } from "../soldout/soldoutMessages.ts";
import styles from "./BoardCard.module.css";
import { boardMessages as messages } from "./boardMessages.ts";
import { minutesSince, toOrderCode } from "./boardOrder.ts";

interface BoardCardProps {
  order: BoardOrder;
  /** Current time in ms of the device's clock. */
  now: number;
  /** Marks the order that has waited longest. */
  isLongest: boolean;
  isMoving: boolean;
  onMove: (to: StaffTransition) => void;
  /** Called to report dishes that cannot be made. */
  onSoldout: () => void;
  /** Announces the pickup number again. */
  onCall: () => void;
  onPrint: () => void;
}

/** Order card: dishes, customer, waiting time, and the next step. */
export function BoardCard(props: BoardCardProps) {
  const { order, now, isLongest, isMoving, onMove, onSoldout, onCall, onPrint } = props;
  const code = toOrderCode(order);
  const refundTag = formatRefundTag(order);
  const isCalled = order.status === "ready_for_pickup";
  return (
    <article className={clsx(styles.card, isLongest && styles.longest)} aria-label={code}>
      <header className={styles.head}>
        <strong className={clsx(styles.code, isCalled && styles.called)}>{code}</strong>
        <span className={styles.type}>{messages.types[order.order_type]}</span>
        {order.paid_at !== null && (
          <time className={styles.waited} dateTime={order.paid_at}>
            {messages.waited(minutesSince(order.paid_at, now))}
          </time>
        )}
      </header>
      {refundTag !== null && <p className={styles.refund}>{refundTag}</p>}
      {order.alarm !== null && <p className={styles.alarm}>{messages.alarms[order.alarm]}</p>}
      {isLongest && <p className={styles.booked}>{messages.longest}</p>}
      {order.table_no !== null && <p className={styles.booked}>{messages.table(order.table_no)}</p>}
      <ul className={styles.items}>
        {order.items.map((item) => (
          <BoardItem key={item.id} item={item} />
        ))}
      </ul>
      <p className={styles.contact}>
        {soldoutMessages.policy(soldoutMessages.policies[order.soldout_policy])}
      </p>
      {order.remark !== "" && <p className={styles.remark}>{messages.remark(order.remark)}</p>}
      <p className={styles.contact}>
        {[order.contact.name, order.contact.phone, order.contact.address].filter(Boolean).join(" · ")}
      </p>
      {order.tableware_count > 0 && (
        <p className={styles.contact}>{messages.tableware(order.tableware_count)}</p>
      )}
      <footer className={styles.steps}>
        {isCalled && (
          <Button onClick={onCall}>
            <span className={styles.hidden}>{messages.stepOf(messages.call, code)}</span>
            <span aria-hidden="true">{messages.call}</span>
          </Button>
        )}
        {canReportSoldout(order.status) && (
          <Button disabled={isMoving} onClick={onSoldout}>
            <span className={styles.hidden}>{messages.stepOf(soldoutMessages.report, code)}</span>
            <span aria-hidden="true">{soldoutMessages.report}</span>
          </Button>
        )}
        <Button onClick={onPrint}>
          <span className={styles.hidden}>{messages.stepOf(messages.print, code)}</span>
          <span aria-hidden="true">{messages.print}</span>
        </Button>
        {order.steps.map((to) => (
          <Step
            key={to}
            to={to}
            label={messages.stepOf(messages.steps[to], code)}
            isMoving={isMoving}
            onMove={onMove}
          />
        ))}
      </footer>
    </article>
  );
}

/** Dish with its variant, the quantity still wanted, and the outcome of the rest. */
function BoardItem({ item }: { item: BoardOrder["items"][number] }) {
  const awaiting = Math.max(0, item.unavailable_quantity - item.refunded_quantity);
  const left = item.quantity - item.refunded_quantity;
  return (
    <li className={clsx(styles.item, left === 0 && styles.gone)}>
      <span>
        {formatDishName(item.name, item.spec_name)}
        {item.refunded_quantity > 0 && <small> {messages.refundedOf(item.refunded_quantity)}</small>}
        {awaiting > 0 && <small> {soldoutMessages.awaiting(awaiting)}</small>}
      </span>
      <b>×{left}</b>
    </li>
  );
}

interface StepProps {
  to: StaffTransition;
  label: string;
  isMoving: boolean;
  onMove: (to: StaffTransition) => void;
}

function Step({ to, label, isMoving, onMove }: StepProps) {
  return (
    <Button
      type={to === "cancelled" ? "link" : "primary"}
      className={clsx(to === "cancelled" && styles.cancel)}
      disabled={isMoving}
      aria-label={label}
      onClick={() => onMove(to)}
    >
      {messages.steps[to]}
    </Button>
  );
}
