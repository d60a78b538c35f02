import { expect, test } from "vitest";
import { pointsPerYuan, pointsSpending } from "#contract/constants.ts";
import { paymentMessages } from "../payment/messages.ts";
import { walletMessages } from "./messages.ts";

// The numbers are written out in the messages: as constants, they would be part of the entry chunk.
test("the messages about points match the rules", () => {
  const { minimum, goodsShare } = pointsSpending;
  expect(paymentMessages.pointsFew(30)).toBe(`可用30积分，满${minimum}才能用`);
  expect(goodsShare).toBe(0.5);
  expect(walletMessages.points.rules).toContain(`${pointsPerYuan}积分抵1元，满${minimum}可用`);
  expect(walletMessages.points.rules).toContain("最多抵餐品的一半");
  expect(walletMessages.withdraw.rules(1000, 20000, "")[0]).toContain(`${pointsPerYuan}积分折合1元`);
});
