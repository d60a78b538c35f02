import type { UpcomingPoints } from "#contract/points/schema.ts";
import { formatDateTime } from "#web/lib/time/formatTime.ts";
import { pointsMessages } from "./pointsMessages.ts";

/**
 * Formats the number of points that become usable next, and when. Empty without such points, for a host that
 * does not send them, and once their time is before `now` (ms).
 */
export function formatComingPoints(coming: UpcomingPoints | null | undefined, now: number): string {
  if (coming === null || coming === undefined) return "";
  const { points, at } = coming;
  if (at === null) return pointsMessages.coming(points);
  return Date.parse(at) > now ? pointsMessages.comingAt(points, formatDateTime(at)) : "";
}
