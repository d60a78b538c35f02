import { formatYuan } from "#contract/money.ts";
import type { OrderDetail } from "#contract/order/schema.ts";
import { formatDateTime, formatTimeOfDay } from "#web/lib/time/formatTime.ts";
import { useHasPassed } from "#web/lib/time/useHasPassed.ts";
import { Card } from "#web/ui/Card/Card.tsx";
import { RecordRow } from "#web/ui/RecordRow/RecordRow.tsx";
import { refundMessages } from "../refundMessages.ts";
import styles from "./RefundCard.module.css";

const messages = refundMessages;

type RefundCardProps = Pick<OrderDetail, "refund_request" | "refunds">;

/** Refund request and completed refunds. */
export function RefundCard({ refund_request: request, refunds }: RefundCardProps) {
  if (request === null && refunds.length === 0) return null;
  return (
    <Card title={messages.card}>
      {request !== null && <RefundRequestStatus request={request} />}
      <ul>
        {refunds.map((refund) => (
          <RecordRow
            key={refund.refund_no}
            title={messages.money[refund.status]}
            notes={[refund.reason]}
            value={formatRefundAmount(refund)}
            tone="minus"
            valueNote={formatDateTime(refund.at)}
          />
        ))}
      </ul>
    </Card>
  );
}

/** Formats when the request is approved automatically, with the day when that is not today. */
function formatDue(dueAt: string | null): string {
  if (dueAt === null) return messages.waitsForStaff;
  const isToday = formatDateTime(dueAt).slice(0, 5) === formatDateTime(new Date().toISOString()).slice(0, 5);
  return messages.due(isToday ? formatTimeOfDay(dueAt) : formatDateTime(dueAt));
}

/** Formats money and points, which are refunded in the proportion they were paid. */
function formatRefundAmount({ money, points }: OrderDetail["refunds"][number]): string {
  const parts = [
    money > 0 || points === 0 ? formatYuan(money) : "",
    points > 0 ? messages.pointsBack(points) : "",
  ];
  return parts.filter(Boolean).join(" + ");
}

function RefundRequestStatus({ request }: { request: NonNullable<OrderDetail["refund_request"]> }) {
  const pictures = request.images.length > 0 ? messages.imageCount(request.images.length) : "";
  const isDuePast = useHasPassed(request.due_at === null ? null : Date.parse(request.due_at));
  const details = [request.reason, request.text, pictures].filter(Boolean);
  return (
    <div>
      <p className={styles.state} data-status={request.status}>
        {messages.states[request.status]}
      </p>
      <p className={styles.quiet}>{details.join(" · ")}</p>
      {request.answer !== null && request.answer !== "" && <p>{messages.answer(request.answer)}</p>}
      {request.status === "open" && !isDuePast && <p className={styles.quiet}>{formatDue(request.due_at)}</p>}
    </div>
  );
}
