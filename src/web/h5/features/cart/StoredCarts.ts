import { isRecord } from "#web/lib/api/parseResponse.ts";
import { toText } from "../../app/parse.ts";
import { parseCart, type StoredCart, serializeCart } from "./CartLine.ts";
import { type CartOrigin, parseOrigin } from "./CartOrigin.ts";

/** Stored cart with the name of its restaurant, for use outside that restaurant. */
export interface NamedCart extends StoredCart {
  readonly restaurantName: string;
  /** Source cart of its lines, while known. */
  readonly origin?: CartOrigin;
}

/** Carts of several restaurants and the one last ordered from; the last written stands at the end. */
export interface StoredCarts {
  readonly current: string;
  readonly carts: readonly NamedCart[];
}

/** Maximum number of stored carts per order type. */
export const storedCartsMax = 20;

export const emptyCarts: StoredCarts = { current: "", carts: [] };

/**
 * Returns the carts with a restaurant's cart replaced; null removes it. Drops the oldest beyond the limit.
 */
export function withCart(stored: StoredCarts, restaurantId: string, cart: NamedCart | null): StoredCarts {
  const others = stored.carts.filter((each) => each.restaurantId !== restaurantId);
  const carts = cart === null ? others : [...others, cart];
  return { current: stored.current, carts: carts.slice(-storedCartsMax) };
}

/** Serializes the in-store carts; null when there is nothing to store. */
export function serializeCarts({ current, carts }: StoredCarts): unknown {
  if (current === "" && carts.length === 0) return null;
  return { version: 1, current, carts: carts.map(serializeNamedCart) };
}

/** Parses the stored in-store carts; drops unreadable ones. */
export function parseCarts(raw: unknown): StoredCarts | null {
  if (!isRecord(raw) || raw.version !== 1 || !Array.isArray(raw.carts)) return null;
  return { current: parseId(raw.current), carts: parseCartEntries(raw.carts) };
}

/**
 * Serializes the takeaway carts: the current one as `items` and `totalAmount`, all others beside it; null
 * without a cart. A single cart has the same format as before there were others.
 */
export function serializeTakeawayCarts({ current, carts }: StoredCarts): unknown {
  const newest = carts[carts.length - 1];
  if (newest === undefined) return null;
  const shown = current === "" ? newest : carts.find(({ restaurantId }) => restaurantId === current);
  const others = carts.filter((cart) => cart !== shown);
  const empty: NamedCart = { restaurantId: current, restaurantName: "", lines: [] };
  return {
    ...serializeNamedCart(shown ?? empty),
    ...(others.length > 0 && { others: others.map(serializeNamedCart) }),
  };
}

/**
 * Parses the stored takeaway carts, also a single one of an earlier version; null when nothing usable
 * remains.
 */
export function parseTakeawayCarts(raw: unknown): StoredCarts | null {
  if (!isRecord(raw) || raw.version !== 1) return null;
  const others = Array.isArray(raw.others) ? raw.others : [];
  const carts = parseCartEntries([...others, raw]);
  return carts.length === 0 ? null : { current: parseId(raw.restaurantId), carts };
}

function serializeNamedCart(cart: NamedCart): object {
  const { restaurantName, origin } = cart;
  return { ...serializeCart(cart), restaurantName, ...(origin !== undefined && { origin }) };
}

/** One per restaurant; a later entry replaces earlier ones. */
function parseCartEntries(entries: readonly unknown[]): NamedCart[] {
  const carts = new Map<string, NamedCart>();
  for (const entry of entries) {
    const cart = parseCart(entry);
    if (cart === null || !isRecord(entry)) continue;
    const origin = parseOrigin(entry.origin);
    carts.delete(cart.restaurantId);
    carts.set(cart.restaurantId, {
      ...cart,
      restaurantName: toText(entry.restaurantName).slice(0, 60),
      ...(origin !== null && { origin }),
    });
  }
  return Array.from(carts.values()).slice(-storedCartsMax);
}

function parseId(value: unknown): string {
  return toText(value).slice(0, 64);
}
