import type { OrderStatus } from "#contract/order/status.ts";
import { parseLocalTimeMs } from "#web/lib/time/formatTime.ts";
import { orderMessages } from "./messages.ts";

const messages = orderMessages.order.late;

/** Fields about the promised time of an order. */
export interface PromisedOrder {
  readonly status: OrderStatus;
  readonly booking_time: string | null;
  /** Absent on hosts without it, and in responses cached before it existed. */
  readonly is_late?: boolean;
  readonly estimated_at?: string | null;
}

/** Returns the promised time (ms), which must not be shown any more once it has passed; null without one. */
export function promisedAtMs({ booking_time, estimated_at }: PromisedOrder): number | null {
  if (booking_time !== null) return parseLocalTimeMs(booking_time);
  const at = Date.parse(estimated_at ?? "");
  return Number.isNaN(at) ? null : at;
}

/** Formats the lateness of an order past its time; empty for one that is not late. */
export function formatLateness(order: PromisedOrder, hasPassed: boolean): string {
  const { status } = order;
  const isAwaited = status === "paid" || status === "accepted" || status === "preparing";
  if (!isAwaited && status !== "delivering") return "";
  return order.is_late === true || hasPassed ? messages[status] : "";
}
