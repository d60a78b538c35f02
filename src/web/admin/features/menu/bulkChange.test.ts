import { expect, test } from "vitest";
import { noChange, parseBulkChange } from "./bulkChange.ts";
import { menuMessages } from "./menuMessages.ts";

const { badAmount, badPercent, nothing } = menuMessages.bulk;

test.each([
  [{ mode: "percent", value: "-10" }, { price_percent: -10 }],
  [{ mode: "percent", value: " +5 " }, { price_percent: 5 }],
  [{ mode: "amount", value: "-1.5" }, { price_amount: -150 }],
  [{ mode: "amount", value: "2" }, { price_amount: 200 }],
  [
    { sale: "off", categoryId: "soup" },
    { on_sale: false, category_id: "soup" },
  ],
  [{ sale: "on" }, { on_sale: true }],
  [{}, nothing],
  [{ mode: "percent", value: "0" }, badPercent],
  [{ mode: "percent", value: "301" }, badPercent],
  [{ mode: "percent", value: "-91" }, badPercent],
  [{ mode: "percent", value: "1.5" }, badPercent],
  [{ mode: "amount", value: "1.234" }, badAmount],
  [{ mode: "amount", value: "--1" }, badAmount],
] as const)("%j is parsed", (fields, expected) => {
  expect(parseBulkChange({ ...noChange, ...fields })).toEqual(expected);
});
