import type { Config } from "../../config.ts";
import { addMs } from "../../platform/time/clock.ts";
import { addServiceTime } from "../../platform/time/service-time.ts";
import type { OrderRow } from "../order/order.repository.ts";

/**
 * Returns when a refund request made now is approved automatically; null when staff have to decide, because
 * the order was completed too long ago. Only service hours count.
 */
export function refundAnswerDueAt(
  order: Pick<OrderRow, "completedAt">,
  now: Date,
  { limits, serviceHours }: Pick<Config, "limits" | "serviceHours">,
): Date | null {
  const { completedAt } = order;
  if (completedAt !== null && addMs(completedAt, limits.refundAutoResponseMs) <= now) return null;
  return addServiceTime(now, serviceHours, limits.refundResponseMs);
}
