import type { OpeningSpans, SpecialDay, WeekHours } from "#contract/restaurant/opening-hours.schema.ts";
import { formatSpans, formatWeek, weekdayNames } from "#contract/restaurant/opening-hours.ts";
import { minuteOfDay } from "../../platform/time/local-time.ts";
import { CellError, type CellFormat } from "./catalogue-sheet.rules.ts";

const weekExample = "周一至周五 10:00-14:00、17:00-21:00；周六至周日 10:00-22:00";
const daysExample = "2026-10-01 休息；2026-10-02 10:00-15:00";
const everyDayName = "每天";
/** A time of opening, with the dashes that people type. */
const spanPattern = /^(\d{1,2}:\d{2})[-–—~至](\d{1,2}:\d{2})$/;

/** Times of opening by weekday, such as "每天 10:00-21:00"; a day that is not named is closed. */
export const weekCell: CellFormat<WeekHours> = {
  format: formatWeek,
  parse: (text) => {
    const week: (OpeningSpans | undefined)[] = Array.from({ length: 7 }, () => undefined);
    for (const part of splitParts(text)) {
      const [days, times] = splitDay(part, everyDayName);
      const spans = parseSpans(times, weekExample);
      for (const day of parseDays(days)) {
        if (week[day] !== undefined) throw new CellError(`${weekdayNames[day]}写了两次`);
        week[day] = spans;
      }
    }
    return week.map((spans) => spans ?? []);
  },
};

/** Dates with other times of opening; empty for none. */
export const specialDaysCell: CellFormat<SpecialDay[]> = {
  format: (days) => days.map(({ date, spans }) => `${date} ${formatSpans(spans)}`).join("；"),
  parse: (text) =>
    splitParts(text)
      .map((part) => {
        const [date, times] = splitDay(part, "");
        if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) throw new CellError(`请按这样填写：${daysExample}`);
        return { date, spans: parseSpans(times, daysExample) };
      })
      .sort((a, b) => a.date.localeCompare(b.date)),
};

function splitParts(text: string): string[] {
  return text
    .split(/[;；\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** Splits at the first blank; times without a day get `defaultDay`. */
function splitDay(part: string, defaultDay: string): [day: string, times: string] {
  const [, day = "", times = ""] = /^(\S+)\s+(.*)$/.exec(part) ?? [];
  return times === "" || spanPattern.test(day) ? [defaultDay, part] : [day, times];
}

function parseDays(text: string): number[] {
  if (text === everyDayName) return weekdayNames.map((_, day) => day);
  const [from, until = from, ...more] = text
    .split(/[至到-]/)
    .map((name) => weekdayNames.indexOf(name.trim()));
  if (from === undefined || until === undefined || from < 0 || until < from || more.length > 0)
    throw new CellError(`请按这样填写：${weekExample}`);
  return weekdayNames.flatMap((_, day) => (day >= from && day <= until ? [day] : []));
}

function parseSpans(text: string, example: string): OpeningSpans {
  if (text === formatSpans([])) return [];
  if (text === formatSpans([["00:00", "24:00"]])) return [["00:00", "24:00"]];
  return text
    .split(/[、,，\s]+/)
    .map((span): [string, string] => {
      const [, from = "", until = ""] = spanPattern.exec(span) ?? [];
      if (from === "") throw new CellError(`请按这样填写：${example}`);
      return [from.padStart(5, "0"), until.padStart(5, "0")];
    })
    .sort(([a], [b]) => minuteOfDay(a) - minuteOfDay(b));
}
