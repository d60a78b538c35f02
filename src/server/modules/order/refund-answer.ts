import type { RefundRequestEvent } from "#contract/live.ts";
import type { Queries } from "../../platform/Database.ts";
import { deskChannel, storeChannel } from "../../platform/live/channels.ts";
import { announce } from "../../platform/live/outbox.ts";
import type { Thread } from "../chat/Thread.ts";
import type { OrderRow } from "./order.repository.ts";
import * as requests from "./refund-request.repository.ts";

/** Tells staff that a customer asks for money back, or was answered. */
export function announceRequest(
  tx: Queries,
  order: OrderRow,
  request: requests.RefundRequestRow,
  at: Date,
): void {
  const news: RefundRequestEvent = {
    request_id: request.id,
    order_id: order.id,
    order_no: order.orderNo,
    user_id: order.userId,
    status: request.status,
    due_at: request.dueAt?.toISOString() ?? null,
  };
  for (const channel of [deskChannel, storeChannel(order.restaurantId)])
    announce(tx, { channel, type: "refund_request", payload: { ...news }, at });
}

/** Answers what is asked for of an order, if anything is, and tells the customer in the thread. Lock the order first. */
export async function answerOpenRequest(
  tx: Queries,
  thread: Thread,
  order: OrderRow,
  answer: { status: "approved" | "rejected"; answer: string; answeredAt: Date },
): Promise<void> {
  const request = await requests.answerRequest(tx, order.id, answer);
  if (request === undefined) return;
  announceRequest(tx, order, request, answer.answeredAt);
  const words =
    answer.status === "approved" ? "退款申请已通过，款项将原路退回" : `退款申请未通过：${answer.answer}`;
  await thread.tell(tx, order.userId, words, order.id);
}
