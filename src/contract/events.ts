import type { ChatMessage } from "./chat/message.schema.ts";
import type { InvoiceStatus } from "./invoice/limits.ts";
import type { OrderStatus, RefundStatus } from "./order/status.ts";
import type { SecurityEventKind } from "./staff/admin/security.schema.ts";
import type { ConversationSummary } from "./staff/chat/conversation.schema.ts";

/**
 * Endpoint of a customer's events; `GET` with the customer's bearer token, answered as server-sent events.
 */
export const customerEventsPath = "/api/v1/events";

/**
 * Endpoint of the staff events; needs a staff token, and the events depend on the role. `restaurant_id` in the query is
 * needed of restaurant staff with several restaurants: a stream follows one.
 */
export const staffEventsPath = "/api/v1/chat/admin/events";

/**
 * Control events of every stream. `position` comes first with the id from which the stream continues; `reset`
 * replaces it when missed events are no longer available, so that the client must reload.
 */
interface StreamEvents {
  position: { id: number };
  reset: { id: number };
}

/** Events of a customer's stream, by name. */
export interface CustomerEvents extends StreamEvents {
  order: OrderEvent;
  message: ChatMessage;
  read: ReadEvent;
  invoice: InvoiceEvent;
}

/**
 * Events of a staff stream, by name: agents and admins receive all, restaurant staff only `order`,
 * `order_alarm` and `refund_request` of their restaurant.
 */
export interface StaffEvents extends StreamEvents {
  message: { user_id: string; message: ChatMessage };
  read: ReadEvent & { user_id: string };
  /** Current row of the queue; it may be new. */
  session: ConversationSummary;
  order: OrderEvent & { user_id: string; order_no: string; restaurant_id: string };
  refund_request: RefundRequestEvent;
  withdrawal: WithdrawalEvent;
  invoice: InvoiceEvent;
  failed_refund: FailedRefundEvent;
  order_alarm: OrderAlarmEvent;
  office_alarm: AdminAlarmEvent;
}

/** Change of an order; `version` rises with every change. */
export interface OrderEvent {
  order_id: string;
  version: number;
  status: OrderStatus;
  status_text: string;
  refund_status: RefundStatus;
}

/** One side has read the other side's messages up to this id. */
export interface ReadEvent {
  up_to_id: number;
  by: "user" | "staff";
}

/** New or answered refund request of a customer. */
export interface RefundRequestEvent {
  request_id: string;
  order_id: string;
  order_no: string;
  user_id: string;
  status: "open" | "approved" | "rejected";
  /** When it is approved automatically unless staff answer before, ISO 8601; null if it waits for staff. */
  due_at: string | null;
}

/**
 * Order that needs attention: it is cancelled in a minute unless the restaurant accepts it, was cancelled for
 * that, or has been accepted or preparing for longer than the restaurant's limit.
 */
export interface OrderAlarmEvent {
  order_id: string;
  order_no: string;
  pickup_code: string | null;
  restaurant_id: string;
  restaurant_name: string;
  kind: "unaccepted_soon" | "unaccepted_cancelled" | "overdue";
}

/** Alarm for admins. */
export type AdminAlarmEvent = SecurityPeakAlarm | SmsThrottleAlarm | DailyLimitAlarm | BackupAlarm;

/** Far more events of one kind than usual in this hour. */
export interface SecurityPeakAlarm {
  kind: "security_peak";
  what: SecurityEventKind;
  count: number;
  /** Start of the hour, ISO 8601. */
  hour: string;
}

/** Most of a daily limit is used up, by a member of staff or, without a name, by the chain; in fen. */
interface DailyLimitAlarm {
  kind: "daily_limit";
  what: "cards" | "refunds";
  name: string | null;
  money: number;
  limit: number;
}

/**
 * Number of text messages sent within a number of minutes; from now on each request needs a proof of work.
 */
interface SmsThrottleAlarm {
  kind: "sms_brake";
  messages: number;
  minutes: number;
}

/**
 * The last base backup, archived WAL file or copy of pictures is too old, old backups cannot be removed, or the place
 * has the backups of another database alone.
 */
export interface BackupAlarm {
  kind: "backup";
  what: "base" | "wal" | "pictures" | "removal" | "other_database";
  /** Time of the last one, ISO 8601; null if there is none, or for what has no age. */
  last_at: string | null;
}

/** A refund needs staff, or is no longer open. */
export interface FailedRefundEvent {
  refund_no: string;
  order_id: string;
  order_no: string;
  user_id: string;
  status: "failed" | "resolved";
}

/** New or answered withdrawal of a customer. */
export interface WithdrawalEvent {
  withdrawal_id: string;
  user_id: string;
  points: number;
  status: "reviewing" | "paid" | "rejected";
}

/** New or changed invoice of a customer. */
export interface InvoiceEvent {
  invoice_id: string;
  order_id: string;
  status: InvoiceStatus;
  needs_reversal: boolean;
}
