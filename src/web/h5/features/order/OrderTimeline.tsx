import type { OrderDetail } from "#contract/order/schema.ts";
import { orderMessages } from "../../orderMessages.ts";
import { Card } from "./Card.tsx";
import { formatMoment } from "./formatMoment.ts";
import styles from "./OrderTimeline.module.css";

/** What happened to the order, the newest first. */
export function OrderTimeline({ entries }: { entries: OrderDetail["timeline"] }) {
  if (entries.length === 0) return null;
  const newestFirst = entries.slice().reverse();
  return (
    <Card title={orderMessages.order.timeline}>
      <ol className={styles.list}>
        {newestFirst.map((entry) => (
          <li key={`${entry.at}${entry.status}`} className={styles.entry}>
            <span className={styles.text}>
              {entry.text}
              {entry.reason !== null && entry.reason !== "" && (
                <span className={styles.reason}>{entry.reason}</span>
              )}
            </span>
            <time className={styles.time} dateTime={entry.at}>
              {formatMoment(entry.at)}
            </time>
          </li>
        ))}
      </ol>
    </Card>
  );
}
