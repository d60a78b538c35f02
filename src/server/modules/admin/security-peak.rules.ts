import type { SecurityEventKind } from "#contract/staff/admin/security.schema.ts";

export const hourMs = 3_600_000;
/** Hours in the baseline: those of the seven days before. */
export const baselineHours = 7 * 24;
/** Minimum count for a peak; the count must also be `peakFactor` times the usual. */
export const minPeakCount = 20;
const peakFactor = 5;

/** Number of events of one kind in one hour. */
export interface HourCount {
  kind: SecurityEventKind;
  hour: Date;
  count: number;
}

/** An hour compared with the baseline before it. */
export interface HourAssessment {
  hour: Date;
  count: number;
  /** Median of the hours of the seven days before. */
  usual: number;
  isPeak: boolean;
}

/** Returns the start of the hour that contains `at`. */
export function startOfHour(at: Date): Date {
  return new Date(Math.floor(at.getTime() / hourMs) * hourMs);
}

/**
 * Assesses each hour of one kind from `first` to `last` against the seven days before; missing counts are 0.
 */
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
