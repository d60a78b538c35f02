import { menuSet } from "#contract/constants.ts";
import { AppError } from "../../platform/AppError.ts";
import type { Serialiser } from "../../platform/bind.ts";
import type { ContentChange } from "../../platform/content/ContentNews.ts";
import { freshOrKept, type OldAnswer } from "../../platform/content/freshOrKept.ts";
import type { HotAnswer } from "../../platform/content/HotAnswer.ts";
import { Shelf } from "../../platform/content/Shelf.ts";
import type { Deps } from "../../platform/Deps.ts";
import { byId } from "../restaurant/restaurant.repository.ts";
import * as repository from "./menu.repository.ts";
import { type MenuWish, StoreMenu } from "./StoreMenu.ts";
import { parseBookingTime } from "./serving.ts";

interface MenuQuery {
  restaurant_id: string;
  category_id?: string;
  booking_time?: string;
}

/** So often a menu that changes all the time is read again for one answer. */
const mostRenewals = 3;

/** What a store sells at a moment, for takeaway and in the store; kept in memory until the database tells of a change. */
export class MenuService {
  readonly #deps: Deps;
  readonly #menus: Shelf<StoreMenu>;
  readonly #loading = new Map<string, Promise<StoreMenu>>();
  readonly #renewing = new Map<StoreMenu, Promise<void>>();

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#menus = new Shelf(deps.config.answerMemoryBytes);
    deps.content.onChange((change) => this.#forget(change));
  }

  async items(query: MenuQuery, serialiser: Serialiser): Promise<HotAnswer | OldAnswer> {
    return await this.#answer("items", query, serialiser);
  }

  async takeawayItems(query: MenuQuery, serialiser: Serialiser): Promise<HotAnswer | OldAnswer> {
    return await this.#answer("takeawayItems", query, serialiser);
  }

  async popular(query: { restaurant_id: string }, serialiser: Serialiser): Promise<HotAnswer | OldAnswer> {
    return await this.#answer("popular", { ...query, category_id: menuSet.takeaway }, serialiser);
  }

  async categories() {
    const rows = await repository.categories(this.#deps.database.queries);
    return rows.map(({ id, name, rank, icon }) => ({ id, name, cat_rank: rank, icon }));
  }

  async #answer(
    call: MenuWish["call"],
    query: MenuQuery,
    serialiser: Serialiser,
  ): Promise<HotAnswer | OldAnswer> {
    const { restaurant_id: id, category_id: set = menuSet.inStore, booking_time } = query;
    const at = booking_time === undefined ? this.#deps.clock.now() : parseBookingTime(booking_time);
    const write = (menu: StoreMenu) => {
      const before = menu.bytes;
      const answer = menu.answer({ call, set, at }, serialiser);
      if (menu.bytes !== before && this.#menus.get(id) === menu) this.#menus.put(id, menu);
      return answer;
    };
    this.#deps.content.start();
    const kept = this.#menus.get(id);
    if (kept !== undefined && this.#deps.content.isHeard && this.#isTrue(kept)) return write(kept);
    const ask = async () => write(await this.#menuOf(id));
    return await freshOrKept(this.#deps, ask, () => {
      const menu = this.#menus.get(id);
      return menu && write(menu);
    });
  }

  #isTrue(menu: StoreMenu): boolean {
    return !menu.isOutdated && !this.#renewing.has(menu);
  }

  /** The menu as it is now; while news do not arrive it is read each time. */
  async #menuOf(id: string): Promise<StoreMenu> {
    if (!this.#deps.content.isHeard) return await this.#read(id);
    for (let nth = 0; nth < mostRenewals; nth++) {
      const menu = this.#menus.get(id);
      if (menu === undefined) return await this.#load(id);
      if (this.#isTrue(menu)) return menu;
      await this.#renew(id, menu);
    }
    return this.#menus.get(id) ?? (await this.#load(id));
  }

  async #read(id: string): Promise<StoreMenu> {
    const { queries } = this.#deps.database;
    const [restaurant, rows] = await Promise.all([byId(queries, id), repository.menuOf(queries, id)]);
    if (restaurant === undefined) throw new AppError("restaurant_not_found");
    return new StoreMenu(rows);
  }

  /** Many who ask at once wait for one reading; a change meanwhile makes the next one read again. */
  async #load(id: string): Promise<StoreMenu> {
    const underWay = this.#loading.get(id);
    if (underWay) return await underWay;
    const load = this.#read(id);
    this.#loading.set(id, load);
    try {
      const menu = await load;
      if (this.#loading.get(id) === load) this.#menus.put(id, menu);
      return menu;
    } finally {
      if (this.#loading.get(id) === load) this.#loading.delete(id);
    }
  }

  async #renew(id: string, menu: StoreMenu): Promise<void> {
    const renewal =
      this.#renewing.get(menu) ??
      menu
        .renew((ids) => repository.menuRows(this.#deps.database.queries, id, ids))
        .then((isWhole) => {
          if (!isWhole) this.#menus.remove(id);
        })
        .finally(() => this.#renewing.delete(menu));
    this.#renewing.set(menu, renewal);
    await renewal;
  }

  #forget(change: ContentChange): void {
    if (!("storeId" in change)) {
      this.#menus.clear();
      this.#loading.clear();
      return;
    }
    const { storeId } = change;
    this.#loading.delete(storeId);
    const isKept = change.what === "dish" && this.#menus.get(storeId)?.outdate(change.dishId);
    if (!isKept) this.#menus.remove(storeId);
  }
}
