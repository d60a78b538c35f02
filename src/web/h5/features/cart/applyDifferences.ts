import type { CartDifference } from "#contract/order/quote.schema.ts";
import type { CartItem, CartLine } from "./CartLine.ts";

/**
 * Returns the lines after the differences of a quote: new prices, quantities that fit stock, minimum and maximum, no
 * unavailable dishes.
 */
export function applyDifferences(
  lines: readonly CartLine[],
  differences: readonly CartDifference[],
): CartLine[] {
  const byId = new Map(lines.map((line) => [line.item.id, line]));
  for (const difference of differences) {
    const line = byId.get(difference.id);
    if (line === undefined) continue;
    const changed = applyDifference(line, difference);
    if (changed === null) byId.delete(difference.id);
    else byId.set(difference.id, changed);
  }
  return Array.from(byId.values());
}

function applyDifference(line: CartLine, { kind, after, left }: CartDifference): CartLine | null {
  if (kind === "price" && after !== null && after > 0) return { ...line, item: withPrice(line.item, after) };
  if (left === null || left <= 0) return null;
  if (kind === "minimum" || kind === "maximum") return { ...line, quantity: left };
  if (kind !== "sold_out") return null;
  const item = after !== null && after > 0 ? withPrice(line.item, after) : line.item;
  return { item: { ...item, stock: left }, quantity: Math.min(left, line.quantity) };
}

/** Returns the item at another price; without an offer its original price follows, so that no saving is shown. */
function withPrice(item: CartItem, priceFen: number): CartItem {
  const hasOffer = item.originalPriceFen > item.priceFen;
  const originalPriceFen = hasOffer ? Math.max(item.originalPriceFen, priceFen) : priceFen;
  return { ...item, priceFen, originalPriceFen };
}
