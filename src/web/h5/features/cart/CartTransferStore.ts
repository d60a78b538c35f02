import { makeAutoObservable, observableRef } from "mobx";
import { defineStore } from "../../app/RootStore.ts";
import { createCartOrigin, isUnchangedCopy } from "./CartOrigin.ts";
import { type CartStore, cartStore } from "./CartStore.ts";
import type { RestaurantCartStorage } from "./RestaurantCartStorage.ts";
import type { CurrentDish } from "./reconcile.ts";
import type { NamedCart } from "./StoredCarts.ts";
import { takeawayCartStorage } from "./takeawayCartStorage.ts";

/** Result of a cart transfer when another restaurant began to serve the address. */
export interface CartTransfer {
  /** `copied`: available lines were copied; `none`: no line could be; `found`: there was a cart already. */
  readonly kind: "copied" | "none" | "found";
  /** Name of the restaurant whose cart stays stored; empty when unknown. */
  readonly from: string;
}

interface Dependencies {
  cart: CartStore;
  storage: RestaurantCartStorage;
}

/**
 * Switches the takeaway cart from one restaurant to another. Each restaurant's cart stays stored; lines are
 * copied into the cart of a restaurant that has none.
 */
export class CartTransferStore {
  /** Result of the last restaurant change, until the customer dismisses it. */
  notice: CartTransfer | null = null;
  /** Cart to copy as soon as the menu of the new restaurant is loaded. */
  private source: NamedCart | null = null;
  /** Restaurant whose cart could not be copied at all; empty when some lines were. */
  private uncopiedSourceId = "";
  private readonly dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.dependencies = dependencies;
    makeAutoObservable<this, "dependencies" | "source" | "uncopiedSourceId">(
      this,
      { notice: observableRef, dependencies: false, source: false, uncopiedSourceId: false },
      { autoBind: true },
    );
  }

  /** Opens the stored cart of a restaurant; the current one stays stored. */
  open(restaurant: { id: string; name: string }): void {
    const { cart, storage } = this.dependencies;
    storage.name(restaurant.id, restaurant.name);
    if (cart.restaurantId === restaurant.id) return;
    cart.flush();
    const previous = storage.findCart(cart.restaurantId);
    const source =
      previous === null ? storage.findCart(this.uncopiedSourceId) : this.discardUnchangedCopy(previous);
    cart.openRestaurant(restaurant.id);
    const isNew = cart.isEmpty && source !== null;
    this.source = isNew ? source : null;
    this.notice = null;
    this.uncopiedSourceId = "";
    // Until the lines are copied, a reload starts from their source.
    if (isNew) return;
    storage.setCurrent(restaurant.id);
    const isOwn = source === null || source.restaurantId === restaurant.id;
    if (!isOwn) this.notice = { kind: "found", from: source.restaurantName };
  }

  /** Checks the open cart against the current menu of its restaurant, and copies pending lines into it. */
  reconcile(menu: ReadonlyMap<string, NonNullable<CurrentDish>>): void {
    const { cart, storage } = this.dependencies;
    const { source } = this;
    this.source = null;
    cart.reconcile(menu, undefined, source ?? undefined);
    if (source === null) return;
    this.uncopiedSourceId = cart.isEmpty ? source.restaurantId : "";
    if (!cart.isEmpty) storage.setOrigin(cart.restaurantId, createCartOrigin(source, cart.list, menu));
    storage.setCurrent(cart.restaurantId);
    this.notice = { kind: cart.isEmpty ? "none" : "copied", from: source.restaurantName };
  }

  dismiss(): void {
    this.notice = null;
  }

  /** Returns the previous cart, or its source if it is an unchanged copy; such a copy is then deleted. */
  private discardUnchangedCopy(previous: NamedCart): NamedCart {
    const { storage } = this.dependencies;
    const { origin } = previous;
    const source = origin === undefined ? null : storage.findCart(origin.restaurantId);
    if (origin === undefined || source === null || !isUnchangedCopy(previous.lines, origin)) return previous;
    storage.write(null, previous.restaurantId);
    return source;
  }
}

export const cartTransferStore = defineStore(
  (root) => new CartTransferStore({ cart: root.get(cartStore), storage: root.get(takeawayCartStorage) }),
);
