import type { OrderStatus, RefundStatus } from "./order/status.ts";

/** Where a customer's live events come from; `GET` with the customer's bearer token, answered as server-sent events. */
export const customerEventsPath = "/api/v1/events";

/**
 * What a stream sends by event name. `position` comes first and tells from where on it goes; `reset` comes in its place
 * when what was missed is not known any more, so that the client has to load afresh.
 */
export interface LiveEvents {
  position: { id: number };
  reset: { id: number };
  order: OrderEvent;
}

/** An order has changed; `version` rises with every change of it. */
export interface OrderEvent {
  order_id: string;
  version: number;
  status: OrderStatus;
  status_text: string;
  refund_status: RefundStatus;
}
