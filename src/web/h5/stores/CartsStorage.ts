import { readJson, remove, type StorageKey, writeJson } from "#web/shared/storage.ts";
import type { SavedCart } from "../features/cart/CartLine.ts";
import { type CartOrigin, withoutOrdered } from "../features/cart/CartOrigin.ts";
import { type KeptCarts, type NamedCart, noCarts, withCart } from "../features/cart/KeptCarts.ts";
import type { CartShelf } from "./cartShelf.ts";

/** How the carts of one way of ordering are stored on the device. */
export interface CartsFormat {
  readonly key: StorageKey;
  readonly parse: (raw: unknown) => KeptCarts | null;
  /** Null when there is nothing to store. */
  readonly serialize: (carts: KeptCarts) => unknown;
}

/** The carts of one way of ordering on this device, one a restaurant. Read anew each time: other tabs write too. */
export class CartsStorage implements CartShelf {
  private readonly names = new Map<string, string>();
  private readonly origins = new Map<string, CartOrigin>();
  private readonly format: CartsFormat;

  constructor(format: CartsFormat) {
    this.format = format;
  }

  /** A cart without lines where the restaurant has none. */
  read(restaurantId: string): SavedCart | null {
    const kept = this.kept();
    const wanted = restaurantId === "" ? kept.current : restaurantId;
    if (wanted === "") return null;
    return this.named(wanted) ?? { restaurantId: wanted, lines: [] };
  }

  /** The cart of a restaurant with its name; null when it is empty. */
  named(restaurantId: string): NamedCart | null {
    return this.kept().carts.find((cart) => cart.restaurantId === restaurantId) ?? null;
  }

  write(cart: SavedCart | null, restaurantId: string): void {
    this.keep(withCart(this.kept(), restaurantId, cart === null ? null : this.complete(cart)));
    if (cart === null) this.origins.delete(restaurantId);
  }

  /** This restaurant is ordered from now. */
  enter(restaurantId: string): void {
    this.keep({ ...this.kept(), current: restaurantId });
  }

  /** What a restaurant is called, for its cart. */
  name(restaurantId: string, name: string): void {
    this.names.set(restaurantId, name);
  }

  /** Notes where the lines of a restaurant's cart were copied from; stored with that cart. */
  setOrigin(restaurantId: string, origin: CartOrigin): void {
    this.origins.set(restaurantId, origin);
    const stored = this.named(restaurantId);
    if (stored !== null) this.write(stored, restaurantId);
  }

  /** Takes what was ordered out of the cart that it was copied from: it is not wanted twice. */
  noteOrdered(restaurantId: string): void {
    const ordered = this.named(restaurantId);
    const source = ordered?.origin === undefined ? null : this.named(ordered.origin.restaurantId);
    if (ordered?.origin === undefined || source === null) return;
    const lines = withoutOrdered(source.lines, ordered.origin, ordered.lines);
    this.write(lines.length === 0 ? null : { ...source, lines }, source.restaurantId);
  }

  /** The cart with what is known of its restaurant and where its lines come from. */
  private complete(cart: SavedCart): NamedCart {
    const { restaurantId, lines } = cart;
    const stored = this.named(restaurantId);
    const restaurantName = this.names.get(restaurantId) ?? stored?.restaurantName ?? "";
    const origin = this.origins.get(restaurantId) ?? stored?.origin;
    return { restaurantId, restaurantName, lines, ...(origin !== undefined && { origin }) };
  }

  private kept(): KeptCarts {
    return readJson(this.format.key, this.format.parse) ?? noCarts;
  }

  private keep(kept: KeptCarts): void {
    const stored = this.format.serialize(kept);
    if (stored === null) remove(this.format.key);
    else writeJson(this.format.key, stored);
  }
}
