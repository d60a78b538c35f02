import type { OrderStatus } from "#contract/order/status.ts";
import { parseLocalTimeMs } from "../../app/formatDateTime.ts";
import { orderMessages } from "./messages.ts";

const messages = orderMessages.order.late;

/** What is known of the time an order is wanted for. */
export interface PromisedOrder {
  readonly status: OrderStatus;
  readonly booking_time: string | null;
  /** Absent on hosts that do not tell it, and in answers that were stored before it was told. */
  readonly is_late?: boolean;
  readonly estimated_at?: string | null;
}

/** The time (ms) that must not be promised any more once it is past; null without one. */
export function promisedAtMs({ booking_time, estimated_at }: PromisedOrder): number | null {
  if (booking_time !== null) return parseLocalTimeMs(booking_time);
  const at = Date.parse(estimated_at ?? "");
  return Number.isNaN(at) ? null : at;
}

/** What is true of an order whose time is past; empty for one that is not late. */
export function formatLateness(order: PromisedOrder, hasPassed: boolean): string {
  const { status } = order;
  const isAwaited = status === "paid" || status === "accepted" || status === "preparing";
  if (!isAwaited && status !== "delivering") return "";
  return order.is_late === true || hasPassed ? messages[status] : "";
}
