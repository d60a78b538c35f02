import { formatDishName } from "#contract/menu/dish-name.ts";
import { type CartItem, type CartLine, quantityLimit } from "./CartLine.ts";

/** Forced change of a cart line; `before` and `after` in fen, `left` in portions. */
export interface CartChange {
  readonly id: string;
  readonly name: string;
  readonly kind: "price" | "sold_out" | "gone" | "day_part" | "not_here" | "no_room" | "stock" | "limit";
  readonly before: number | null;
  readonly after: number | null;
  readonly left: number | null;
}

/** Current state of a dish by the menu or a quote; null when it is not sold (any more). */
export type CurrentDish = (CartItem & { readonly isAvailable: boolean }) | null;

/**
 * Reason why a dish is missing on a menu: not sold any more, not at that time of day, or not by that
 * restaurant.
 */
export type MissingReason = "gone" | "day_part" | "not_here";

/**
 * Finds a dish of another restaurant on this menu: same name and same spec. The id decides between several of
 * that name, and counts for nothing alone, because restaurants may number their dishes independently.
 */
export function findSameDish<D extends CartItem>(item: CartItem, menu: ReadonlyMap<string, D>): D | null {
  const name = comparableName(item);
  const byId = menu.get(item.id);
  if (byId !== undefined && comparableName(byId) === name) return byId;
  const matches = Array.from(menu.values()).filter((dish) => comparableName(dish) === name);
  return matches.length === 1 ? (matches[0] ?? null) : null;
}

/**
 * Compares a line with the current dish; returns the corrected line (null: removed) and the resulting change.
 */
export function reconcileLine(
  line: CartLine,
  current: CurrentDish,
  missing: MissingReason = "gone",
): { line: CartLine | null; changes: CartChange[] } {
  if (current === null) return { line: null, changes: [toCartChange(line, missing)] };
  if (!current.isAvailable) return { line: null, changes: [toCartChange(line, "sold_out")] };
  const changes: CartChange[] = [];
  if (current.priceFen !== line.item.priceFen) {
    changes.push(toCartChange(line, "price", { before: line.item.priceFen, after: current.priceFen }));
  }
  const quantity = Math.min(line.quantity, quantityLimit(current));
  if (quantity < line.quantity) {
    const kind = quantity === current.maxQuantity ? "limit" : "stock";
    changes.push(toCartChange(line, kind, { left: quantity }));
  }
  return { line: { item: toCartItem(current), quantity }, changes };
}

/** Picks the fields of a dish that a cart stores. */
export function toCartItem(dish: CartItem): CartItem {
  const { id, name, specName, priceFen, originalPriceFen, image, stock, spuId, minQuantity, maxQuantity } =
    dish;
  return { id, name, specName, priceFen, originalPriceFen, image, stock, spuId, minQuantity, maxQuantity };
}

/** Creates the change of a line; amounts that are not given are null. */
export function toCartChange(
  { item: { id, name, specName } }: CartLine,
  kind: CartChange["kind"],
  amounts?: Partial<Pick<CartChange, "before" | "after" | "left">>,
): CartChange {
  return {
    id,
    name: formatDishName(name, specName),
    kind,
    before: null,
    after: null,
    left: null,
    ...amounts,
  };
}

function comparableName(item: CartItem): string {
  return formatDishName(item.name, item.specName).normalize("NFKC").replace(/\s+/g, "");
}
