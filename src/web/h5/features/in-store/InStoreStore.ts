import { makeAutoObservable, observableRef } from "mobx";
import { isAbortError } from "#web/lib/api/ApiError.ts";
import { defineStore } from "../../app/RootStore.ts";
import type { MenuLink } from "../booking/InStoreOptions.ts";
import { type InStoreOptionsStore, inStoreOptionsStore } from "../booking/InStoreOptionsStore.ts";
import type { CartStore } from "../cart/CartStore.ts";
import { type InStoreCartStorage, inStoreCartStorage, inStoreCartStore } from "../cart/inStoreCartStore.ts";
import type { NamedCart } from "../cart/StoredCarts.ts";
import type { MenuStore } from "../menu/MenuStore.ts";
import { inStoreMenuStore } from "./inStoreMenuStore.ts";

/** Reason why a restaurant's menu cannot be shown. */
export type InStoreBlocker = "unknown_store" | "store_failed" | "menu_failed" | "menu_format" | "menu_empty";

/** View of the in-store menu page. */
export type InStoreView = "loading" | "menu" | InStoreBlocker;

interface Dependencies {
  optionsStore: InStoreOptionsStore;
  menu: MenuStore;
  cart: CartStore;
  cartStorage: InStoreCartStorage;
  /** True while the server-rendered data need not be fetched again. */
  isSentFresh: boolean;
}

/** Coordinates a restaurant and a time with the menu of that time and the cart of that restaurant. */
export class InStoreStore {
  /** Non-empty cart of another restaurant: the customer decides about it before this one's is opened. */
  cartConflict: NamedCart | null = null;
  private loadId = 0;
  private isPrefetched = false;
  private readonly dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.dependencies = dependencies;
    makeAutoObservable<this, "dependencies" | "loadId" | "isPrefetched">(
      this,
      { cartConflict: observableRef, dependencies: false, loadId: false, isPrefetched: false },
      { autoBind: true },
    );
  }

  get view(): InStoreView {
    const { optionsStore, menu } = this.dependencies;
    const { restaurant } = optionsStore;
    if (restaurant.value === null) return "unknown_store";
    if (restaurant.value === undefined) return restaurant.status === "failed" ? "store_failed" : "loading";
    if (this.cartConflict !== null || menu.restaurantId !== optionsStore.options.restaurantId)
      return "loading";
    if (menu.menu.value === undefined) return menu.menu.status === "failed" ? "menu_failed" : "loading";
    if (menu.menu.value.dishes.length > 0) return "menu";
    return menu.menu.value.fault === "empty" ? "menu_empty" : "menu_format";
  }

  /**
   * Loads a link's restaurant and its current menu without customer data. Throws when there is no menu to
   * show.
   */
  async prefetch(link: MenuLink): Promise<void> {
    const { optionsStore, menu } = this.dependencies;
    optionsStore.preview(link);
    await Promise.all([optionsStore.loadRestaurant(null), menu.load(link.restaurantId)]);
    if (this.view !== "menu") throw new Error(`there is no menu to show: ${this.view}`);
    this.isPrefetched = this.dependencies.isSentFresh;
  }

  /** Reloads the restaurant and its menu; known data stays visible. Failures are stored in the two stores. */
  async load(): Promise<void> {
    const { optionsStore, menu } = this.dependencies;
    this.openCart();
    const isKnown = this.isPrefetched && optionsStore.options.time === null;
    this.isPrefetched = false;
    if (isKnown) this.saveRestaurantName();
    if (isKnown) this.reconcile();
    const loads = isKnown
      ? optionsStore.position
        ? [this.loadRestaurant()]
        : []
      : [this.loadRestaurant(), this.loadMenu()];
    const failures = (await Promise.allSettled(loads)).filter((result) => result.status === "rejected");
    const isFailureShown = optionsStore.restaurant.status === "failed" || menu.menu.status === "failed";
    const unshownFailure = failures.find(({ reason }) => !isAbortError(reason));
    if (unshownFailure !== undefined && !isFailureShown) throw unshownFailure.reason;
  }

  /**
   * Selects another time: fetches its menu, and removes dishes not served then from the cart by name.
   * Rethrows failures.
   */
  async chooseTime(time: string | null): Promise<void> {
    this.dependencies.optionsStore.setTime(time);
    await this.loadMenu();
  }

  /** Keeps or clears the other restaurant's cart. */
  resolveCartConflict(shouldClear: boolean): void {
    const { cartConflict } = this;
    if (cartConflict === null) return;
    this.cartConflict = null;
    this.switchCart();
    if (shouldClear) this.dependencies.cartStorage.write(null, cartConflict.restaurantId);
    this.reconcile();
  }

  private openCart(): void {
    const { optionsStore, cart, cartStorage } = this.dependencies;
    const isOpen = cart.restaurantId === optionsStore.options.restaurantId;
    cart.flush();
    this.cartConflict = isOpen || cart.isEmpty ? null : cartStorage.findCart(cart.restaurantId);
    if (!isOpen && this.cartConflict === null) this.switchCart();
  }

  private switchCart(): void {
    const { optionsStore, cart, cartStorage } = this.dependencies;
    cart.openRestaurant(optionsStore.options.restaurantId);
    cartStorage.setCurrent(optionsStore.options.restaurantId);
  }

  private async loadRestaurant(): Promise<void> {
    await this.dependencies.optionsStore.loadRestaurant();
    this.saveRestaurantName();
  }

  private saveRestaurantName(): void {
    const { restaurantDetail } = this.dependencies.optionsStore;
    if (restaurantDetail !== null)
      this.dependencies.cartStorage.name(restaurantDetail.id, restaurantDetail.name);
  }

  private async loadMenu(): Promise<void> {
    const { optionsStore, menu } = this.dependencies;
    const loadId = ++this.loadId;
    const { restaurantId, time } = optionsStore.options;
    await menu.load(restaurantId, time);
    if (loadId === this.loadId) this.reconcile();
  }

  /**
   * Reconciles the cart with the menu of its own restaurant only, and not before the conflict is resolved.
   */
  private reconcile(): void {
    const { menu, cart } = this.dependencies;
    const isReady = menu.menu.status === "ready" && menu.dishes.length > 0;
    if (isReady && this.cartConflict === null && cart.restaurantId === menu.restaurantId)
      cart.reconcile(menu.dishesById, "day_part");
  }
}

export const inStoreStore = defineStore(
  (root) =>
    new InStoreStore({
      optionsStore: root.get(inStoreOptionsStore),
      menu: root.get(inStoreMenuStore),
      cart: root.get(inStoreCartStore),
      cartStorage: root.get(inStoreCartStorage),
      isSentFresh: root.hasFreshPayload,
    }),
);
