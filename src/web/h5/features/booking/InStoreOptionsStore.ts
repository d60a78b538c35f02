import { makeAutoObservable, observableRef } from "mobx";
import type { Position } from "#contract/distance.ts";
import { restaurantEndpoints } from "#contract/restaurant/endpoints.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { ApiError } from "#web/lib/api/ApiError.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import { loadWithCache } from "#web/lib/cache/loadWithCache.ts";
import { PersistentQueryCache } from "#web/lib/cache/PersistentQueryCache.ts";
import { commonMessages } from "#web/lib/commonMessages.ts";
import { sessionKeys } from "#web/lib/storage/sessionStorage.ts";
import { type CustomerScoped, defineStore } from "../../app/RootStore.ts";
import { findDevicePosition } from "../location/lastLocation.ts";
import { parseStoredRestaurant } from "../restaurant/parseStoredRestaurant.ts";
import { parseRestaurantDetail, type RestaurantDetail } from "../restaurant/RestaurantDetail.ts";
import { toLocalDate, toLocalTime } from "./bookingTime.ts";
import {
  emptyInStoreOptions,
  type InStoreOptions,
  type InStoreType,
  isTableNo,
  type MenuLink,
  resolveOrderType,
  tableNoMaxLength,
} from "./InStoreOptions.ts";
import { createInStoreOptionsStorage } from "./inStoreOptions.storage.ts";

/** Where a plan rests while the webview is open. */
export interface InStoreOptionsStorage {
  read(): InStoreOptions;
  write(options: InStoreOptions): void;
}

interface Dependencies {
  api: Pick<ApiClient, "fetchBody">;
  storage: InStoreOptionsStorage;
  /** Where the customer was last found; null when nobody knows. */
  position(): Position | null;
  now(): number;
}

/** How the customer orders in a store: which one, to take away or at a table, when, and whom to call. */
export class InStoreOptionsStore implements CustomerScoped {
  /** Null: there is no such store. */
  readonly restaurant = new Loadable<RestaurantDetail | null>();
  private readonly cache = new PersistentQueryCache<RestaurantDetail | null>(
    "store",
    () => "",
    parseStoredRestaurant,
  );
  options: InStoreOptions = emptyInStoreOptions;
  /** The link named a table that cannot be one. */
  isTableInvalid = false;
  /** Rises when the planned time has passed, so that what depends on the present moment is worked out anew. */
  private ticks = 0;
  private readonly dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.dependencies = dependencies;
    makeAutoObservable<this, "dependencies" | "cache">(
      this,
      { restaurant: false, cache: false, dependencies: false, options: observableRef, position: false },
      { autoBind: true },
    );
  }

  /** The store, when it has been loaded. */
  get restaurantDetail(): RestaurantDetail | null {
    return this.restaurant.value ?? null;
  }

  /** Today in Shanghai. */
  get today(): string {
    return toLocalDate(this.dependencies.now());
  }

  /** A time must be chosen: the one chosen is over, or the kitchen takes no orders for now. */
  get needsTime(): boolean {
    const { time } = this.options;
    if (time !== null && this.ticks >= 0) return time < toLocalTime(this.dependencies.now());
    return this.restaurantDetail !== null && !this.restaurantDetail.canOrder;
  }

  /** Whether what stands in the field for the table can be sent; an empty one can, and any where no table is sent. */
  get isTableValid(): boolean {
    if (this.options.orderType !== "dine_in") return true;
    const table = this.options.tableNo.trim();
    return table === "" || isTableNo(table);
  }

  /** The table to bring the meal to, when it is eaten there and the table is known. */
  get table(): string | null {
    const { orderType, tableNo } = this.options;
    return orderType === "dine_in" && tableNo.trim() !== "" ? tableNo.trim() : null;
  }

  /** Turns to a link's store before anything is known of this device; keeps nothing. */
  preview(link: MenuLink): void {
    const { restaurantId } = link;
    this.options = {
      ...emptyInStoreOptions,
      restaurantId,
      orderType: resolveOrderType(link) ?? emptyInStoreOptions.orderType,
    };
  }

  /** Reads what was planned before a reload, unless a link has led to another store since. */
  restore(): void {
    const stored = this.dependencies.storage.read();
    const { restaurantId } = this.options;
    const isOtherRestaurant = restaurantId !== "" && restaurantId !== stored.restaurantId;
    this.options = isOtherRestaurant ? { ...this.options, phone: stored.phone } : stored;
  }

  /** Obeys a link, once: another store starts another plan, a table makes it a meal at that table. */
  applyLink(link: MenuLink): void {
    const linkKey = [link.restaurantId, link.type, link.table].join(" ");
    if (link.restaurantId !== this.options.restaurantId) {
      this.restaurant.reset();
      this.update({ ...emptyInStoreOptions, restaurantId: link.restaurantId, phone: this.options.phone });
    }
    this.isTableInvalid = link.table !== null && !isTableNo(link.table);
    if (this.options.link === linkKey) return;
    if (link.type !== null) this.update({ orderType: link.type });
    if (link.table !== null && !this.isTableInvalid)
      this.update({ tableNo: link.table, orderType: "dine_in" });
    this.update({ link: linkKey });
  }

  /** Turns to a store without a link, for example to the one whose cart was kept. */
  openRestaurant(restaurantId: string): void {
    if (restaurantId !== this.options.restaurantId) this.applyLink({ restaurantId, type: null, table: null });
  }

  setType(orderType: InStoreType): void {
    this.update({ orderType });
  }

  setTable(text: string): void {
    this.update({ tableNo: Array.from(text).slice(0, tableNoMaxLength).join("") });
  }

  setTime(time: string | null): void {
    this.update({ time });
  }

  /** Another number than the account's, which is shown with stars: whoever changes that begins a new one. */
  setPhone(text: string, ownPhone: string): void {
    const phone = text.replace(ownPhone, "");
    this.update({ phone: phone.includes("*") ? "" : phone });
  }

  /** Notes that the planned time may have passed while the page stayed open. */
  tick(): void {
    this.ticks += 1;
  }

  /** The order is placed: the next one is for another time. */
  clearTime(): void {
    this.update({ time: null });
  }

  /** Where the customer was last found. */
  get position(): Position | null {
    return this.dependencies.position();
  }

  /** Fetches the store of the plan. Rethrows failures; a store that does not exist is none. */
  async loadRestaurant(position = this.position): Promise<RestaurantDetail | null> {
    const query = { id: this.options.restaurantId, ...position };
    const fetchDetail = async (signal: AbortSignal) => {
      try {
        const reply = await this.dependencies.api.fetchBody(restaurantEndpoints.detail, { query, signal });
        const restaurantDetail = parseRestaurantDetail(reply, position !== null);
        if (restaurantDetail === undefined) throw new ApiError("bad_reply", commonMessages.badReply);
        return restaurantDetail;
      } catch (error) {
        if (error instanceof ApiError && error.code === "restaurant_not_found") return null;
        throw error;
      }
    };
    return loadWithCache(
      this.cache,
      this.restaurant,
      fetchDetail,
      (restaurantDetail) => restaurantDetail?.id === query.id,
    );
  }

  /** The table and the time belong to the visit, the number to the customer. */
  reset(): void {
    this.update({ phone: null });
  }

  private update(changes: Partial<InStoreOptions>): void {
    this.options = { ...this.options, ...changes };
    this.dependencies.storage.write(this.options);
  }
}

export const inStoreOptionsStore = defineStore((root) => {
  const restaurantDetail = new InStoreOptionsStore({
    api: root.api,
    storage: createInStoreOptionsStorage(sessionKeys.inStoreOptions),
    position: findDevicePosition,
    now: Date.now,
  });
  root.afterHydration(restaurantDetail.restore);
  return restaurantDetail;
});
