import { pointsSpending } from "#contract/constants.ts";
import type { PointsOffer } from "#contract/points/schema.ts";
import { toLocalTime } from "../../platform/time/local-time.ts";

const dayMs = 86_400_000;
const fenPerYuan = 100;
const validityMonths = 12;

/** Time in ms that points stay pending after their order was completed. */
export const pointsPendingMs = 7 * dayMs;
/** Minimum validity of returned points in ms. */
export const minReturnedValidityMs = 30 * dayMs;

/** Returns the end of the twelfth month after that of a timestamp, Asia/Shanghai. */
export function calculateExpiry(at: Date): Date {
  const [year = 0, month = 0] = toLocalTime(at).date.split("-").map(Number);
  return new Date(Date.UTC(year, month + validityMonths, 1) - 8 * 3_600_000);
}

/** Returns one point for each whole yuan of money paid for goods. */
export function calculateEarnedPoints(goodsMoneyFen: number): number {
  return Math.floor(Math.max(0, goodsMoneyFen) / fenPerYuan);
}

/**
 * Calculates the points that can be spent on goods: one point is worth one fen, with a minimum number and a
 * maximum share of the goods.
 */
export function calculatePointsOffer(
  goodsFen: number,
  { available, coming }: Pick<PointsOffer, "available" | "coming">,
): PointsOffer {
  const usable = usablePoints(goodsFen, available);
  return { available, usable, worth: usable, coming };
}

function usablePoints(goodsFen: number, available: number): number {
  const max = Math.min(Math.floor(goodsFen * pointsSpending.goodsShare), available);
  return max < pointsSpending.minimum ? 0 : max;
}

/** Returns whether this number of points may pay for goods, regardless of the balance. */
export function isSpendable(goodsFen: number, points: number): boolean {
  return points === 0 || (points >= pointsSpending.minimum && points <= usablePoints(goodsFen, points));
}
