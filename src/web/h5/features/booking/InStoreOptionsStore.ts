import { makeAutoObservable, observableRef } from "mobx";
import type { Position } from "#contract/distance.ts";
import { restaurantEndpoints } from "#contract/restaurant/endpoints.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { ApiError } from "#web/lib/api/ApiError.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import { loadWithCache, PersistentQueryCache } from "#web/lib/cache/PersistentQueryCache.ts";
import { commonMessages } from "#web/lib/commonMessages.ts";
import { sessionKeys } from "#web/lib/storage/sessionStorage.ts";
import { toLocalDate, toLocalTime } from "#web/lib/time/formatTime.ts";
import type { InStoreType } from "../../app/parse.ts";
import { type CustomerScoped, defineStore } from "../../app/RootStore.ts";
import { findDevicePosition } from "../location/lastLocation.ts";
import { parseStoredRestaurant } from "../restaurant/parseStoredRestaurant.ts";
import { parseRestaurantDetail, type RestaurantDetail } from "../restaurant/RestaurantDetail.ts";
import {
  emptyInStoreOptions,
  type InStoreOptions,
  isTableNo,
  type MenuLink,
  resolveOrderType,
  tableNoMaxLength,
} from "./InStoreOptions.ts";
import { createInStoreOptionsStorage } from "./inStoreOptions.storage.ts";

/** Session storage of the options while the webview is open. */
export interface InStoreOptionsStorage {
  read(): InStoreOptions;
  write(options: InStoreOptions): void;
}

interface Dependencies {
  api: Pick<ApiClient, "fetchBody">;
  storage: InStoreOptionsStorage;
  /** Last known position of the customer; null when unknown. */
  position(): Position | null;
  now(): number;
}

/** In-store order options: restaurant, pickup or table, time, and contact number. */
export class InStoreOptionsStore implements CustomerScoped {
  /** Null when there is no such restaurant. */
  readonly restaurant = new Loadable<RestaurantDetail | null>();
  private readonly cache = new PersistentQueryCache<RestaurantDetail | null>(
    "store",
    () => "",
    parseStoredRestaurant,
  );
  options: InStoreOptions = emptyInStoreOptions;
  /** True when the link named an invalid table. */
  isTableInvalid = false;
  /**
   * Increases when the chosen time has passed, so that values depending on the current time are recomputed.
   */
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

  /** The restaurant, when it has been loaded. */
  get restaurantDetail(): RestaurantDetail | null {
    return this.restaurant.value ?? null;
  }

  /** Today in Shanghai. */
  get today(): string {
    return toLocalDate(this.dependencies.now());
  }

  /** True when a time must be chosen: the chosen one has passed, or the kitchen takes no orders now. */
  get needsTime(): boolean {
    const { time } = this.options;
    if (time !== null && this.ticks >= 0) return time < toLocalTime(this.dependencies.now());
    return this.restaurantDetail !== null && !this.restaurantDetail.canOrder;
  }

  /** True when the table field can be sent; an empty one can, and any where no table is sent. */
  get isTableValid(): boolean {
    if (this.options.orderType !== "dine_in") return true;
    const table = this.options.tableNo.trim();
    return table === "" || isTableNo(table);
  }

  /** Table to serve, when dining in and the table is known. */
  get table(): string | null {
    const { orderType, tableNo } = this.options;
    return orderType === "dine_in" && tableNo.trim() !== "" ? tableNo.trim() : null;
  }

  /** Opens a link's restaurant before device data is read; saves nothing. */
  preview(link: MenuLink): void {
    const { restaurantId } = link;
    this.options = {
      ...emptyInStoreOptions,
      restaurantId,
      orderType: resolveOrderType(link) ?? emptyInStoreOptions.orderType,
    };
  }

  /** Restores the options from before a reload, unless a link has opened another restaurant since. */
  restore(): void {
    const stored = this.dependencies.storage.read();
    const { restaurantId } = this.options;
    const isOtherRestaurant = restaurantId !== "" && restaurantId !== stored.restaurantId;
    this.options = isOtherRestaurant ? { ...this.options, phone: stored.phone } : stored;
  }

  /** Applies a link once: another restaurant resets the options, a table makes it dine-in at that table. */
  applyLink(link: MenuLink): void {
    const linkKey = [link.restaurantId, link.type, link.table].join(" ");
    if (link.restaurantId !== this.options.restaurantId) {
      this.restaurant.reset();
      const { phone, voucherId } = this.options;
      this.update({ ...emptyInStoreOptions, restaurantId: link.restaurantId, phone, voucherId });
    }
    this.isTableInvalid = link.table !== null && !isTableNo(link.table);
    if (this.options.link === linkKey) return;
    if (link.type !== null) this.update({ orderType: link.type });
    if (link.table !== null && !this.isTableInvalid)
      this.update({ tableNo: link.table, orderType: "dine_in" });
    this.update({ link: linkKey });
  }

  /** Opens a restaurant without a link, for example the one with a stored cart. */
  openRestaurant(restaurantId: string): void {
    if (restaurantId !== this.options.restaurantId) this.applyLink({ restaurantId, type: null, table: null });
  }

  /** Opens the restaurant chosen for a voucher; what was chosen for another voucher is forgotten. */
  openVoucher(voucherId: string, restaurantId: string): void {
    if (voucherId !== this.options.voucherId) this.update({ ...emptyInStoreOptions, voucherId });
    this.openRestaurant(restaurantId);
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

  /**
   * Sets a number other than the account's, which is masked with stars: editing the masked one starts a new
   * number.
   */
  setPhone(text: string, ownPhone: string): void {
    const phone = text.replace(ownPhone, "");
    this.update({ phone: phone.includes("*") ? "" : phone });
  }

  /** Signals that the chosen time may have passed while the page stayed open. */
  tick(): void {
    this.ticks += 1;
  }

  /** Clears the time after the order is placed: the next order is for another time. */
  clearTime(): void {
    this.update({ time: null });
  }

  /** Last known position of the customer. */
  get position(): Position | null {
    return this.dependencies.position();
  }

  /** Fetches the restaurant of the options. Rethrows failures; returns null when it does not exist. */
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

  /** Clears only the number: table and time belong to the visit, the number to the customer. */
  resetCustomerData(): void {
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
