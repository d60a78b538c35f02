import type { SecurityEventKind } from "#contract/staff/admin/security.schema.ts";

export const hourMs = 3_600_000;
/** How many hours are usual: those of the seven days before. */
export const baselineHours = 7 * 24;
/** An hour is a peak with so many, when that is so many times the usual. */
export const minPeakCount = 20;
const peakFactor = 5;

/** How many of one kind there were in an hour. */
export interface HourCount {
  kind: SecurityEventKind;
  hour: Date;
  count: number;
}

/** An hour beside those before it. */
export interface HourAssessment {
  hour: Date;
  count: number;
  /** The median of the hours of the seven days before. */
  usual: number;
  isPeak: boolean;
}

/** The hour that a moment lies in. */
export function startOfHour(at: Date): Date {
  return new Date(Math.floor(at.getTime() / hourMs) * hourMs);
}

/** The hours of one kind from `first` to `last`, each judged by the seven days before it; hours without a count had none. */
export function assessHours(counts: readonly HourCount[], first: Date, last: Date): HourAssessment[] {
  const byHour = new Map(counts.map(({ hour, count }) => [hour.getTime(), count]));
  const countAt = (time: number) => byHour.get(time) ?? 0;
  const assessments: HourAssessment[] = [];
  for (let time = first.getTime(); time <= last.getTime(); time += hourMs) {
    const before = Array.from({ length: baselineHours }, (_, nth) => countAt(time - (nth + 1) * hourMs));
    const usual = median(before);
    const count = countAt(time);
    assessments.push({
      hour: new Date(time),
      count,
      usual,
      isPeak: count >= minPeakCount && count >= peakFactor * usual,
    });
  }
  return assessments;
}

function median(list: number[]): number {
  const sorted = [...list].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}
