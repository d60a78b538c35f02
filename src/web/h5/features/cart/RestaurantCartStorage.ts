import { readJson, removeItem, type StorageKey, writeJson } from "#web/lib/storage/storage.ts";
import type { StoredCart } from "./CartLine.ts";
import { type CartOrigin, excludeOrdered } from "./CartOrigin.ts";
import type { CartStorage } from "./cart.storage.ts";
import { emptyCarts, type NamedCart, type StoredCarts, withCart } from "./StoredCarts.ts";

/** How the carts of one way of ordering are stored on the device. */
export interface CartStorageFormat {
  readonly key: StorageKey;
  readonly parse: (raw: unknown) => StoredCarts | null;
  /** Null when there is nothing to store. */
  readonly serialize: (carts: StoredCarts) => unknown;
}

/** The carts of one way of ordering on this device, one a restaurant. Read anew each time: other tabs write too. */
export class RestaurantCartStorage implements CartStorage {
  private readonly names = new Map<string, string>();
  private readonly origins = new Map<string, CartOrigin>();
  private readonly format: CartStorageFormat;

  constructor(format: CartStorageFormat) {
    this.format = format;
  }

  /** A cart without lines where the restaurant has none. */
  read(restaurantId: string): StoredCart | null {
    const stored = this.readAll();
    const requestedId = restaurantId === "" ? stored.current : restaurantId;
    if (requestedId === "") return null;
    return this.findCart(requestedId) ?? { restaurantId: requestedId, lines: [] };
  }

  /** The cart of a restaurant with its name; null when it is empty. */
  findCart(restaurantId: string): NamedCart | null {
    return this.readAll().carts.find((cart) => cart.restaurantId === restaurantId) ?? null;
  }

  write(cart: StoredCart | null, restaurantId: string): void {
    this.writeAll(withCart(this.readAll(), restaurantId, cart === null ? null : this.withRestaurant(cart)));
    if (cart === null) this.origins.delete(restaurantId);
  }

  /** This restaurant is ordered from now. */
  setCurrent(restaurantId: string): void {
    this.writeAll({ ...this.readAll(), current: restaurantId });
  }

  /** What a restaurant is called, for its cart. */
  name(restaurantId: string, name: string): void {
    this.names.set(restaurantId, name);
  }

  /** Notes where the lines of a restaurant's cart were copied from; stored with that cart. */
  setOrigin(restaurantId: string, origin: CartOrigin): void {
    this.origins.set(restaurantId, origin);
    const stored = this.findCart(restaurantId);
    if (stored !== null) this.write(stored, restaurantId);
  }

  /** Takes what was ordered out of the cart that it was copied from: it is not wanted twice. */
  removeOrdered(restaurantId: string): void {
    const orderedCart = this.findCart(restaurantId);
    const source = orderedCart?.origin === undefined ? null : this.findCart(orderedCart.origin.restaurantId);
    if (orderedCart?.origin === undefined || source === null) return;
    const lines = excludeOrdered(source.lines, orderedCart.origin, orderedCart.lines);
    this.write(lines.length === 0 ? null : { ...source, lines }, source.restaurantId);
  }

  /** The cart with what is known of its restaurant and where its lines come from. */
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

  private writeAll(carts: StoredCarts): void {
    const stored = this.format.serialize(carts);
    if (stored === null) removeItem(this.format.key);
    else writeJson(this.format.key, stored);
  }
}
