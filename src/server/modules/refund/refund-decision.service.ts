import type { RefundRequestEvent } from "#contract/events.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { agentsChannel, restaurantChannel } from "../../platform/events/channels.ts";
import { publish } from "../../platform/events/outbox.ts";
import type { ConversationWriter } from "../chat/ConversationWriter.ts";
import type { OrderRow } from "../order/order.repository.ts";
import * as requests from "./refund-request.repository.ts";

/** Publishes to staff that a customer requested a refund, or that the request was answered. */
export function publishRefundRequest(
  tx: QueryRunner,
  order: OrderRow,
  request: requests.RefundRequestRow,
  at: Date,
): void {
  const event: RefundRequestEvent = {
    request_id: request.id,
    order_id: order.id,
    order_no: order.orderNo,
    user_id: order.userId,
    status: request.status,
    due_at: request.dueAt?.toISOString() ?? null,
  };
  for (const channel of [agentsChannel, restaurantChannel(order.restaurantId)])
    publish(tx, { channel, type: "refund_request", payload: { ...event }, createdAt: at });
}

/** Answers an order's open refund request, if any, and notifies the customer. Lock the order first. */
export async function decideOpenRequest(
  tx: QueryRunner,
  conversation: ConversationWriter,
  order: OrderRow,
  answer: { status: "approved" | "rejected"; answer: string; answeredAt: Date },
): Promise<void> {
  const request = await requests.answerRequest(tx, order.id, answer);
  if (request === undefined) return;
  publishRefundRequest(tx, order, request, answer.answeredAt);
  const message =
    answer.status === "approved" ? "退款申请已通过，款项将原路退回" : `退款申请未通过：${answer.answer}`;
  await conversation.postSystemMessage(tx, order.userId, message, order.id);
}
