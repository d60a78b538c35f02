import { expect, test } from "vitest";
import { newRisingId, orderIdKind } from "../security/ids.ts";
import { addMonths, listMonths, monthOf, startOfMonth } from "./months.ts";
import {
  afterAllMonths,
  checkName,
  earlierCondition,
  findCheckedMonth,
  findMonth,
  firstIdOf,
  lowerBound,
  numberBefore,
  type PartitionedTable,
  partitionedTables,
  partitionName,
} from "./partitioned-tables.ts";

test("a month begins at midnight in Shanghai", () => {
  expect(startOfMonth("2026-12").toISOString()).toBe("2026-11-30T16:00:00.000Z");
  expect(monthOf(new Date("2026-11-30T15:59:59.999Z"))).toBe("2026-11");
  expect(monthOf(new Date("2026-11-30T16:00:00.000Z"))).toBe("2026-12");
  expect(() => startOfMonth("2026-13")).toThrow("2026-13 is no month");
});

test("months are counted over the turn of the year", () => {
  expect(addMonths("2026-11", 3)).toBe("2027-02");
  expect(addMonths("2026-12", 12)).toBe("2027-12");
  expect(addMonths("2027-01", -1)).toBe("2026-12");
  expect(listMonths("2026-11", "2027-01")).toEqual(["2026-11", "2026-12", "2027-01"]);
  expect(listMonths("2027-01", "2026-12")).toEqual([]);
});

test("ids of a month's first and last millisecond lie within it", () => {
  const [first, next] = [startOfMonth("2026-12"), startOfMonth("2027-01")];
  const inMonth = (at: Date) => {
    const id = newRisingId(orderIdKind, at);
    return id >= firstIdOf("2026-12") && id < firstIdOf("2027-01");
  };
  expect(
    [first.getTime() - 1, first.getTime(), next.getTime() - 1, next.getTime()].map((ms) =>
      inMonth(new Date(ms)),
    ),
  ).toEqual([false, true, true, false]);
  expect(newRisingId(orderIdKind, new Date("9999-12-31")) < afterAllMonths).toBe(true);
});

test("the number before a month's rows has its digits, fits the position of a stream and is an exact number", () => {
  expect(numberBefore("2026-12")).toBe(202_612_000_000_000);
  expect(String(numberBefore("9999-12"))).toMatch(/^\d{15}$/);
  expect(Number.isSafeInteger(numberBefore("9999-12") + 1e9)).toBe(true);
  expect(numberBefore("2027-01")).toBeGreaterThan(numberBefore("2026-12") + 1e9);
});

test("bounds are literals of the column's type", () => {
  const find = (name: string) => partitionedTables.find((table) => table.name === name) as PartitionedTable;
  const [orders, events] = [find("orders"), find("events")];
  expect(lowerBound(events, "2026-12")).toBe("202612000000000");
  expect(lowerBound(orders, "2026-12")).toBe(`'${firstIdOf("2026-12")}'`);
  expect(earlierCondition(events, "2026-12")).toBe("id < 202612000000000");
  expect(earlierCondition(orders, "2026-12")).toBe(`id < '${firstIdOf("2026-12")}' or id >= 'order2'`);
});

test("names of partitions and checks tell their month", () => {
  expect(findMonth("orders", partitionName("orders", "2026-12"))).toBe("2026-12");
  expect(findMonth("orders", "orders_earlier")).toBeNull();
  expect(findCheckedMonth("orders", checkName("orders", "2026-12"))).toBe("2026-12");
  expect(findCheckedMonth("orders", "orders_money_check")).toBeNull();
});
