import { expect, test } from "vitest";
import { orderFilters } from "#contract/order/status.ts";
import { matchesFilter } from "./matchesFilter.ts";

test.each([
  ["pending_payment", "none", ["all", "pending_payment"]],
  ["paid", "none", ["all", "active"]],
  ["delivering", "requested", ["all", "active", "refund"]],
  ["completed", "partially_refunded", ["all", "completed", "refund"]],
  ["cancelled", "none", ["all", "cancelled"]],
] as const)("an order that is %s with refund %s matches its filters", (status, refund_status, kinds) => {
  expect(orderFilters.filter((filter) => matchesFilter({ status, refund_status }, filter))).toEqual(kinds);
});
