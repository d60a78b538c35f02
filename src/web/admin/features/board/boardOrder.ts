import type { BoardOrder } from "#contract/order/board.schema.ts";

/** Orders of one column that are wanted for the same time; `time` null is as soon as possible. */
export interface BoardGroup {
  time: string | null;
  orders: BoardOrder[];
}

/** What is wanted now first, then each booked time, the earliest first; within it, as they came. */
export function groupByTime(orders: readonly BoardOrder[]): BoardGroup[] {
  const times = [...new Set(orders.map(({ booking_time }) => booking_time))];
  const sorted = times.sort((a, b) => (a ?? "").localeCompare(b ?? ""));
  return sorted.map((time) => ({ time, orders: orders.filter(({ booking_time }) => booking_time === time) }));
}

const inKitchen = ["paid", "accepted", "preparing"];

/** Who has waited longest for food that is wanted as soon as possible and not given back; null when nobody waits. */
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

/** What staff and customer call an order. */
export function toOrderCode(order: Pick<BoardOrder, "pickup_code" | "order_no">): string {
  return order.pickup_code ?? order.order_no;
}

/** Whole minutes since a moment, never below 0; `now` in ms. */
export function minutesSince(at: string | null, now: number): number {
  return at === null ? 0 : Math.max(0, Math.floor((now - Date.parse(at)) / 60_000));
}

/** The moment (ms) of a booked time, "YYYY-MM-DD HH:mm" in Shanghai. */
export function parseBookedTime(time: string): number {
  return Date.parse(`${time.replace(" ", "T")}:00+08:00`);
}
