import { makeAutoObservable } from "mobx";
import { isAborted } from "#web/shared/api/ApiError.ts";
import { isAway } from "#web/shared/KeptAnswer.ts";
import { Loadable } from "#web/shared/Loadable.ts";
import { parseLocation, type Store } from "../features/restaurant/Store.ts";
import { type Personal, storeOf } from "../RootStore.ts";
import { type CartTransferStore, cartTransferStore } from "./CartTransferStore.ts";
import { chosenAddress, rememberAddress } from "./deliveryAddress.ts";
import { type MenuStore, menuStore } from "./MenuStore.ts";
import { type DeliveryPoint, type RestaurantStore, restaurantStore } from "./RestaurantStore.ts";
import { type AskStart, askStart, type Beginning } from "./takeawayStart.ts";
import type { StepHost } from "./takeawaySteps.ts";

/** The address something is delivered to, as far as ordering needs it. */
export interface DeliveryAddress extends DeliveryPoint {
  readonly recipient: string;
  readonly phone: string;
  /** What the customer recognises it by: the place's name with the house number. */
  readonly line: string;
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
  /** The address chosen on this device, or null. */
  chosen: () => DeliveryAddress | null;
  restaurant: RestaurantStore;
  menu: MenuStore;
  carts: CartTransferStore;
  start: AskStart;
  /** What takes the place of the one call where there is none. */
  steps: (host: StepHost) => Promise<void>;
}

/** A page that comes later than this loads for itself. */
const begunMs = 5_000;

/** Leads from the chosen address to its nearest restaurant, that one's menu and the cart (specification section 4). */
export class TakeawayStore implements Personal {
  readonly address = new Loadable<DeliveryAddress | null>();
  /** The one call for everything; null on a host that has none, where each part is asked for. */
  readonly opening = new Loadable<Beginning | null>();
  private run = 0;
  /** A load that began before the page was there, and when (milliseconds), until the page takes it over. */
  private begun: { at: number; work: Promise<void> } | null = null;
  private readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
    makeAutoObservable<this, "parts" | "run" | "begun">(
      this,
      { address: false, opening: false, parts: false, run: false, begun: false },
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
    const { menu, restaurantId } = this.parts.menu;
    const isHeld = menu.value !== undefined && this.store?.id === restaurantId;
    if (this.opening.status === "failed" && !isHeld) return "menu_failed";
    if (address === undefined) return this.address.status === "failed" ? "address_failed" : "loading";
    if (address === null) return "no_address";
    if (parseLocation(address.poi_location) === null) return "no_position";
    return this.storeView;
  }

  /** What is known is shown at once: the chosen address, its store, and the menu that the device kept. */
  recall(): void {
    const address = this.takeChosen();
    const store = address === null ? null : this.parts.restaurant.recall(address);
    if (store === null || this.parts.menu.menu.value !== undefined) return;
    this.parts.menu.recall(store.id);
    if (this.parts.menu.dishes.length > 0) this.parts.carts.open(store);
  }

  /** Shows what is known and loads, before the page is there; answers when there is something to show, or nothing will be. */
  async begin(): Promise<void> {
    this.recall();
    const work = this.loadAnew();
    this.begun = { at: Date.now(), work };
    // Whoever takes it over looks at the failure.
    work.catch(() => undefined);
    if (this.view === "loading") await work;
  }

  /** Loads what is missing or may be old; what is known already stays visible meanwhile. Failures are kept in the parts. */
  async load(): Promise<void> {
    const { begun } = this;
    this.begun = null;
    const isRecent = begun !== null && Date.now() - begun.at < begunMs;
    await (isRecent ? begun.work : this.loadAnew());
  }

  private async loadAnew(): Promise<void> {
    const run = ++this.run;
    try {
      const known = this.takeChosen();
      if (known !== null && parseLocation(known.poi_location) === null) return;
      const { start, menu } = this.parts;
      const query = {
        ...(known !== null && { address_id: known.id }),
        ...(menu.version !== "" && { menu_version: menu.version }),
      };
      const beginning = await this.opening.run((signal) => start(query, signal));
      if (run !== this.run) return;
      if (beginning !== null) this.take(beginning);
      else await this.loadInSteps(known, () => run === this.run);
    } catch (error) {
      if (run !== this.run || isAborted(error)) return;
      if (isAway(error) && this.store !== null) this.parts.menu.recall(this.store.id);
      if (!this.hasFailure) throw error;
    }
  }

  forget(): void {
    this.run++;
    this.begun = null;
    this.parts.carts.dismiss();
    this.opening.reset();
    this.address.reset();
    this.parts.restaurant.nearest.reset();
  }

  private get hasFailure(): boolean {
    const { restaurant, menu } = this.parts;
    const parts = [this.opening, this.address, restaurant.nearest, menu.menu];
    return parts.some(({ status }) => status === "failed");
  }

  private get storeView(): TakeawayView {
    const { nearest } = this.parts.restaurant;
    const { menu, restaurantId } = this.parts.menu;
    const store = this.store;
    const hasFailed = nearest.status === "failed";
    if (hasFailed && menu.value === undefined) return "store_failed";
    if (nearest.status === "ready" && nearest.value === null) return "no_store";
    if (store === null || store.id !== restaurantId) return hasFailed ? "store_failed" : "loading";
    if (menu.value === undefined) return menu.status === "failed" ? "menu_failed" : "loading";
    if (menu.value.dishes.length > 0) return "menu";
    return menu.value.fault === "empty" ? "menu_empty" : "menu_format";
  }

  /** The chosen address, null without one; what was found for another one is forgotten. */
  private takeChosen(): DeliveryAddress | null {
    const { chosen, restaurant } = this.parts;
    const known = chosen();
    if (known?.id !== this.address.value?.id || known?.poi_location !== this.address.value?.poi_location) {
      restaurant.nearest.reset();
      this.address.reset();
    }
    if (known !== null) this.address.set(known);
    return known;
  }

  private take({ address, store, version, items }: Beginning): void {
    const { restaurant, menu } = this.parts;
    this.address.set(address);
    if (address === null) return;
    rememberAddress(address);
    restaurant.find(address, store);
    if (store === null) return;
    menu.take(store.id, version, items);
    this.serve(store);
  }

  private async loadInSteps(known: DeliveryAddress | null, isCurrent: () => boolean): Promise<void> {
    const { steps, restaurant, menu } = this.parts;
    await steps({ known, address: this.address, restaurant, menu, isCurrent, serve: this.serve });
  }

  private serve(store: Store): void {
    const { menu, carts } = this.parts;
    if (menu.dishes.length === 0) return;
    carts.open(store);
    carts.reconcile(menu.byId);
  }
}

export const takeawayStore = storeOf(
  (root) =>
    new TakeawayStore({
      chosen: chosenAddress,
      restaurant: root.get(restaurantStore),
      menu: root.get(menuStore),
      carts: root.get(cartTransferStore),
      start: askStart(root.api),
      steps: async (host) => (await import("./takeawaySteps.ts")).loadInSteps(root.api, host),
    }),
);
