const CHINA_OFFSET_MS = 8 * 3_600_000;

/** A moment as RFC 3339 in China's time zone, the form WeChat Pay uses: 2026-11-20T10:00:00+08:00. */
export function chinaTime(moment: Date | string | number): string {
  return `${new Date(new Date(moment).getTime() + CHINA_OFFSET_MS).toISOString().slice(0, 19)}+08:00`;
}

/** The same moment for people: 2026-11-20 10:00:00. */
export function chinaClock(moment: Date | string | number): string {
  return chinaTime(moment).slice(0, 19).replace("T", " ");
}
