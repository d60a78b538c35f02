import { formatYuan } from "#contract/money.ts";
import type { OrderDetail, OrderSummary } from "#contract/order/schema.ts";
import { type CannedReply, cannedReplies, type SpokenOrder } from "../../cannedMessages.ts";
import { customerMessages } from "../../customerMessages.ts";
import { clockOf, dayOf, momentOf } from "../../formatTime.ts";

/** A canned reply as it would be sent. */
export interface FilledReply {
  readonly title: string;
  readonly text: string;
}

/**
 * The replies whose title or text holds what was typed after the slash, filled from the order that is spoken of. What
 * would not be true of it now is left out. `now` in ms.
 */
export function cannedFor(
  typed: string,
  order: OrderDetail | OrderSummary | undefined,
  now: number,
): FilledReply[] {
  const spoken = order === undefined ? null : spokenOf(order, now);
  const wanted = typed.trim().toLowerCase();
  return cannedReplies
    .flatMap((reply) => fill(reply, spoken))
    .filter(({ title, text }) => `${title} ${text}`.toLowerCase().includes(wanted));
}

function fill({ title, text, withoutOrder }: CannedReply, order: SpokenOrder | null): FilledReply[] {
  if (typeof text === "string") return [{ title, text }];
  const filled = order === null ? (withoutOrder ?? null) : text(order);
  return filled === null ? [] : [{ title, text: filled }];
}

function spokenOf(order: OrderDetail | OrderSummary, now: number): SpokenOrder {
  const detail = "refunds" in order ? order : null;
  const promisedAt = detail?.estimated_at ?? null;
  return {
    no: order.order_no,
    store: order.restaurant.storename,
    type: order.order_type,
    status: order.status,
    refundStatus: order.refund_status,
    pickupCode: order.pickup_code ?? "",
    estimate: promisedAt !== null && Date.parse(promisedAt) > now ? timeOf(promisedAt, now) : "",
    refunding: sumOf(detail, ["created", "processing"]),
    refunded: sumOf(detail, ["success", "settled"]),
    isAsPaid: detail?.refunds.every(({ status }) => status !== "settled") ?? false,
    isByCard: detail?.payment_method === "card",
  };
}

/** The time of day, with its day when that is not today. */
function timeOf(iso: string, now: number): string {
  return dayOf(iso) === dayOf(new Date(now).toISOString()) ? clockOf(iso) : momentOf(iso);
}

type RefundState = OrderDetail["refunds"][number]["status"];

/** What the refunds in these states come to, as it is read; empty for nothing. */
function sumOf(order: OrderDetail | null, states: readonly RefundState[]): string {
  const refunds = order?.refunds.filter(({ status }) => states.includes(status)) ?? [];
  const money = refunds.reduce((sum, one) => sum + one.money, 0);
  const points = refunds.reduce((sum, one) => sum + one.points, 0);
  if (money === 0 && points === 0) return "";
  return customerMessages.orders.givenBack(formatYuan(money), points);
}
