import type { OrderDetail, OrderSummary } from "#contract/order/schema.ts";
import { type CannedReply, cannedReplies, type SpokenOrder } from "../../cannedMessages.ts";
import { clockOf } from "../../formatTime.ts";

/** A canned reply as it would be sent. */
export interface FilledReply {
  readonly title: string;
  readonly text: string;
}

/** The replies whose title or text holds what was typed after the slash, filled from the order that is spoken of. */
export function cannedFor(typed: string, order: OrderDetail | OrderSummary | undefined): FilledReply[] {
  const spoken = order === undefined ? null : spokenOf(order);
  const wanted = typed.trim().toLowerCase();
  return cannedReplies
    .flatMap((reply) => fill(reply, spoken))
    .filter(({ title, text }) => `${title} ${text}`.toLowerCase().includes(wanted));
}

function fill({ title, text }: CannedReply, order: SpokenOrder | null): FilledReply[] {
  if (typeof text === "string") return [{ title, text }];
  return order === null ? [] : [{ title, text: text(order) }];
}

function spokenOf(order: OrderDetail | OrderSummary): SpokenOrder {
  const promised = "estimated_at" in order && order.estimated_at !== null ? clockOf(order.estimated_at) : "";
  return {
    no: order.order_no,
    store: order.restaurant.storename,
    status: order.status_text,
    estimate: promised,
  };
}
