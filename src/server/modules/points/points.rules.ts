import { pointsSpending } from "#contract/constants.ts";
import type { PointsOffer } from "#contract/points/schema.ts";
import { toLocalTime } from "../../platform/time/local-time.ts";

const dayMs = 86_400_000;
const fenPerYuan = 100;
const validityMonths = 12;

/** How long points wait after their order was completed. */
export const pointsPendingMs = 7 * dayMs;
/** The least time that points which come back can be used. */
export const minReturnedValidityMs = 30 * dayMs;

/** The end of the twelfth month after the one a moment lies in, Asia/Shanghai. */
export function calculateExpiry(at: Date): Date {
  const [year = 0, month = 0] = toLocalTime(at).date.split("-").map(Number);
  return new Date(Date.UTC(year, month + validityMonths, 1) - 8 * 3_600_000);
}

/** One point for each whole yuan of money that is paid for goods. */
export function calculateEarnedPoints(goodsMoneyFen: number): number {
  return Math.floor(Math.max(0, goodsMoneyFen) / fenPerYuan);
}

/** What can be spent on goods: one point is worth a fen, from the fewest on, for a share of the goods at most. */
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

/** Whether so many points may pay for goods at all, whoever has them. */
export function isSpendable(goodsFen: number, points: number): boolean {
  return points === 0 || (points >= pointsSpending.minimum && points <= usablePoints(goodsFen, points));
}
