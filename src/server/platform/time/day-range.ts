import { invalid, ruleBroken } from "../http/AppError.ts";
import { addMs } from "./clock.ts";
import { parseLocalTime } from "./local-time.ts";

const dayMs = 86_400_000;

/** First and last day of a list, "YYYY-MM-DD" in Asia/Shanghai. */
export interface DayRange {
  from?: string;
  until?: string;
}

/** A range of time: its first moment, and the first that is too late. */
export interface TimeRange {
  from?: Date | undefined;
  until?: Date | undefined;
}

/**
 * Returns when the first day begins and the last one ends. Throws "validation" for a day that does not exist,
 * "rule_broken" for a first day after the last one.
 */
export function parseDayRange({ from, until }: DayRange): TimeRange {
  const begin = (day: string | undefined, field: string) => {
    if (day === undefined) return undefined;
    const at = parseLocalTime(`${day} 00:00`);
    if (at === null) throw invalid("日期不存在，请重新选择", field);
    return at;
  };
  const [first, last] = [begin(from, "from"), begin(until, "until")];
  if (first && last && first > last) throw ruleBroken("结束日期不能早于开始日期", "until");
  return { from: first, until: last && addMs(last, dayMs) };
}
