import type { Message } from "./chat/message.schema.ts";
import type { ChatSession } from "./chat-admin/session.schema.ts";
import type { OrderStatus, RefundStatus } from "./order/status.ts";

/** Where a customer's live events come from; `GET` with the customer's bearer token, answered as server-sent events. */
export const customerEventsPath = "/api/v1/events";

/** The same for staff, with a token of theirs. What comes depends on the role. */
export const staffEventsPath = "/api/v1/chat/admin/events";

/** What every stream says of itself. `position` comes first and tells from where on it goes; `reset` comes in its place
 * when what was missed is not known any more, so that the client has to load afresh. */
interface StreamEvents {
  position: { id: number };
  reset: { id: number };
}

/** What a customer's stream sends by event name. */
export interface LiveEvents extends StreamEvents {
  order: OrderEvent;
  message: Message;
  read: ReadEvent;
}

/**
 * What a stream of staff sends by event name: to agents and admins everything, to a store's member `order` of that
 * store alone.
 */
export interface StaffEvents extends StreamEvents {
  message: { user_id: string; message: Message };
  read: ReadEvent & { user_id: string };
  /** A row of the queue as it is now; it may be new. */
  session: ChatSession;
  order: OrderEvent & { user_id: string; order_no: string; restaurant_id: string };
  refund_request: RefundRequestEvent;
  withdrawal: WithdrawalEvent;
}

/** An order has changed; `version` rises with every change of it. */
export interface OrderEvent {
  order_id: string;
  version: number;
  status: OrderStatus;
  status_text: string;
  refund_status: RefundStatus;
}

/** One side has read the other's messages up to this one. */
export interface ReadEvent {
  up_to_id: number;
  by: "user" | "staff";
}

/** A customer asks for money back, or was answered. */
export interface RefundRequestEvent {
  request_id: string;
  order_id: string;
  order_no: string;
  user_id: string;
  status: "open" | "approved" | "rejected";
  /** When it is approved if nobody answers before, ISO 8601. */
  due_at: string;
}

/** A customer wants points paid out, or was answered. */
export interface WithdrawalEvent {
  withdrawal_id: string;
  user_id: string;
  points: number;
  status: "reviewing" | "paid" | "rejected";
}
