import { type CannedReplySetting, orderPlaceholders } from "#contract/chain-settings/chain-settings.ts";
import { formatYuan } from "#contract/money.ts";
import type { OrderDetail, OrderSummary } from "#contract/order/schema.ts";
import { formatDate, formatDateTime, formatTimeOfDay } from "#web/lib/time/formatTime.ts";
import { customerMessages } from "../customer/customerMessages.ts";
import { type CannedReplyOrder, describeProgress, describeRefund, isInSituation } from "./cannedMessages.ts";

/** Canned reply filled for sending. */
export interface FilledReply {
  readonly title: string;
  readonly text: string;
}

/**
 * Returns the replies whose title or text contains the text typed after the slash, filled from the referenced
 * order. Replies that are untrue of it now are left out. `now` in ms.
 */
export function listCannedReplies(
  { replies, brand }: { replies: readonly CannedReplySetting[]; brand: string },
  typed: string,
  order: OrderDetail | OrderSummary | undefined,
  now: number,
): FilledReply[] {
  const replyOrder = order === undefined ? null : toReplyOrder(order, now);
  const searchText = typed.trim().toLowerCase();
  return replies
    .flatMap((reply) => fill(reply, replyOrder, brand))
    .filter(({ title, text }) => `${title} ${text}`.toLowerCase().includes(searchText));
}

/** Returns the reply with its placeholders filled; none if it is untrue of the order, or needs one that is missing. */
function fill(reply: CannedReplySetting, order: CannedReplyOrder | null, brand: string): FilledReply[] {
  const { title, situation } = reply;
  const text = reply.text.replaceAll("{品牌}", () => brand);
  const needed = orderPlaceholders.filter((placeholder) => text.includes(placeholder));
  if (order === null) return needed.length === 0 ? [{ title, text }] : [];
  if (!isInSituation[situation](order)) return [];
  const values: Record<(typeof orderPlaceholders)[number], string | null> = {
    "{门店}": order.store,
    "{订单号}": order.no,
    "{订单进度}": describeProgress(order),
    "{退款进度}": describeRefund(order),
  };
  if (needed.some((placeholder) => values[placeholder] === null)) return [];
  const fillIn = (filled: string, name: keyof typeof values) =>
    filled.replaceAll(name, () => values[name] ?? "");
  return [{ title, text: needed.reduce(fillIn, text) }];
}

function toReplyOrder(order: OrderDetail | OrderSummary, now: number): CannedReplyOrder {
  const detail = "refunds" in order ? order : null;
  const promisedAt = detail?.estimated_at ?? null;
  return {
    no: order.order_no,
    store: order.restaurant.storename,
    type: order.order_type,
    status: order.status,
    refundStatus: order.refund_status,
    pickupCode: order.pickup_code ?? "",
    estimate: promisedAt !== null && Date.parse(promisedAt) > now ? formatPromisedTime(promisedAt, now) : "",
    refunding: formatRefundSum(detail, ["created", "processing"]),
    refunded: formatRefundSum(detail, ["success", "settled"]),
    isAsPaid: detail?.refunds.every(({ status }) => status !== "settled") ?? false,
    isByCard: detail?.payment_method === "card",
  };
}

/** Formats the time of day, with its day if that is not today. */
function formatPromisedTime(iso: string, now: number): string {
  return formatDate(iso) === formatDate(new Date(now).toISOString())
    ? formatTimeOfDay(iso)
    : formatDateTime(iso);
}

type RefundState = OrderDetail["refunds"][number]["status"];

/** Formats the sum of the refunds in these states; empty if there are none. */
function formatRefundSum(order: OrderDetail | null, states: readonly RefundState[]): string {
  const refunds = order?.refunds.filter(({ status }) => states.includes(status)) ?? [];
  const money = refunds.reduce((sum, one) => sum + one.money, 0);
  const points = refunds.reduce((sum, one) => sum + one.points, 0);
  if (money === 0 && points === 0) return "";
  return customerMessages.orders.givenBack(formatYuan(money), points);
}
