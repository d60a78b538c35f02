import { Steps, StepsItem } from "react-vant/es/steps/index.js";
import "react-vant/es/steps/style/index.css";
import type { OrderDetail } from "#contract/order/schema.ts";
import { formatDateTime } from "#web/lib/time/formatTime.ts";
import { Card } from "#web/ui/Card/Card.tsx";
import { orderMessages } from "../messages.ts";
import styles from "./OrderTimeline.module.css";

/** Timeline of the order, newest first. */
export function OrderTimeline({ entries }: { entries: OrderDetail["timeline"] }) {
  if (entries.length === 0) return null;
  // One reason often applies to several steps (cancelled, refunded): it is shown at the first one.
  const isRepeated = (reason: string | null, index: number) =>
    index > 0 && entries[index - 1]?.reason === reason;
  const newestFirst = entries
    .map((entry, index) => (isRepeated(entry.reason, index) ? { ...entry, reason: null } : entry))
    .reverse();
  return (
    <Card title={orderMessages.order.timeline}>
      <Steps direction="vertical" className={styles.steps ?? ""}>
        {newestFirst.map((entry) => (
          <StepsItem key={`${entry.at}${entry.status}`}>
            <p>{entry.text}</p>
            {entry.reason !== null && entry.reason !== "" && <p className={styles.note}>{entry.reason}</p>}
            <time className={styles.note} dateTime={entry.at}>
              {formatDateTime(entry.at)}
            </time>
          </StepsItem>
        ))}
      </Steps>
    </Card>
  );
}
