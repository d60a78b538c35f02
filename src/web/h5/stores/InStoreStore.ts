import { makeAutoObservable, observableRef } from "mobx";
import { isAborted } from "#web/shared/api/ApiError.ts";
import type { MenuLink } from "../features/booking/Plan.ts";
import type { NamedCart } from "../features/cart/KeptCarts.ts";
import { storeOf } from "../RootStore.ts";
import type { CartStore } from "./CartStore.ts";
import { type InStoreShelf, inStoreCart, inStoreShelf } from "./inStoreCart.ts";
import { inStoreMenu } from "./inStoreMenu.ts";
import type { MenuStore } from "./MenuStore.ts";
import { type PlanStore, planStore } from "./PlanStore.ts";

/** What can stand in the way of a store's menu. */
export type InStoreObstacle = "unknown_store" | "store_failed" | "menu_failed" | "menu_format" | "menu_empty";

/** What the page of a store's menu has to show. */
export type InStoreView = "loading" | "menu" | InStoreObstacle;

interface Parts {
  plan: PlanStore;
  menu: MenuStore;
  cart: CartStore;
  shelf: InStoreShelf;
  /** What a page of the server shows need not be asked for again. */
  isSentFresh: boolean;
}

/** Leads from a store and a time to the menu of that time and the cart of that store. */
export class InStoreStore {
  /** Another store's cart that is not empty: the customer is asked what becomes of it before this one's is opened. */
  question: NamedCart | null = null;
  private run = 0;
  private isPrepared = false;
  private readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
    makeAutoObservable<this, "parts" | "run" | "isPrepared">(
      this,
      { question: observableRef, parts: false, run: false, isPrepared: false },
      { autoBind: true },
    );
  }

  get view(): InStoreView {
    const { plan, menu } = this.parts;
    const { restaurant } = plan;
    if (restaurant.value === null) return "unknown_store";
    if (restaurant.value === undefined) return restaurant.status === "failed" ? "store_failed" : "loading";
    if (this.question !== null || menu.restaurantId !== plan.plan.restaurantId) return "loading";
    if (menu.menu.value === undefined) return menu.menu.status === "failed" ? "menu_failed" : "loading";
    if (menu.menu.value.dishes.length > 0) return "menu";
    return menu.menu.value.fault === "empty" ? "menu_empty" : "menu_format";
  }

  /** Loads a link's store and what it sells now, for somebody of whom nothing is known. Throws when there is no menu to show. */
  async prepare(link: MenuLink): Promise<void> {
    const { plan, menu } = this.parts;
    plan.preview(link);
    await Promise.all([plan.loadStore(null), menu.load(link.restaurantId)]);
    if (this.view !== "menu") throw new Error(`there is no menu to show: ${this.view}`);
    this.isPrepared = this.parts.isSentFresh;
  }

  /** Loads the store and its menu anew; what is known already stays visible. Failures are kept in the parts. */
  async load(): Promise<void> {
    const { plan, menu } = this.parts;
    this.openCart();
    const isKnown = this.isPrepared && plan.plan.time === null;
    this.isPrepared = false;
    if (isKnown) this.nameCart();
    if (isKnown) this.reconcile();
    const loads = isKnown ? (plan.position ? [this.loadStore()] : []) : [this.loadStore(), this.loadMenu()];
    const failures = (await Promise.allSettled(loads)).filter((one) => one.status === "rejected");
    const isShown = plan.restaurant.status === "failed" || menu.menu.status === "failed";
    const other = failures.find(({ reason }) => !isAborted(reason));
    if (other !== undefined && !isShown) throw other.reason;
  }

  /** Another time: its menu is fetched, and what is not served then leaves the cart by name. Rethrows failures. */
  async chooseTime(time: string | null): Promise<void> {
    this.parts.plan.setTime(time);
    await this.loadMenu();
  }

  /** What becomes of the other store's cart: it stays where it is, or it is emptied. */
  answer(isEmptied: boolean): void {
    const { question } = this;
    if (question === null) return;
    this.question = null;
    this.turnCart();
    if (isEmptied) this.parts.shelf.write(null, question.restaurantId);
    this.reconcile();
  }

  private openCart(): void {
    const { plan, cart, shelf } = this.parts;
    const isOpen = cart.restaurantId === plan.plan.restaurantId;
    cart.flush();
    this.question = isOpen || cart.isEmpty ? null : shelf.named(cart.restaurantId);
    if (!isOpen && this.question === null) this.turnCart();
  }

  private turnCart(): void {
    const { plan, cart, shelf } = this.parts;
    cart.moveTo(plan.plan.restaurantId);
    shelf.enter(plan.plan.restaurantId);
  }

  private async loadStore(): Promise<void> {
    await this.parts.plan.loadStore();
    this.nameCart();
  }

  private nameCart(): void {
    const { store } = this.parts.plan;
    if (store !== null) this.parts.shelf.name(store.id, store.name);
  }

  private async loadMenu(): Promise<void> {
    const { plan, menu } = this.parts;
    const run = ++this.run;
    const { restaurantId, time } = plan.plan;
    await menu.load(restaurantId, time);
    if (run === this.run) this.reconcile();
  }

  /** The cart is held against the menu of its own store only, and not before the question is answered. */
  private reconcile(): void {
    const { menu, cart } = this.parts;
    const isReady = menu.menu.status === "ready" && menu.dishes.length > 0;
    if (isReady && this.question === null && cart.restaurantId === menu.restaurantId)
      cart.reconcile(menu.byId, "day_part");
  }
}

export const inStoreStore = storeOf(
  (root) =>
    new InStoreStore({
      plan: root.get(planStore),
      menu: root.get(inStoreMenu),
      cart: root.get(inStoreCart),
      shelf: root.get(inStoreShelf),
      isSentFresh: root.isSentFresh,
    }),
);
