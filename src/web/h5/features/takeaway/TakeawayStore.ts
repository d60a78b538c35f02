import { makeAutoObservable } from "mobx";
import { requestTimeoutMs } from "#contract/constants.ts";
import { isAbortError } from "#web/lib/api/ApiError.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import { isOffline } from "#web/lib/cache/PersistentQueryCache.ts";
import { type CustomerScoped, defineStore } from "../../app/RootStore.ts";
import { readSelectedAddress, writeSelectedAddress } from "../address/selectedAddress.ts";
import { type CartTransferStore, cartTransferStore } from "../cart/CartTransferStore.ts";
import { type MenuStore, menuStore } from "../menu/MenuStore.ts";
import { parseLocation, type Restaurant } from "../restaurant/Restaurant.ts";
import { type DeliveryPoint, type RestaurantStore, restaurantStore } from "../restaurant/RestaurantStore.ts";
import { createFetchBootstrap, type FetchBootstrap, type TakeawayBootstrap } from "./takeaway.api.ts";
import type { FallbackContext } from "./takeaway.fallback.ts";
import { toBootstrapQuery } from "./toBootstrapQuery.ts";

/** Delivery address, as far as ordering needs it. */
export interface DeliveryAddress extends DeliveryPoint {
  readonly recipient: string;
  readonly phone: string;
  /** Display line: the place's name with the house number. */
  readonly line: string;
}

/** Reason why a menu cannot be shown. */
export type TakeawayBlocker =
  | "address_failed"
  | "no_address"
  | "no_position"
  | "store_failed"
  | "no_store"
  | "menu_failed"
  | "menu_format"
  | "menu_empty";

/** View of the takeaway page. */
export type TakeawayView = "loading" | "menu" | TakeawayBlocker;

interface Dependencies {
  /** Returns the address selected on this device, or null. */
  readSelected: () => DeliveryAddress | null;
  restaurants: RestaurantStore;
  menu: MenuStore;
  cartTransfer: CartTransferStore;
  fetchBootstrap: FetchBootstrap;
  /** Replaces the bootstrap request on hosts without it. */
  loadStepByStep: (host: FallbackContext) => Promise<void>;
}

/**
 * Maximum age of a preload (ms); a page that opens later loads for itself. A slow phone may need seconds from the request to
 * its first screen.
 */
const preloadMaxAgeMs = requestTimeoutMs;

/** Coordinates the selected address with its nearest restaurant, that one's menu and the cart. */
export class TakeawayStore implements CustomerScoped {
  readonly address = new Loadable<DeliveryAddress | null>();
  /** The bootstrap response; null on a host without it, where each resource is fetched separately. */
  readonly bootstrap = new Loadable<TakeawayBootstrap | null>();
  private loadId = 0;
  /** Load started before the page, with its start time (ms), until the page takes it over. */
  private preloaded: { at: number; work: Promise<void> } | null = null;
  private readonly dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.dependencies = dependencies;
    makeAutoObservable<this, "dependencies" | "loadId" | "preloaded">(
      this,
      { address: false, bootstrap: false, dependencies: false, loadId: false, preloaded: false },
      { autoBind: true },
    );
  }

  /** The restaurant that delivers, stored or found. */
  get nearestRestaurant(): Restaurant | null {
    const { nearest, findStored: restoreCached } = this.dependencies.restaurants;
    const address = this.address.value;
    if (address === null || address === undefined) return null;
    return nearest.status === "ready" ? (nearest.value ?? null) : restoreCached(address);
  }

  get view(): TakeawayView {
    const address = this.address.value;
    const { menu, restaurantId } = this.dependencies.menu;
    const hasMenu = menu.value !== undefined && this.nearestRestaurant?.id === restaurantId;
    if (this.bootstrap.status === "failed" && !hasMenu) return "menu_failed";
    if (address === undefined) return this.address.status === "failed" ? "address_failed" : "loading";
    if (address === null) return "no_address";
    if (parseLocation(address.poi_location) === null) return "no_position";
    return this.restaurantView;
  }

  /** Shows stored data at once: the selected address, its restaurant, the cached menu, and the cart. */
  restoreCached(): void {
    const address = this.syncSelectedAddress();
    const nearestRestaurant = address === null ? null : this.dependencies.restaurants.findStored(address);
    const { menu, cartTransfer } = this.dependencies;
    if (nearestRestaurant === null) return;
    if (menu.menu.value === undefined) menu.restoreCached(nearestRestaurant.id);
    if (menu.dishes.length > 0) cartTransfer.open(nearestRestaurant);
  }

  /**
   * Shows stored data and loads, before the page is mounted; resolves when there is something to show, or
   * loading has failed.
   */
  async preload(): Promise<void> {
    this.restoreCached();
    const work = this.reload();
    this.preloaded = { at: Date.now(), work };
    // The page that takes it over handles the failure.
    work.catch(() => undefined);
    if (this.view === "loading") await work;
  }

  /**
   * Loads a menu for a server-rendered page without data of the device. Throws when there is no menu to show, since a
   * page that says so is not worth rendering.
   */
  async prefetch(addressId: string): Promise<void> {
    const query = toBootstrapQuery(addressId, "");
    const response = await this.bootstrap.run((signal) => this.dependencies.fetchBootstrap(query, signal));
    if (response !== null) this.applyBootstrap(response);
    if (this.view !== "menu") throw new Error(this.view);
  }

  /**
   * Loads missing and possibly stale data; known data stays visible meanwhile. Failures are stored in the
   * individual stores.
   */
  async load(): Promise<void> {
    const { preloaded } = this;
    this.preloaded = null;
    const isRecent = preloaded !== null && Date.now() - preloaded.at < preloadMaxAgeMs;
    await (isRecent ? preloaded.work : this.reload());
  }

  private async reload(): Promise<void> {
    const loadId = ++this.loadId;
    try {
      const selected = this.syncSelectedAddress();
      if (selected !== null && parseLocation(selected.poi_location) === null) return;
      const { fetchBootstrap, menu } = this.dependencies;
      const query = toBootstrapQuery(selected?.id ?? "", menu.version);
      const response = await this.bootstrap.run((signal) => fetchBootstrap(query, signal));
      if (loadId !== this.loadId) return;
      if (response !== null) {
        this.applyBootstrap(response);
        if (this.nearestRestaurant !== null) this.openCart(this.nearestRestaurant);
      } else await this.loadFallback(selected, () => loadId === this.loadId);
    } catch (error) {
      if (loadId !== this.loadId || isAbortError(error)) return;
      if (isOffline(error) && this.nearestRestaurant !== null)
        this.dependencies.menu.restoreCached(this.nearestRestaurant.id);
      if (!this.hasFailure) throw error;
    }
  }

  resetCustomerData(): void {
    this.loadId++;
    this.preloaded = null;
    this.dependencies.cartTransfer.dismiss();
    this.bootstrap.reset();
    this.address.reset();
    this.dependencies.restaurants.nearest.reset();
  }

  private get hasFailure(): boolean {
    const { restaurants, menu } = this.dependencies;
    const loadables = [this.bootstrap, this.address, restaurants.nearest, menu.menu];
    return loadables.some(({ status }) => status === "failed");
  }

  private get restaurantView(): TakeawayView {
    const { nearest } = this.dependencies.restaurants;
    const { menu, restaurantId } = this.dependencies.menu;
    const nearestRestaurant = this.nearestRestaurant;
    const hasFailed = nearest.status === "failed";
    if (hasFailed && menu.value === undefined) return "store_failed";
    if (nearest.status === "ready" && nearest.value === null) return "no_store";
    if (nearestRestaurant === null || nearestRestaurant.id !== restaurantId)
      return hasFailed ? "store_failed" : "loading";
    if (menu.value === undefined) return menu.status === "failed" ? "menu_failed" : "loading";
    if (menu.value.dishes.length > 0) return "menu";
    return menu.value.fault === "empty" ? "menu_empty" : "menu_format";
  }

  /** Returns the selected address, null without one; clears data found for another one. */
  private syncSelectedAddress(): DeliveryAddress | null {
    const { readSelected, restaurants } = this.dependencies;
    const selected = readSelected();
    if (
      selected?.id !== this.address.value?.id ||
      selected?.poi_location !== this.address.value?.poi_location
    ) {
      restaurants.nearest.reset();
      this.address.reset();
    }
    if (selected !== null) this.address.set(selected);
    return selected;
  }

  private applyBootstrap({
    address,
    restaurant: nearestRestaurant,
    version,
    items,
  }: TakeawayBootstrap): void {
    const { restaurants, menu } = this.dependencies;
    this.address.set(address);
    if (address === null) return;
    writeSelectedAddress(address);
    restaurants.setNearest(address, nearestRestaurant);
    if (nearestRestaurant === null) return;
    menu.applyResponse(nearestRestaurant.id, version, items);
  }

  private async loadFallback(selected: DeliveryAddress | null, isCurrent: () => boolean): Promise<void> {
    const { loadStepByStep, restaurants, menu } = this.dependencies;
    await loadStepByStep({
      selected,
      address: this.address,
      restaurants,
      menu,
      isCurrent,
      openCart: this.openCart,
    });
  }

  private openCart(nearestRestaurant: Restaurant): void {
    const { menu, cartTransfer } = this.dependencies;
    if (menu.dishes.length === 0) return;
    cartTransfer.open(nearestRestaurant);
    cartTransfer.reconcile(menu.dishesById);
  }
}

export const takeawayStore = defineStore(
  (root) =>
    new TakeawayStore({
      readSelected: readSelectedAddress,
      restaurants: root.get(restaurantStore),
      menu: root.get(menuStore),
      cartTransfer: root.get(cartTransferStore),
      fetchBootstrap: createFetchBootstrap(root.api),
      loadStepByStep: async (host) => (await import("./takeaway.fallback.ts")).loadStepByStep(root.api, host),
    }),
);
