import type { ChatMessage } from "./chat/message.schema.ts";
import type { OrderStatus, RefundStatus } from "./order/status.ts";
import type { SecurityEventKind } from "./staff/admin/security.schema.ts";
import type { ConversationSummary } from "./staff/chat/conversation.schema.ts";

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
export interface CustomerEvents extends StreamEvents {
  order: OrderEvent;
  message: ChatMessage;
  read: ReadEvent;
}

/**
 * What a stream of staff sends by event name: to agents and admins everything, to a store's member `order`,
 * `order_alarm` and `refund_request` of that store alone.
 */
export interface StaffEvents extends StreamEvents {
  message: { user_id: string; message: ChatMessage };
  read: ReadEvent & { user_id: string };
  /** A row of the queue as it is now; it may be new. */
  session: ConversationSummary;
  order: OrderEvent & { user_id: string; order_no: string; restaurant_id: string };
  refund_request: RefundRequestEvent;
  withdrawal: WithdrawalEvent;
  failed_refund: FailedRefundEvent;
  order_alarm: OrderAlarmEvent;
  office_alarm: AdminAlarmEvent;
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
  /** When it is approved by itself unless staff answer before, ISO 8601; null when it waits for a person. */
  due_at: string | null;
}

/**
 * Nobody moves an order: it is cancelled in a minute unless the store accepts it, it was cancelled for that, or it has been
 * accepted or preparing for longer than the store's limit.
 */
export interface OrderAlarmEvent {
  order_id: string;
  order_no: string;
  pickup_code: string | null;
  restaurant_id: string;
  restaurant_name: string;
  kind: "unaccepted_soon" | "unaccepted_cancelled" | "overdue";
}

/** What the head office should look at. */
export type AdminAlarmEvent = SecurityPeakAlarm | SmsThrottleAlarm | DailyLimitAlarm;

/** Far more of something than usual in this hour. */
export interface SecurityPeakAlarm {
  kind: "security_peak";
  what: SecurityEventKind;
  count: number;
  /** When the hour began, ISO 8601. */
  hour: string;
}

/** Most of what may be given out in a day is given out, by a member of staff or, without a name, by the chain; in fen. */
interface DailyLimitAlarm {
  kind: "daily_limit";
  what: "cards" | "refunds";
  name: string | null;
  money: number;
  limit: number;
}

/** So many text messages left within so many minutes: from now on each costs its asker a proof of work. */
interface SmsThrottleAlarm {
  kind: "sms_brake";
  messages: number;
  minutes: number;
}

/** A refund waits for a person, or waits no more. */
export interface FailedRefundEvent {
  refund_no: string;
  order_id: string;
  order_no: string;
  user_id: string;
  status: "failed" | "resolved";
}

/** A customer wants points paid out, or was answered. */
export interface WithdrawalEvent {
  withdrawal_id: string;
  user_id: string;
  points: number;
  status: "reviewing" | "paid" | "rejected";
}
