import { readJson, removeItem, type StorageKey, writeJson } from "#web/lib/storage/storage.ts";
import type { StoredCart } from "./CartLine.ts";
import { type CartOrigin, excludeOrdered } from "./CartOrigin.ts";
import type { CartStorage } from "./cart.storage.ts";
import { emptyCarts, type NamedCart, type StoredCarts, withCart } from "./StoredCarts.ts";

/** Storage format of the carts of one order type on the device. */
export interface CartStorageFormat {
  readonly key: StorageKey;
  readonly parse: (raw: unknown) => StoredCarts | null;
  /** Returns null when there is nothing to store. */
  readonly serialize: (carts: StoredCarts) => unknown;
}

/** Carts of one order type on this device, one per restaurant. Read anew each time: other tabs write too. */
export class RestaurantCartStorage implements CartStorage {
  private readonly names = new Map<string, string>();
  private readonly origins = new Map<string, CartOrigin>();
  private readonly format: CartStorageFormat;

  constructor(format: CartStorageFormat) {
    this.format = format;
  }

  /** Returns a cart without lines when the restaurant has none. */
  read(restaurantId: string): StoredCart | null {
    const stored = this.readAll();
    const requestedId = restaurantId === "" ? stored.current : restaurantId;
    if (requestedId === "") return null;
    return this.findCart(requestedId) ?? { restaurantId: requestedId, lines: [] };
  }

  /** Returns the cart of a restaurant with its name; null when it is empty. */
  findCart(restaurantId: string): NamedCart | null {
    return this.readAll().carts.find((cart) => cart.restaurantId === restaurantId) ?? null;
  }

  write(cart: StoredCart | null, restaurantId: string): void {
    this.writeAll(withCart(this.readAll(), restaurantId, cart === null ? null : this.withRestaurant(cart)));
    if (cart === null) this.origins.delete(restaurantId);
  }

  /** Marks the restaurant as the current one. */
  setCurrent(restaurantId: string): void {
    this.writeAll({ ...this.readAll(), current: restaurantId });
  }

  /** Stores the name of a restaurant for its cart. */
  name(restaurantId: string, name: string): void {
    this.names.set(restaurantId, name);
    const stored = this.findCart(restaurantId);
    if (stored !== null && stored.restaurantName !== name) this.write(stored, restaurantId);
  }

  /** Stores the source of a restaurant's copied lines with its cart. */
  setOrigin(restaurantId: string, origin: CartOrigin): void {
    this.origins.set(restaurantId, origin);
    const stored = this.findCart(restaurantId);
    if (stored !== null) this.write(stored, restaurantId);
  }

  /** Removes the ordered lines from the source cart of a copy, so that they are not ordered twice. */
  removeOrdered(restaurantId: string): void {
    const orderedCart = this.findCart(restaurantId);
    const source = orderedCart?.origin === undefined ? null : this.findCart(orderedCart.origin.restaurantId);
    if (orderedCart?.origin === undefined || source === null) return;
    const lines = excludeOrdered(source.lines, orderedCart.origin, orderedCart.lines);
    this.write(lines.length === 0 ? null : { ...source, lines }, source.restaurantId);
  }

  /** Returns the cart with the stored restaurant name and origin. */
  private withRestaurant(cart: StoredCart): NamedCart {
    const { restaurantId, lines } = cart;
    const stored = this.findCart(restaurantId);
    const restaurantName = this.names.get(restaurantId) ?? stored?.restaurantName ?? "";
    const origin = this.origins.get(restaurantId) ?? stored?.origin;
    return { restaurantId, restaurantName, lines, ...(origin !== undefined && { origin }) };
  }

  private readAll(): StoredCarts {
    return readJson(this.format.key, this.format.parse) ?? emptyCarts;
  }

  /** Writes nothing that is stored already: another tab may have written something newer that is not seen here yet. */
  private writeAll(carts: StoredCarts): void {
    const stored = this.format.serialize(carts);
    if (JSON.stringify(stored) === JSON.stringify(this.format.serialize(this.readAll()))) return;
    if (stored === null) removeItem(this.format.key);
    else writeJson(this.format.key, stored);
  }
}
