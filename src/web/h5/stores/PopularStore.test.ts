import { expect, test } from "vitest";
import { normalizeMenu } from "../features/menu/normalizeMenu.ts";
import { mostSold } from "./PopularStore.ts";

const dish = (id: string, sales: number, more: object = {}) => ({ id, name: id, price: 100, sales, ...more });
const idsOf = (raw: object[]) => mostSold(normalizeMenu(raw).dishes).map(({ id }) => id);

test("the most sold come first, eight at most", () => {
  expect(idsOf([dish("a", 1), dish("b", 9), dish("c", 5)])).toEqual(["b", "c", "a"]);
  expect(idsOf(Array.from({ length: 20 }, (_, n) => dish(`d${n}`, n)))).toHaveLength(8);
});

test("one variant stands for a dish, and what cannot be had is left out", () => {
  const large = dish("tea-l", 5, { spu_id: "tea" });
  const small = dish("tea-s", 8, { spu_id: "tea" });
  const gone = dish("cake", 99, { stock: 0 });
  expect(idsOf([large, small, gone])).toEqual(["tea-s"]);
});
