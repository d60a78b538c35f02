import type { DayPart } from "#contract/constants.ts";
import type { CategoryId } from "./demo-categories.ts";
import type { DemoDish } from "./demo-chain.ts";

/** Source data of a menu card; prices in fen. */
export interface DishRow {
  /** Five digits: the category's number and the dish's number. */
  id: string;
  name: string;
  /** The price, or a price for each spec; a spec's number is its position, so new specs go to the end. */
  fen: number | Record<string, number>;
  text: string;
  /** Name of an image under "dishes" in `media.json`. */
  image: string;
  /** Units sold so far; the card's further specs count a half, a third and so on. */
  sales: number;
  /** Struck-through original price of a dish without specs, in fen. */
  was?: number;
  dayParts?: DayPart[];
  stock?: number;
  only?: "takeaway" | "inStore";
}

/** Converts the rows of a category to dishes: one for each row without specs, else one for each spec. */
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
