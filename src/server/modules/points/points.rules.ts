import type { ChainSettings } from "#contract/chain-settings/chain-settings.ts";
import type { PointsOffer } from "#contract/points/schema.ts";
import { toLocalTime } from "../../platform/time/local-time.ts";

const dayMs = 86_400_000;
const fenPerYuan = 100;

/** Minimum validity of returned points in ms. */
export const minReturnedValidityMs = 30 * dayMs;

type Rules = Pick<ChainSettings, "points">;

/** Returns the end of the last month in which points are valid that came at a timestamp, Asia/Shanghai. */
export function calculateExpiry(at: Date, { points }: Rules): Date {
  const [year = 0, month = 0] = toLocalTime(at).date.split("-").map(Number);
  return new Date(Date.UTC(year, month + points.valid_months, 1) - 8 * 3_600_000);
}

/** Returns the points for each whole yuan of money paid for goods. */
export function calculateEarnedPoints(goodsMoneyFen: number, { points }: Rules): number {
  return Math.floor(Math.max(0, goodsMoneyFen) / fenPerYuan) * points.per_yuan;
}

/**
 * Calculates the points that can be spent on goods: one point is worth one fen, with a minimum number and a
 * maximum share of the goods.
 */
export function calculatePointsOffer(
  goodsFen: number,
  { available, coming }: Pick<PointsOffer, "available" | "coming">,
  rules: Rules,
): PointsOffer {
  const usable = usablePoints(goodsFen, available, rules);
  return { available, usable, worth: usable, minimum: rules.points.spend_minimum, coming };
}

function usablePoints(goodsFen: number, available: number, { points }: Rules): number {
  const max = Math.min(Math.floor((goodsFen * points.spend_percent) / 100), available);
  return max < points.spend_minimum ? 0 : max;
}

/** Returns whether this number of points may pay for goods, regardless of the balance. */
export function isSpendable(goodsFen: number, points: number, rules: Rules): boolean {
  return (
    points === 0 || (points >= rules.points.spend_minimum && points <= usablePoints(goodsFen, points, rules))
  );
}
