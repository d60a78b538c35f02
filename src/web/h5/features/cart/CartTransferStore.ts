import { makeAutoObservable, observableRef } from "mobx";
import { defineStore } from "../../app/RootStore.ts";
import { createCartOrigin, isUnchangedCopy } from "./CartOrigin.ts";
import { type CartStore, cartStore } from "./CartStore.ts";
import type { RestaurantCartStorage } from "./RestaurantCartStorage.ts";
import type { CurrentDish } from "./reconcile.ts";
import type { NamedCart } from "./StoredCarts.ts";
import { takeawayCartStorage } from "./takeawayCartStorage.ts";

/** What became of a cart when another restaurant began to serve the address. */
export interface CartTransfer {
  /** `copied`: lines came along, as far as they are sold; `none`: no line could; `found`: there was a cart already. */
  readonly kind: "copied" | "none" | "found";
  /** The restaurant whose cart stays stored; empty when its name is not known. */
  readonly from: string;
}

interface Dependencies {
  cart: CartStore;
  storage: RestaurantCartStorage;
}

/**
 * Turns the takeaway cart from one restaurant to another. Each restaurant's cart stays stored; lines are copied into
 * the cart of a restaurant that has none.
 */
export class CartTransferStore {
  /** What happened at the last change of restaurant, until the customer has read it. */
  notice: CartTransfer | null = null;
  /** What is to be copied as soon as the menu of the new restaurant is there. */
  private source: NamedCart | null = null;
  /** The restaurant whose cart nothing could be copied from; empty when something was. */
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

  /** Opens the cart of a restaurant as it was left; what is open now stays stored. */
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
    // Until the lines have come, a reload begins where they are.
    if (isNew) return;
    storage.setCurrent(restaurant.id);
    const isOwn = source === null || source.restaurantId === restaurant.id;
    if (!isOwn) this.notice = { kind: "found", from: source.restaurantName };
  }

  /** Compares the open cart with the current menu of its restaurant, and copies what waits into it. */
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

  /** The cart that was left, or the one that it is an unchanged copy of; such a copy is not needed any more. */
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
