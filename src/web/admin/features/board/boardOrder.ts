import type { BoardOrder } from "#contract/order/board.schema.ts";

/** Orders of one column for the same time; a null `time` means as soon as possible. */
export interface BoardGroup {
  time: string | null;
  orders: BoardOrder[];
}

/**
 * Groups orders by time: as soon as possible first, then booked times ascending; keeps the order of arrival
 * within a group.
 */
export function groupByTime(orders: readonly BoardOrder[]): BoardGroup[] {
  const times = [...new Set(orders.map(({ booking_time }) => booking_time))];
  const sorted = times.sort((a, b) => (a ?? "").localeCompare(b ?? ""));
  return sorted.map((time) => ({ time, orders: orders.filter(({ booking_time }) => booking_time === time) }));
}

const inKitchen = ["paid", "accepted", "preparing"];

/** Returns the order, for as soon as possible and not refunded, that has waited longest; null without one. */
export function findLongestWaiting(orders: readonly BoardOrder[]): BoardOrder | null {
  const waiting = orders.filter(
    ({ status, booking_time, refund_status }) =>
      inKitchen.includes(status) && booking_time === null && refund_status !== "requested",
  );
  return waiting.reduce<BoardOrder | null>(
    (longest, one) => (longest === null || (one.paid_at ?? "") < (longest.paid_at ?? "") ? one : longest),
    null,
  );
}

/** Returns the order code used by staff and customers. */
export function toOrderCode(order: Pick<BoardOrder, "pickup_code" | "order_no">): string {
  return order.pickup_code ?? order.order_no;
}

/** Returns the whole minutes since a timestamp, never below 0; `now` in ms. */
export function minutesSince(at: string | null, now: number): number {
  return at === null ? 0 : Math.max(0, Math.floor((now - Date.parse(at)) / 60_000));
}

/** Converts a booked time, "YYYY-MM-DD HH:mm" in Shanghai, to ms. */
export function parseBookedTime(time: string): number {
  return Date.parse(`${time.replace(" ", "T")}:00+08:00`);
}
