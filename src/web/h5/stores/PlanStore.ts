import { makeAutoObservable, observableRef } from "mobx";
import type { Position } from "#contract/distance.ts";
import { restaurantEndpoints } from "#contract/restaurant/endpoints.ts";
import type { ApiClient } from "#web/shared/api/ApiClient.ts";
import { ApiError } from "#web/shared/api/ApiError.ts";
import { KeptAnswer } from "#web/shared/KeptAnswer.ts";
import { Loadable } from "#web/shared/Loadable.ts";
import { runKept } from "#web/shared/runKept.ts";
import { texts } from "#web/shared/texts.ts";
import { visitKeys } from "#web/shared/visitStorage.ts";
import { shanghaiDate, shanghaiTime } from "../features/booking/bookingTime.ts";
import {
  emptyPlan,
  type InStoreType,
  isTable,
  type MenuLink,
  type Plan,
  tableMax,
  wayOf,
} from "../features/booking/Plan.ts";
import { ownPosition } from "../features/location/lastPlace.ts";
import { parseStore } from "../features/restaurant/parseStore.ts";
import { normalizeDetail, type StoreDetail } from "../features/restaurant/StoreDetail.ts";
import { type Personal, storeOf } from "../RootStore.ts";
import { planShelf } from "./planShelf.ts";

/** Where a plan rests while the webview is open. */
export interface PlanShelf {
  read(): Plan;
  write(plan: Plan): void;
}

interface Parts {
  api: Pick<ApiClient, "reply">;
  shelf: PlanShelf;
  /** Where the customer was last found; null when nobody knows. */
  position(): Position | null;
  now(): number;
}

/** How the customer orders in a store: which one, to take away or at a table, when, and whom to call. */
export class PlanStore implements Personal {
  /** Null: there is no such store. */
  readonly restaurant = new Loadable<StoreDetail | null>();
  private readonly kept = new KeptAnswer<StoreDetail | null>("store", () => "", parseStore);
  plan: Plan = emptyPlan;
  /** The link named a table that cannot be one. */
  hasBadTable = false;
  /** Rises when the planned time has passed, so that what depends on the present moment is worked out anew. */
  private ticks = 0;
  private readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
    makeAutoObservable<this, "parts" | "kept">(
      this,
      { restaurant: false, kept: false, parts: false, plan: observableRef, position: false },
      { autoBind: true },
    );
  }

  /** The store, when it has been loaded. */
  get store(): StoreDetail | null {
    return this.restaurant.value ?? null;
  }

  /** Today in Shanghai. */
  get today(): string {
    return shanghaiDate(this.parts.now());
  }

  /** A time must be chosen: the one chosen is over, or the kitchen takes no orders for now. */
  get needsTime(): boolean {
    const { time } = this.plan;
    if (time !== null && this.ticks >= 0) return time < shanghaiTime(this.parts.now());
    return this.store !== null && !this.store.canOrder;
  }

  /** Whether what stands in the field for the table can be sent; an empty one can, and any where no table is sent. */
  get isTableFine(): boolean {
    if (this.plan.orderType !== "dine_in") return true;
    const table = this.plan.tableNo.trim();
    return table === "" || isTable(table);
  }

  /** The table to bring the meal to, when it is eaten there and the table is known. */
  get table(): string | null {
    const { orderType, tableNo } = this.plan;
    return orderType === "dine_in" && tableNo.trim() !== "" ? tableNo.trim() : null;
  }

  /** Turns to a link's store before anything is known of this device; keeps nothing. */
  preview(link: MenuLink): void {
    const { restaurantId } = link;
    this.plan = { ...emptyPlan, restaurantId, orderType: wayOf(link) ?? emptyPlan.orderType };
  }

  /** Reads what was planned before a reload, unless a link has led to another store since. */
  restore(): void {
    const kept = this.parts.shelf.read();
    const { restaurantId } = this.plan;
    const isOther = restaurantId !== "" && restaurantId !== kept.restaurantId;
    this.plan = isOther ? { ...this.plan, phone: kept.phone } : kept;
  }

  /** Obeys a link, once: another store starts another plan, a table makes it a meal at that table. */
  enter(link: MenuLink): void {
    const name = [link.restaurantId, link.type, link.table].join(" ");
    if (link.restaurantId !== this.plan.restaurantId) {
      this.restaurant.reset();
      this.change({ ...emptyPlan, restaurantId: link.restaurantId, phone: this.plan.phone });
    }
    this.hasBadTable = link.table !== null && !isTable(link.table);
    if (this.plan.link === name) return;
    if (link.type !== null) this.change({ orderType: link.type });
    if (link.table !== null && !this.hasBadTable) this.change({ tableNo: link.table, orderType: "dine_in" });
    this.change({ link: name });
  }

  /** Turns to a store without a link, for example to the one whose cart was kept. */
  turnTo(restaurantId: string): void {
    if (restaurantId !== this.plan.restaurantId) this.enter({ restaurantId, type: null, table: null });
  }

  setType(orderType: InStoreType): void {
    this.change({ orderType });
  }

  setTable(text: string): void {
    this.change({ tableNo: Array.from(text).slice(0, tableMax).join("") });
  }

  setTime(time: string | null): void {
    this.change({ time });
  }

  /** Another number than the account's, which is shown with stars: whoever changes that begins a new one. */
  setPhone(text: string, own: string): void {
    const phone = text.replace(own, "");
    this.change({ phone: phone.includes("*") ? "" : phone });
  }

  /** Notes that the planned time may have passed while the page stayed open. */
  tick(): void {
    this.ticks += 1;
  }

  /** The order is placed: the next one is for another time. */
  finish(): void {
    this.change({ time: null });
  }

  /** Where the customer was last found. */
  get position(): Position | null {
    return this.parts.position();
  }

  /** Fetches the store of the plan. Rethrows failures; a store that does not exist is none. */
  async loadStore(position = this.position): Promise<StoreDetail | null> {
    const query = { id: this.plan.restaurantId, ...position };
    const ask = async (signal: AbortSignal) => {
      try {
        const reply = await this.parts.api.reply(restaurantEndpoints.detail, { query, signal });
        const store = normalizeDetail(reply, position !== null);
        if (store === undefined) throw new ApiError("bad_reply", texts.badReply);
        return store;
      } catch (error) {
        if (error instanceof ApiError && error.failure === "restaurant_not_found") return null;
        throw error;
      }
    };
    return runKept(this.kept, this.restaurant, ask, (store) => store?.id === query.id);
  }

  /** The table and the time belong to the visit, the number to the customer. */
  forget(): void {
    this.change({ phone: null });
  }

  private change(part: Partial<Plan>): void {
    this.plan = { ...this.plan, ...part };
    this.parts.shelf.write(this.plan);
  }
}

export const planStore = storeOf((root) => {
  const store = new PlanStore({
    api: root.api,
    shelf: planShelf(visitKeys.inStorePlan),
    position: ownPosition,
    now: Date.now,
  });
  root.later(store.restore);
  return store;
});
