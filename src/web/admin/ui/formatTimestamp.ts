const shanghaiOffsetMs = 8 * 3_600_000;

/** Formats a timestamp (ISO 8601) in Shanghai time: "2026-03-02 11:05". */
export function formatTimestamp(at: string | number): string {
  return new Date(new Date(at).getTime() + shanghaiOffsetMs).toISOString().slice(0, 16).replace("T", " ");
}

/** Returns the number of days from today in Shanghai to a "YYYY-MM-DD HH:mm"; `now` in ms. */
export function daysAhead(time: string, now: number): number {
  const day = (text: string) => Date.parse(`${text.slice(0, 10)}T00:00:00Z`) / 86_400_000;
  return day(time) - day(formatTimestamp(now));
}
