import type { ChainSettings } from "#contract/chain-settings/chain-settings.ts";
import { addMs } from "../../platform/time/clock.ts";
import { addServiceTime } from "../../platform/time/service-time.ts";
import type { OrderRow } from "../order/order.repository.ts";

const minuteMs = 60_000;

/**
 * Returns when a refund request made now is approved automatically; null when staff have to decide, because
 * the order was completed too long ago or nothing is approved automatically. Only service hours count.
 */
export function refundAnswerDueAt(
  order: Pick<OrderRow, "completedAt">,
  now: Date,
  { service, refunds }: Pick<ChainSettings, "service" | "refunds">,
): Date | null {
  const { completedAt } = order;
  const lastAt = completedAt && addMs(completedAt, refunds.auto_answer_hours * 60 * minuteMs);
  if (refunds.answer_minutes === 0 || (lastAt !== null && lastAt <= now)) return null;
  return addServiceTime(now, service, refunds.answer_minutes * minuteMs);
}
