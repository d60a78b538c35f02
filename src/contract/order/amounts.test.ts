import { expect, test } from "vitest";
import { sumPrice } from "./amounts.ts";

test.each([
  ["goods alone", { goodsFen: 3_800, deliveryFeeFen: 0, packingFeeFen: 0, pointsFen: 0 }, [0, 3_800, 3_800]],
  [
    "goods with delivery",
    { goodsFen: 3_800, deliveryFeeFen: 500, packingFeeFen: 0, pointsFen: 0 },
    [500, 4_300, 4_300],
  ],
  [
    "goods with delivery and packing",
    { goodsFen: 3_800, deliveryFeeFen: 500, packingFeeFen: 200, pointsFen: 0 },
    [700, 4_500, 4_500],
  ],
  [
    "points after the total",
    { goodsFen: 3_800, deliveryFeeFen: 500, packingFeeFen: 0, pointsFen: 600 },
    [500, 4_300, 3_700],
  ],
  ["a voucher's order", { goodsFen: 0, deliveryFeeFen: 0, packingFeeFen: 0, pointsFen: 0 }, [0, 0, 0]],
] as const)("%s", (_name, options, [feesFen, totalFen, payFen]) => {
  expect(sumPrice(options)).toEqual({ feesFen, totalFen, payFen });
});
