import type { DayPart } from "#contract/constants.ts";
import type { CategoryId } from "./demo-categories.ts";
import type { DemoDish } from "./demo-chain.ts";

/** One card as it is written down; prices in fen. */
export interface DishRow {
  /** Five digits: the category's number and the dish's number. */
  id: string;
  name: string;
  /** The price, or a price for each spec; a spec's number is its place, so new ones go to the end. */
  fen: number | Record<string, number>;
  text: string;
  /** A name under "dishes" in `media.json`. */
  image: string;
  /** Sold so far; further specs of the card sold a half, a third and so on. */
  sales: number;
  /** The struck price of a dish without specs. */
  was?: number;
  dayParts?: DayPart[];
  stock?: number;
  only?: "takeaway" | "inStore";
}

/** The items of a category: one for each row without specs, else one for each spec. */
export function toDishes(categoryId: CategoryId, rows: DishRow[]): DemoDish[] {
  return rows.flatMap((row) => {
    if (typeof row.fen === "number") return [item(categoryId, row, row.fen)];
    return Object.entries(row.fen).map(([spec, fen], index) =>
      variant(item(categoryId, row, fen), spec, index),
    );
  });
}

function item(categoryId: CategoryId, row: DishRow, priceFen: number): DemoDish {
  return {
    id: row.id,
    spuId: null,
    spuName: null,
    specName: null,
    name: row.name,
    categoryId,
    priceFen,
    originalPriceFen: row.was ?? null,
    description: row.text,
    image: `/media/dishes/${row.image}.webp`,
    dayParts: row.dayParts ?? null,
    stock: row.stock ?? null,
    takeaway: row.only !== "inStore",
    inStore: row.only !== "takeaway",
    sales: row.sales,
  };
}

function variant(dish: DemoDish, specName: string, index: number): DemoDish {
  return {
    ...dish,
    id: `${dish.id}${index + 1}`,
    spuId: dish.id,
    spuName: dish.name,
    specName,
    name: `${dish.name}（${specName}）`,
    sales: Math.round(dish.sales / (index + 1)),
  };
}
