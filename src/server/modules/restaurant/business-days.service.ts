import type { QueryRunner } from "../../platform/database/Database.ts";
import { addMs } from "../../platform/time/clock.ts";
import { startOfDay } from "../../platform/time/local-time.ts";
import { nextBusinessDayAt, type OpeningTimes } from "./opening-hours.rules.ts";
import { moveBusinessDays } from "./restaurant-admin.repository.ts";

const dayMs = 86_400_000;

/** Moves what waits for a restaurant's next business day, after its hours changed from `before` to `after`. */
export async function followHours(
  tx: QueryRunner,
  restaurantId: string,
  { before, after, now }: { before: OpeningTimes; after: OpeningTimes; now: Date },
): Promise<void> {
  const today = startOfDay(now);
  await moveBusinessDays(tx, restaurantId, {
    today,
    nextAt: nextBusinessDayAt(now, after),
    laterAt: nextBusinessDayAt(addMs(today, dayMs - 1), after),
    formerNextAt: nextBusinessDayAt(now, before),
  });
}
