import { formatYuan } from "#contract/money.ts";
import type { OrderDetail } from "#contract/order/schema.ts";
import { useHasPassed } from "#web/shared/useHasPassed.ts";
import { formatClock, formatMoment } from "../../formatMoment.ts";
import { refundMessages } from "../../refundMessages.ts";
import { Card } from "./Card.tsx";
import styles from "./RefundCard.module.css";

const words = refundMessages;

type RefundCardProps = Pick<OrderDetail, "refund_request" | "refunds">;

/** How asking for money back went, and what has come back. */
export function RefundCard({ refund_request: request, refunds }: RefundCardProps) {
  if (request === null && refunds.length === 0) return null;
  return (
    <Card title={words.card}>
      {request !== null && <Request request={request} />}
      {refunds.map((refund) => (
        <div key={refund.refund_no} className={styles.refund}>
          <span className={styles.text}>
            {words.money[refund.status]}
            <span className={styles.quiet}>{refund.reason}</span>
          </span>
          <span className={styles.money}>
            {sumOf(refund)}
            <time className={styles.quiet} dateTime={refund.at}>
              {formatMoment(refund.at)}
            </time>
          </span>
        </div>
      ))}
    </Card>
  );
}

/** When the request is approved by itself, with the day when that is not today. */
function dueText(dueAt: string | null): string {
  if (dueAt === null) return words.waitsForStaff;
  const isToday = formatMoment(dueAt).slice(0, 5) === formatMoment(new Date().toISOString()).slice(0, 5);
  return words.due(isToday ? formatClock(dueAt) : formatMoment(dueAt));
}

/** Money and points go back in the proportion they were paid. */
function sumOf({ money, points }: OrderDetail["refunds"][number]): string {
  const parts = [
    money > 0 || points === 0 ? formatYuan(money) : "",
    points > 0 ? words.pointsBack(points) : "",
  ];
  return parts.filter(Boolean).join(" + ");
}

function Request({ request }: { request: NonNullable<OrderDetail["refund_request"]> }) {
  const pictures = request.images.length > 0 ? words.imageCount(request.images.length) : "";
  const isDuePast = useHasPassed(request.due_at === null ? null : Date.parse(request.due_at));
  const details = [request.reason, request.text, pictures].filter(Boolean);
  return (
    <div className={styles.request} data-status={request.status}>
      <p className={styles.state}>{words.states[request.status]}</p>
      <p className={styles.quiet}>{details.join(" · ")}</p>
      {request.answer !== null && request.answer !== "" && <p>{words.answer(request.answer)}</p>}
      {request.status === "open" && !isDuePast && <p className={styles.quiet}>{dueText(request.due_at)}</p>}
    </div>
  );
}
