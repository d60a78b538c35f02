import { orderLinesMax, quantityMax } from "#contract/constants.ts";
import { isRecord } from "#web/lib/api/parseResponse.ts";

/** Dish data in the cart, so that it can be shown before the menu is loaded; amounts in fen. */
export interface CartItem {
  readonly id: string;
  readonly name: string;
  readonly specName: string | null;
  readonly priceFen: number;
  readonly originalPriceFen: number;
  readonly image: string;
  readonly stock: number | null;
  /** Shared by the variants of a dish; null or absent without variants, and in carts of earlier versions. */
  readonly spuId?: string | null | undefined;
  /** Fewest and most portions of the dish in an order, its variants added up; null or absent for none. */
  readonly minQuantity?: number | null | undefined;
  readonly maxQuantity?: number | null | undefined;
}

/** A dish in the cart; `quantity` is 1 to 99. */
export interface CartLine {
  readonly item: CartItem;
  readonly quantity: number;
}

/** Stored cart: the lines of one restaurant. */
export interface StoredCart {
  readonly restaurantId: string;
  readonly lines: readonly CartLine[];
}

/**
 * Returns the maximum quantity of a line, by the stock and by the dish's maximum, of which other variants have `others`.
 */
export function quantityLimit(
  { stock, maxQuantity }: Pick<CartItem, "stock" | "maxQuantity">,
  others = 0,
): number {
  return Math.min(quantityMax, stock ?? quantityMax, maxQuantity ? maxQuantity - others : quantityMax);
}

/** Counts the portions of a dish in a cart, its variants added up. */
export function countPortions(lines: readonly CartLine[], { id, spuId }: CartItem): number {
  const own = lines.filter(({ item }) => item.id === id || (spuId && item.spuId === spuId));
  return own.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** Returns the portions that a plus adds: one, or what a dish with so many portions misses to its minimum. */
export function stepUp({ minQuantity }: Pick<CartItem, "minQuantity">, portions: number): number {
  return Math.max(1, (minQuantity ?? 0) - portions);
}

/** Serializes a cart in the stored format with `items` and `totalAmount`. */
export function serializeCart(cart: StoredCart): object {
  const items = cart.lines.map(({ item, quantity }) => ({ ...item, quantity }));
  const totalAmount = cart.lines.reduce((sum, line) => sum + line.item.priceFen * line.quantity, 0);
  return { version: 1, restaurantId: cart.restaurantId, items, totalAmount };
}

/** Parses a stored cart; drops invalid parts, null when nothing usable remains. */
export function parseCart(raw: unknown): StoredCart | null {
  if (!isRecord(raw) || raw.version !== 1) return null;
  const { restaurantId, items } = raw;
  if (!isText(restaurantId, 64) || !Array.isArray(items)) return null;
  const lines = new Map<string, CartLine>();
  for (const entry of items) {
    const line = parseLine(entry);
    if (line !== null && !lines.has(line.item.id) && lines.size < orderLinesMax)
      lines.set(line.item.id, line);
  }
  return lines.size === 0 ? null : { restaurantId, lines: Array.from(lines.values()) };
}

function parseLine(raw: unknown): CartLine | null {
  if (!isRecord(raw)) return null;
  const { id, name, specName, priceFen, originalPriceFen, image, stock, quantity, ...limits } = raw;
  if (!isText(id, 64) || !isText(name, 200) || !isWholeNumber(priceFen, 1) || !isWholeNumber(quantity, 1))
    return null;
  if (quantity > quantityMax) return null;
  return {
    item: {
      id,
      name,
      specName: isText(specName, 100) ? specName : null,
      priceFen,
      originalPriceFen: isWholeNumber(originalPriceFen, priceFen) ? originalPriceFen : priceFen,
      image: isText(image, 500) ? image : "",
      stock: isWholeNumber(stock, 0) ? stock : null,
      spuId: isText(limits.spuId, 64) ? limits.spuId : undefined,
      minQuantity: isWholeNumber(limits.minQuantity, 1) ? limits.minQuantity : undefined,
      maxQuantity: isWholeNumber(limits.maxQuantity, 1) ? limits.maxQuantity : undefined,
    },
    quantity,
  };
}

function isText(value: unknown, max: number): value is string {
  return typeof value === "string" && value !== "" && value.length <= max;
}

function isWholeNumber(value: unknown, min: number): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= min && value <= 100_000_000;
}
