import type { OpeningSpan, OpeningSpans, SpecialDay, WeekHours } from "./opening-hours.schema.ts";

/** Names of the days of a week from Monday on. */
export const weekdayNames = ["周一", "周二", "周三", "周四", "周五", "周六", "周日"];

/** Writes the times of a day for people: "10:00-14:00、17:00-21:00", "24小时营业" or "休息". */
export function formatSpans(spans: OpeningSpans): string {
  if (spans.length === 0) return "休息";
  if (spans.length === 1 && String(spans[0]) === "00:00,24:00") return "24小时营业";
  return spans.map((span) => span.join("-")).join("、");
}

/** Writes the times of a week for people, days in a row with the same times together: "周一至周五 10:00-21:00". */
export function formatWeek(week: WeekHours): string {
  const groups: { from: number; until: number; text: string }[] = [];
  for (const [day, spans] of week.entries()) {
    const text = formatSpans(spans);
    const last = groups[groups.length - 1];
    if (last?.text === text) last.until = day;
    else groups.push({ from: day, until: day, text });
  }
  if (groups.length === 1) return `每天 ${groups[0]?.text ?? ""}`;
  return groups.map(({ from, until, text }) => `${formatDays(from, until)} ${text}`).join("；");
}

/** Writes the dates with other hours: "2026-02-17 休息；2026-02-18 10:00-15:00"; "无" without any. */
export function formatSpecialDays(days: readonly SpecialDay[]): string {
  return days.map(({ date, spans }) => `${date} ${formatSpans(spans)}`).join("；") || "无";
}

function formatDays(from: number, until: number): string {
  const name = weekdayNames[from] ?? "";
  return from === until ? name : `${name}至${weekdayNames[until] ?? ""}`;
}

/** Returns a week with the same times of opening on each day. */
export function everyDay(...spans: OpeningSpan[]): WeekHours {
  return Array.from({ length: 7 }, () => spans);
}
