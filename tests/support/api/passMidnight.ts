import { setTimeout as sleep } from "node:timers/promises";
import { addMs } from "#server/platform/time/clock.ts";
import { startOfDay } from "#server/platform/time/local-time.ts";

const dayMs = 86_400_000;
const marginMs = 60_000;

/**
 * Waits until midnight in Shanghai has passed if it is less than a minute away: for tests
 * that compare days of the real clock, which the provider's bills have.
 */
export async function passMidnight(): Promise<void> {
  const now = new Date();
  const untilMidnightMs = addMs(startOfDay(now), dayMs).getTime() - now.getTime();
  if (untilMidnightMs <= marginMs) await sleep(untilMidnightMs);
}
