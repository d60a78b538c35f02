/** Fields of a paid order on a restaurant's board that the kitchen reads. */
export type BoardOrder = {
  order_id: string;
  order_no: string;
  pickup_code: string | null;
  status: string;
  refund_status: string;
  /** "YYYY-MM-DD HH:mm" in Asia/Shanghai; null means as soon as possible. */
  booking_time: string | null;
  /** Statuses that the restaurant may change the order to. */
  steps: string[];
};

/** Time in ms that an order stays in each status before the kitchen advances it. */
export type Delays = { paid: number; accepted: number; preparing: number; leaving: number };

/** Slow enough to watch and fast enough to wait for: about two minutes from paid to handed over. */
export const DEFAULT_DELAYS: Delays = { paid: 8_000, accepted: 20_000, preparing: 40_000, leaving: 60_000 };

const MINUTE_MS = 60_000;
/** Time in ms before the booking time at which an order may leave a status at the earliest. */
const LEAD_MS: Record<keyof Delays, number> = {
  paid: Number.POSITIVE_INFINITY,
  accepted: 15 * MINUTE_MS,
  preparing: 5 * MINUTE_MS,
  leaving: 0,
};
/** Refund statuses whose orders are not prepared, because the money is, or may be, on its way back. */
const SKIPPED_REFUND_STATUSES = ["requested", "refunding", "refunded", "failed"];

function findDelayName(status: string): keyof Delays | null {
  if (status === "paid" || status === "accepted" || status === "preparing") return status;
  return status === "ready_for_pickup" || status === "delivering" ? "leaving" : null;
}

function parseBookingTime(time: string): number {
  return Date.parse(`${time.replace(" ", "T")}:00+08:00`);
}

/**
 * Returns the next step of an order and its timestamp (epoch ms), computed from when it was first seen; null
 * when it is skipped.
 */
export function findNextStep(
  order: BoardOrder,
  seenAt: number,
  delays: Delays,
): { to: string; at: number } | null {
  const name = findDelayName(order.status);
  const to = order.steps.find((step) => step !== "cancelled");
  if (name === null || to === undefined || SKIPPED_REFUND_STATUSES.includes(order.refund_status)) return null;
  const at = seenAt + delays[name];
  if (order.booking_time === null) return { to, at };
  return { to, at: Math.max(at, parseBookingTime(order.booking_time) - LEAD_MS[name]) };
}
