const CHINA_OFFSET_MS = 8 * 3_600_000;

/** A moment as RFC 3339 in China's time zone, the form WeChat Pay uses: 2026-11-20T10:00:00+08:00. */
export function formatChinaTime(timestamp: Date | string | number): string {
  return `${new Date(new Date(timestamp).getTime() + CHINA_OFFSET_MS).toISOString().slice(0, 19)}+08:00`;
}

/** The same moment for people: 2026-11-20 10:00:00. */
export function formatChinaDateTime(timestamp: Date | string | number): string {
  return formatChinaTime(timestamp).slice(0, 19).replace("T", " ");
}
