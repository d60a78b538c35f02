const CHINA_OFFSET_MS = 8 * 3_600_000;

/** Formats a timestamp as RFC 3339 in China's time zone, as WeChat Pay does: 2026-11-20T10:00:00+08:00. */
export function formatChinaTime(timestamp: Date | string | number): string {
  return `${new Date(new Date(timestamp).getTime() + CHINA_OFFSET_MS).toISOString().slice(0, 19)}+08:00`;
}

/** Formats a timestamp in China's time zone for display: 2026-11-20 10:00:00. */
export function formatChinaDateTime(timestamp: Date | string | number): string {
  return formatChinaTime(timestamp).slice(0, 19).replace("T", " ");
}
