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

/** Returns the maximum quantity of a dish in a cart. */
export function quantityLimit(item: { stock: number | null }): number {
  return Math.min(quantityMax, item.stock ?? quantityMax);
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
  const { id, name, specName, priceFen, originalPriceFen, image, stock, quantity } = raw;
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
