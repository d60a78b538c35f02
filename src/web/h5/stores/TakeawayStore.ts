import { makeAutoObservable } from "mobx";
import { isAborted } from "#web/shared/api/ApiError.ts";
import { Loadable } from "#web/shared/Loadable.ts";
import { parseLocation, type Store } from "../features/restaurant/Store.ts";
import { type Personal, storeOf } from "../RootStore.ts";
import { type CartStore, cartStore } from "./CartStore.ts";
import { deliveryAddress } from "./deliveryAddress.ts";
import { type MenuStore, menuStore } from "./MenuStore.ts";
import { type DeliveryPoint, type RestaurantStore, restaurantStore } from "./RestaurantStore.ts";

/** The address something is delivered to, as far as ordering needs it. */
export interface DeliveryAddress extends DeliveryPoint {
  readonly recipient: string;
  readonly phone: string;
  /** What the customer recognises it by: the place's name with the house number. */
  readonly line: string;
}

/** Where the chosen address comes from: remembered, else the default of the address book, else null. */
export interface AddressSource {
  chosen(): DeliveryAddress | null;
  choose(signal: AbortSignal): Promise<DeliveryAddress | null>;
}

/** What can stand in the way of a menu. */
export type TakeawayObstacle =
  | "address_failed"
  | "no_address"
  | "no_position"
  | "store_failed"
  | "no_store"
  | "menu_failed"
  | "menu_format"
  | "menu_empty";

/** What the takeaway page has to show. */
export type TakeawayView = "loading" | "menu" | TakeawayObstacle;

interface Parts {
  addresses: AddressSource;
  restaurant: RestaurantStore;
  menu: MenuStore;
  cart: CartStore;
}

/** Leads from the chosen address to its nearest restaurant, that one's menu and the cart (specification section 4). */
export class TakeawayStore implements Personal {
  readonly address = new Loadable<DeliveryAddress | null>();
  /** The cart was emptied because another restaurant delivers now. */
  hasSwitchedStore = false;
  private run = 0;
  private readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
    makeAutoObservable<this, "parts" | "run">(
      this,
      { address: false, parts: false, run: false },
      { autoBind: true },
    );
  }

  /** The restaurant that delivers, remembered or found. */
  get store(): Store | null {
    const { nearest, recall } = this.parts.restaurant;
    const address = this.address.value;
    if (address === null || address === undefined) return null;
    return nearest.status === "ready" ? (nearest.value ?? null) : recall(address);
  }

  get view(): TakeawayView {
    const address = this.address.value;
    if (address === undefined) return this.address.status === "failed" ? "address_failed" : "loading";
    if (address === null) return "no_address";
    if (parseLocation(address.poi_location) === null) return "no_position";
    return this.storeView;
  }

  /** Loads what is missing or may be old; what is known already stays visible meanwhile. Failures are kept in the parts. */
  async load(): Promise<void> {
    const run = ++this.run;
    try {
      const address = await this.findAddress();
      if (run !== this.run || address === null || parseLocation(address.poi_location) === null) return;
      await this.loadFor(address, () => run === this.run);
    } catch (error) {
      if (run === this.run && !isAborted(error) && !this.hasFailure) throw error;
    }
  }

  dismissSwitch(): void {
    this.hasSwitchedStore = false;
  }

  forget(): void {
    this.run++;
    this.hasSwitchedStore = false;
    this.address.reset();
    this.parts.restaurant.nearest.reset();
  }

  private get hasFailure(): boolean {
    const { restaurant, menu } = this.parts;
    return [this.address, restaurant.nearest, menu.menu].some((part) => part.status === "failed");
  }

  private get storeView(): TakeawayView {
    const { nearest } = this.parts.restaurant;
    const { menu, restaurantId } = this.parts.menu;
    const store = this.store;
    if (nearest.status === "failed" && menu.status !== "ready") return "store_failed";
    if (nearest.status === "ready" && nearest.value === null) return "no_store";
    if (store === null || store.id !== restaurantId)
      return nearest.status === "failed" ? "store_failed" : "loading";
    if (menu.value === undefined) return menu.status === "failed" ? "menu_failed" : "loading";
    if (menu.value.dishes.length > 0) return "menu";
    return menu.value.fault === "empty" ? "menu_empty" : "menu_format";
  }

  private async findAddress(): Promise<DeliveryAddress | null> {
    const { addresses, restaurant } = this.parts;
    const known = addresses.chosen();
    if (known?.id !== this.address.value?.id || known?.poi_location !== this.address.value?.poi_location) {
      restaurant.nearest.reset();
      this.address.reset();
    }
    if (known === null) return this.address.run((signal) => addresses.choose(signal));
    this.address.set(known);
    return known;
  }

  private async loadFor(address: DeliveryAddress, isCurrent: () => boolean): Promise<void> {
    const { restaurant } = this.parts;
    const recalled = restaurant.recall(address);
    const early = recalled === null ? null : this.loadMenu(recalled.id, isCurrent);
    // Both requests run side by side; a failure of the early one is reported where it is awaited below.
    early?.catch(() => undefined);
    const store = await restaurant.findNearest(address);
    if (!isCurrent() || store === null) return;
    if (early !== null && recalled?.id === store.id) await early;
    else await this.loadMenu(store.id, isCurrent);
  }

  private async loadMenu(restaurantId: string, isCurrent: () => boolean): Promise<void> {
    const { menu, cart } = this.parts;
    const loaded = await menu.load(restaurantId);
    if (!isCurrent() || menu.restaurantId !== restaurantId || loaded.dishes.length === 0) return;
    this.openCart(restaurantId);
    cart.reconcile(menu.byId);
  }

  private openCart(restaurantId: string): void {
    if (this.parts.cart.openFor(restaurantId)) this.hasSwitchedStore = true;
  }
}

export const takeawayStore = storeOf(
  (root) =>
    new TakeawayStore({
      addresses: deliveryAddress(root.api),
      restaurant: root.get(restaurantStore),
      menu: root.get(menuStore),
      cart: root.get(cartStore),
    }),
);
