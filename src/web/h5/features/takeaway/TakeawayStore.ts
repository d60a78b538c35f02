import { makeAutoObservable } from "mobx";
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

/** The address something is delivered to, as far as ordering needs it. */
export interface DeliveryAddress extends DeliveryPoint {
  readonly recipient: string;
  readonly phone: string;
  /** What the customer recognises it by: the place's name with the house number. */
  readonly line: string;
}

/** What can stand in the way of a menu. */
export type TakeawayBlocker =
  | "address_failed"
  | "no_address"
  | "no_position"
  | "store_failed"
  | "no_store"
  | "menu_failed"
  | "menu_format"
  | "menu_empty";

/** What the takeaway page has to show. */
export type TakeawayView = "loading" | "menu" | TakeawayBlocker;

interface Dependencies {
  /** The address chosen on this device, or null. */
  readSelected: () => DeliveryAddress | null;
  restaurants: RestaurantStore;
  menu: MenuStore;
  cartTransfer: CartTransferStore;
  fetchBootstrap: FetchBootstrap;
  /** What takes the place of the one call where there is none. */
  loadStepByStep: (host: FallbackContext) => Promise<void>;
}

/** A page that comes later than this loads for itself. */
const preloadMaxAgeMs = 5_000;

/** Leads from the chosen address to its nearest restaurant, that one's menu and the cart (specification section 4). */
export class TakeawayStore implements CustomerScoped {
  readonly address = new Loadable<DeliveryAddress | null>();
  /** The one call for everything; null on a host that has none, where each part is asked for. */
  readonly bootstrap = new Loadable<TakeawayBootstrap | null>();
  private loadId = 0;
  /** A load that began before the page was there, and when (milliseconds), until the page takes it over. */
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

  /** The restaurant that delivers, remembered or found. */
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

  /** What is known is shown at once: the chosen address, its store, and the menu that the device kept. */
  restoreCached(): void {
    const address = this.syncSelectedAddress();
    const nearestRestaurant = address === null ? null : this.dependencies.restaurants.findStored(address);
    if (nearestRestaurant === null || this.dependencies.menu.menu.value !== undefined) return;
    this.dependencies.menu.restoreCached(nearestRestaurant.id);
    if (this.dependencies.menu.dishes.length > 0) this.dependencies.cartTransfer.open(nearestRestaurant);
  }

  /** Shows what is known and loads, before the page is there; answers when there is something to show, or nothing will be. */
  async preload(): Promise<void> {
    this.restoreCached();
    const work = this.reload();
    this.preloaded = { at: Date.now(), work };
    // Whoever takes it over looks at the failure.
    work.catch(() => undefined);
    if (this.view === "loading") await work;
  }

  /** Loads what is missing or may be old; what is known already stays visible meanwhile. Failures are kept in the parts. */
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
      const query = {
        ...(selected !== null && { address_id: selected.id }),
        ...(menu.version !== "" && { menu_version: menu.version }),
      };
      const response = await this.bootstrap.run((signal) => fetchBootstrap(query, signal));
      if (loadId !== this.loadId) return;
      if (response !== null) this.applyBootstrap(response);
      else await this.loadFallback(selected, () => loadId === this.loadId);
    } catch (error) {
      if (loadId !== this.loadId || isAbortError(error)) return;
      if (isOffline(error) && this.nearestRestaurant !== null)
        this.dependencies.menu.restoreCached(this.nearestRestaurant.id);
      if (!this.hasFailure) throw error;
    }
  }

  reset(): void {
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

  /** The chosen address, null without one; what was found for another one is forgotten. */
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
    this.openCart(nearestRestaurant);
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
