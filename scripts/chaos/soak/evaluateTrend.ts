import { median } from "../../lib/statistics.ts";

/** One measured value at a point in time. */
export interface Sample {
  hours: number;
  value: number;
}

/**
 * Permitted increase from the second to the last third: a fraction of the value or an absolute amount,
 * whichever is larger.
 */
export interface Allowance {
  share: number;
  amount: number;
}

/** Trend of one metric over a run. */
export interface Trend {
  name: string;
  second: number;
  last: number;
  /** Growth per hour by linear regression over the last two thirds. */
  perHour: number;
  isFlat: boolean;
}

function slope(points: Sample[]): number {
  const mean = (pick: (point: Sample) => number) =>
    points.reduce((sum, point) => sum + pick(point), 0) / points.length;
  const [hours, value] = [mean((point) => point.hours), mean((point) => point.value)];
  const along = points.reduce((sum, point) => sum + (point.hours - hours) * (point.value - value), 0);
  const across = points.reduce((sum, point) => sum + (point.hours - hours) ** 2, 0);
  return across === 0 ? 0 : along / across;
}

/** Compares the last third of a run with the second; the first is warm-up. */
export function evaluateTrend(name: string, points: Sample[], { share, amount }: Allowance): Trend {
  const third = Math.floor(points.length / 3);
  const second = median(points.slice(third, 2 * third).map(({ value }) => value));
  const last = median(points.slice(2 * third).map(({ value }) => value));
  const isFlat = last - second <= Math.max(share * second, amount);
  return { name, second, last, perHour: slope(points.slice(third)), isFlat };
}
