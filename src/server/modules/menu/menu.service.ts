import { menuSet } from "#contract/constants.ts";
import type { MenuItem, TakeawayItem } from "#contract/menu/schema.ts";
import { AppError, invalid } from "../../platform/AppError.ts";
import type { Deps } from "../../platform/Deps.ts";
import { parseWall } from "../../platform/shanghai.ts";
import { dayPartAt } from "../restaurant/opening.ts";
import { byId } from "../restaurant/restaurant.repository.ts";
import { presentItem, presentTakeawayItem } from "./menu.presenter.ts";
import * as repository from "./menu.repository.ts";

/** Whether a dish is sold at a moment: always, or only in the parts of the day it names. */
export function isServedAt(row: Pick<repository.MenuRow, "dayParts">, at: Date): boolean {
  if (row.dayParts === null) return true;
  const part = dayPartAt(at);
  return part !== null && row.dayParts.includes(part);
}

/** "YYYY-MM-DD HH:mm" of Asia/Shanghai as a moment. Throws a 400 for a day that does not exist. */
export function parseBookingTime(text: string): Date {
  const at = parseWall(text);
  if (at === null) throw invalid("时间格式不正确", "booking_time");
  return at;
}

/** What a store sells at a moment, for takeaway and in the store. */
export class MenuService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async items(query: {
    restaurant_id: string;
    category_id?: string;
    booking_time?: string;
  }): Promise<MenuItem[]> {
    const at =
      query.booking_time === undefined ? this.#deps.clock.now() : parseBookingTime(query.booking_time);
    return (await this.#served(query.restaurant_id, query.category_id ?? menuSet.inStore, at)).map(
      presentItem,
    );
  }

  async takeawayItems(query: { restaurant_id: string; category_id?: string }): Promise<TakeawayItem[]> {
    const set = query.category_id ?? menuSet.inStore;
    return (await this.#served(query.restaurant_id, set, this.#deps.clock.now())).map(presentTakeawayItem);
  }

  async categories() {
    const rows = await repository.categories(this.#deps.database.queries);
    return rows.map(({ id, name, rank, icon }) => ({ id, name, cat_rank: rank, icon }));
  }

  async #served(restaurantId: string, set: string, at: Date): Promise<repository.MenuRow[]> {
    const { queries } = this.#deps.database;
    const [restaurant, rows] = await Promise.all([
      byId(queries, restaurantId),
      repository.menuOf(queries, restaurantId),
    ]);
    if (restaurant === undefined) throw new AppError("restaurant_not_found");
    const isInSet = (row: repository.MenuRow) => (set === menuSet.takeaway ? row.takeaway : row.inStore);
    return rows.filter((row) => isInSet(row) && isServedAt(row, at));
  }
}
