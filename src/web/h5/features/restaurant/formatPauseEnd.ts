import { formatRecentTime } from "#web/lib/time/formatTime.ts";

/**
 * Formats the end of a pause in Shanghai time: 14:30 on the same day, else 11-22 09:00; empty once it has
 * ended.
 */
export function formatPauseEnd(until: string | null, now: number): string {
  const end = until === null ? Number.NaN : Date.parse(until);
  return end > now ? formatRecentTime(end, now) : "";
}
