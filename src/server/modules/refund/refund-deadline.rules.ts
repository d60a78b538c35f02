import type { Config } from "../../config.ts";
import { addMs } from "../../platform/time/clock.ts";
import { addServiceTime } from "../../platform/time/service-time.ts";
import type { OrderRow } from "../order/order.repository.ts";

/**
 * When a request for a refund that comes now is approved by itself; null when it waits for a person, because the order was
 * completed too long ago. The time runs within service hours.
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
