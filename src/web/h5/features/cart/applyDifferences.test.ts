import { expect, it } from "vitest";
import { applyDifferences } from "./applyDifferences.ts";

function line(id: string, quantity: number, originalPriceFen = 1100) {
  const item = {
    id,
    name: `菜${id}`,
    specName: null,
    priceFen: 1000,
    originalPriceFen,
    image: "",
    stock: null,
  };
  return { item, quantity };
}

const base = { name: "", before: null, after: null, left: null };

it("takes over new prices, removes what is gone, and fits quantities into stock, minimum and maximum", () => {
  const lines = ["dear", "few", "out", "gone", "late", "little", "much", "unsellable", "same"].map((id) =>
    line(id, 3),
  );
  const changed = applyDifferences(lines, [
    { ...base, id: "dear", kind: "price", after: 1800 },
    { ...base, id: "few", kind: "sold_out", after: 900, left: 1 },
    { ...base, id: "out", kind: "sold_out", left: 0 },
    { ...base, id: "gone", kind: "gone" },
    { ...base, id: "late", kind: "day_part" },
    { ...base, id: "little", kind: "minimum", left: 4, limit: 4 },
    { ...base, id: "much", kind: "maximum", left: 2, limit: 2 },
    { ...base, id: "unsellable", kind: "minimum", left: 0, limit: 9 },
    { ...base, id: "unknown", kind: "gone" },
  ]);
  expect(changed.map(({ item, quantity }) => [item.id, item.priceFen, quantity])).toEqual([
    ["dear", 1800, 3],
    ["few", 900, 1],
    ["little", 1000, 4],
    ["much", 1000, 2],
    ["same", 1000, 3],
  ]);
});

it("applies two differences of one line", () => {
  const changed = applyDifferences(
    [line("1", 1)],
    [
      { ...base, id: "1", kind: "price", after: 1200 },
      { ...base, id: "1", kind: "minimum", left: 2, limit: 2 },
    ],
  );
  expect(changed).toMatchObject([{ item: { priceFen: 1200 }, quantity: 2 }]);
});

it("saves nothing when a dish without an offer becomes cheaper", () => {
  const cheaper = { ...base, kind: "price" as const, before: 1000, after: 900 };
  const changed = applyDifferences(
    [line("1", 1, 1000), line("2", 1, 1300)],
    [
      { ...cheaper, id: "1" },
      { ...cheaper, id: "2" },
    ],
  );
  expect(changed.map(({ item }) => [item.priceFen, item.originalPriceFen])).toEqual([
    [900, 900],
    [900, 1300],
  ]);
});
