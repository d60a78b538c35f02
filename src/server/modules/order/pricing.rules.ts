import { calculateDeliveryFeeFen, type DeliveryTerms } from "#contract/delivery-terms.ts";
import type { CartDifference, QuoteRequest } from "#contract/order/quote.schema.ts";
import { getSellableStock, originalPrice } from "../menu/menu.presenter.ts";
import type { MenuRow } from "../menu/menu.repository.ts";
import { fitQuantities, type SellableLine } from "./quantity-limit.rules.ts";

/** An available line with the server's own price. */
export interface PricedLine {
  id: string;
  name: string;
  specName: string | null;
  image: string;
  priceFen: number;
  originalPriceFen: number;
  quantity: number;
}

export interface Pricing {
  lines: PricedLine[];
  differences: CartDifference[];
  goodsFen: number;
  originalFen: number;
}

type QuoteItemInput = QuoteRequest["items"][number];

/** Returns how a line differs from what the restaurant sells now; null when it does not. */
function findDifference(
  line: QuoteItemInput,
  row: MenuRow | undefined,
  isServed: boolean,
): CartDifference | null {
  const base = {
    id: line.id,
    name: row?.name ?? line.seen_name ?? "已下架商品",
    before: line.seen_price ?? null,
  };
  if (row === undefined) return { ...base, kind: "gone", after: null, left: null };
  if (!isServed) return { ...base, kind: "day_part", after: null, left: null };
  const left = getSellableStock(row);
  if (left !== null && left < line.quantity) return { ...base, kind: "sold_out", after: row.priceFen, left };
  if (line.seen_price !== undefined && line.seen_price !== row.priceFen) {
    return { ...base, kind: "price", after: row.priceFen, left: null };
  }
  return null;
}

/** Returns the number of portions of a line that can be sold. */
function sellableQuantity(line: QuoteItemInput, difference: CartDifference | null): number {
  if (difference === null || difference.kind === "price") return line.quantity;
  return difference.kind === "sold_out" ? (difference.left ?? 0) : 0;
}

/** Prices a request with the current menu; prices in the request are only compared. */
export function priceItems(
  items: QuoteItemInput[],
  rows: MenuRow[],
  isServed: (row: MenuRow) => boolean,
): Pricing {
  const rowById = new Map(rows.map((row) => [row.id, row]));
  const sellable: SellableLine[] = [];
  const differences: CartDifference[] = [];
  for (const item of items) {
    const row = rowById.get(item.id);
    const difference = findDifference(item, row, row !== undefined && isServed(row));
    if (difference !== null) differences.push(difference);
    const quantity = sellableQuantity(item, difference);
    if (row !== undefined && quantity > 0) sellable.push({ row, quantity });
  }
  const fitted = fitQuantities(sellable);
  differences.push(...fitted.differences);
  const lines = fitted.lines.map(({ row, quantity }) => toPricedLine(row, quantity));
  const sum = (selectFen: (line: PricedLine) => number) =>
    lines.reduce((total, line) => total + selectFen(line) * line.quantity, 0);
  return {
    lines,
    differences,
    goodsFen: sum((l) => l.priceFen),
    originalFen: sum((l) => l.originalPriceFen),
  };
}

/**
 * Prices a voucher order, prepaid at a partner shop: all lines are free; normal prices are struck out. Its portions
 * were fixed by the sale, so a minimum or maximum of today does not count.
 */
export function priceVoucherItems(
  items: QuoteItemInput[],
  rows: MenuRow[],
  isServed: (row: MenuRow) => boolean,
): Pricing {
  return priceItems(
    items.map(({ id, quantity }) => ({ id, quantity })),
    rows.map((row) => ({
      ...row,
      priceFen: 0,
      originalPriceFen: row.priceFen,
      minQuantity: null,
      maxQuantity: null,
    })),
    isServed,
  );
}

function toPricedLine(row: MenuRow, quantity: number): PricedLine {
  return {
    id: row.id,
    name: row.spuName ?? row.name,
    specName: row.specName,
    image: row.image,
    priceFen: row.priceFen,
    originalPriceFen: originalPrice(row),
    quantity,
  };
}

/** Returns the delivery fee in fen; 0 when `distanceM` is null. */
export function calculateDeliveryFee(
  terms: DeliveryTerms,
  goodsFen: number,
  distanceM: number | null,
): number {
  return distanceM === null || goodsFen === 0 ? 0 : calculateDeliveryFeeFen(terms, goodsFen, distanceM);
}

/** Returns the fee for packing a takeaway in fen; 0 without goods, and when `distanceM` is null, as in the store. */
export function calculatePackingFee(
  terms: DeliveryTerms,
  goodsFen: number,
  distanceM: number | null,
): number {
  return distanceM === null || goodsFen === 0 ? 0 : terms.packingFeeFen;
}

/** Returns the amount missing to the minimum takeaway order in fen, 0 when it is reached. */
export function missingToMinimumFen({ minimumFen }: DeliveryTerms, goodsFen: number): number {
  return Math.max(0, minimumFen - goodsFen);
}
