import { expect, test } from "vitest";
import { initialNumbers } from "#contract/chain-settings/number-settings.ts";
import { walletMessages } from "./messages.ts";

const rules = initialNumbers("points");

test("the messages about points are made from the rules", () => {
  expect(walletMessages.points.rules(rules)).toEqual([
    "餐品每实付1元得1积分，完成7天后生效",
    "100积分抵1元，满100可用",
    "最多抵餐品的一半",
    "积分自获得起12个月有效，当月月底到期",
  ]);
  const changed = { ...rules, per_yuan: 2, pending_days: 0, spend_minimum: 50, spend_percent: 30 };
  expect(walletMessages.points.rules(changed).slice(0, 3)).toEqual([
    "餐品每实付1元得2积分，完成后生效",
    "100积分抵1元，满50可用",
    "最多抵餐品的30%",
  ]);
  const none = { ...rules, per_yuan: 0 };
  expect(walletMessages.points.rules(none).join()).not.toContain("餐品每实付");
});
