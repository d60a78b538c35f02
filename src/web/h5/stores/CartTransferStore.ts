import { makeAutoObservable, observableRef } from "mobx";
import { isCopy, originOf } from "../features/cart/CartOrigin.ts";
import type { NamedCart } from "../features/cart/KeptCarts.ts";
import type { Current } from "../features/cart/reconcile.ts";
import { storeOf } from "../RootStore.ts";
import { type CartStore, cartStore } from "./CartStore.ts";
import type { CartsStorage } from "./CartsStorage.ts";
import { takeawayCarts } from "./takeawayCarts.ts";

/** What became of a cart when another restaurant began to serve the address. */
export interface CartTransfer {
  /** `copied`: lines came along, as far as they are sold; `none`: no line could; `found`: there was a cart already. */
  readonly kind: "copied" | "none" | "found";
  /** The restaurant whose cart stays stored; empty when its name is not known. */
  readonly from: string;
}

interface Parts {
  cart: CartStore;
  storage: CartsStorage;
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
  private unserved = "";
  private readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
    makeAutoObservable<this, "parts" | "source" | "unserved">(
      this,
      { notice: observableRef, parts: false, source: false, unserved: false },
      { autoBind: true },
    );
  }

  /** Opens the cart of a restaurant as it was left; what is open now stays stored. */
  open(restaurant: { id: string; name: string }): void {
    const { cart, storage } = this.parts;
    storage.name(restaurant.id, restaurant.name);
    if (cart.restaurantId === restaurant.id) return;
    cart.flush();
    const left = storage.named(cart.restaurantId);
    const source = left === null ? storage.named(this.unserved) : this.takeCopyBack(left);
    cart.moveTo(restaurant.id);
    const isNew = cart.isEmpty && source !== null;
    this.source = isNew ? source : null;
    this.notice = null;
    this.unserved = "";
    // Until the lines have come, a reload begins where they are.
    if (isNew) return;
    storage.enter(restaurant.id);
    const isOwn = source === null || source.restaurantId === restaurant.id;
    if (!isOwn) this.notice = { kind: "found", from: source.restaurantName };
  }

  /** Compares the open cart with the current menu of its restaurant, and copies what waits into it. */
  reconcile(menu: ReadonlyMap<string, NonNullable<Current>>): void {
    const { cart, storage } = this.parts;
    const { source } = this;
    this.source = null;
    cart.reconcile(menu, undefined, source ?? undefined);
    if (source === null) return;
    this.unserved = cart.isEmpty ? source.restaurantId : "";
    if (!cart.isEmpty) storage.setOrigin(cart.restaurantId, originOf(source, cart.list, menu));
    storage.enter(cart.restaurantId);
    this.notice = { kind: cart.isEmpty ? "none" : "copied", from: source.restaurantName };
  }

  dismiss(): void {
    this.notice = null;
  }

  /** The cart that was left, or the one that it is an unchanged copy of; such a copy is not needed any more. */
  private takeCopyBack(left: NamedCart): NamedCart {
    const { storage } = this.parts;
    const { origin } = left;
    const source = origin === undefined ? null : storage.named(origin.restaurantId);
    if (origin === undefined || source === null || !isCopy(left.lines, origin)) return left;
    storage.write(null, left.restaurantId);
    return source;
  }
}

export const cartTransferStore = storeOf(
  (root) => new CartTransferStore({ cart: root.get(cartStore), storage: root.get(takeawayCarts) }),
);
