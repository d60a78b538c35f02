import { isRecord } from "#web/shared/api/readReply.ts";
import { textOf } from "../../wireValues.ts";
import { parseCart, type SavedCart, serializeCart } from "./CartLine.ts";

/** A cart at rest with the name of its restaurant, for asking about it elsewhere. */
export interface NamedCart extends SavedCart {
  readonly restaurantName: string;
}

/** The carts of several restaurants, and which of them was ordered from last. */
export interface KeptCarts {
  readonly current: string;
  readonly carts: readonly NamedCart[];
}

export const noCarts: KeptCarts = { current: "", carts: [] };

/** The same carts with another one in the place of a restaurant's; null takes it out. */
export function withCart(kept: KeptCarts, restaurantId: string, cart: NamedCart | null): KeptCarts {
  const others = kept.carts.filter((each) => each.restaurantId !== restaurantId);
  return { current: kept.current, carts: cart === null ? others : [...others, cart] };
}

/** The form they are stored in; null when there is nothing to store. */
export function serializeCarts({ current, carts }: KeptCarts): unknown {
  if (current === "" && carts.length === 0) return null;
  const stored = carts.map((cart) => ({
    ...(serializeCart(cart) as object),
    restaurantName: cart.restaurantName,
  }));
  return { version: 1, current, carts: stored };
}

/** Reads stored carts; those that cannot be read are left out. */
export function parseCarts(raw: unknown): KeptCarts | null {
  if (!isRecord(raw) || raw.version !== 1 || !Array.isArray(raw.carts)) return null;
  const carts = new Map<string, NamedCart>();
  for (const entry of raw.carts) {
    const cart = parseCart(entry);
    const name = isRecord(entry) ? textOf(entry.restaurantName).slice(0, 60) : "";
    if (cart !== null) carts.set(cart.restaurantId, { ...cart, restaurantName: name });
  }
  return { current: textOf(raw.current).slice(0, 64), carts: Array.from(carts.values()) };
}
