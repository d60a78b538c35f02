import { menuCategoryIds } from "#contract/constants.ts";
import { MenuItem, TakeawayItem } from "#contract/menu/schema.ts";
import type { Serializer } from "../../platform/http/register-endpoints.ts";
import { type CachedResponse, cachedJson } from "../../platform/response-cache/CachedResponse.ts";
import { findDayPart } from "../restaurant/opening-hours.rules.ts";
import { isAvailableAt } from "./availability.rules.ts";
import { presentItem, presentTakeawayItem } from "./menu.presenter.ts";
import type { MenuRow } from "./menu.repository.ts";

/** Which of a store's menus: a call, a set of dishes, and the moment whose part of the day counts. */
export interface MenuKey {
  endpoint: "items" | "takeawayItems" | "popular";
  set: string;
  at: Date;
}

/** What a dish takes in memory, its texts included; measured with the demo's dishes. */
const estimatedDishBytes = 2_500;

/** As many as the row of popular dishes on the first screen holds. */
const maxPopularDishes = 8;

const responseFormats = {
  items: { schema: MenuItem, present: presentItem },
  takeawayItems: { schema: TakeawayItem, present: presentTakeawayItem },
  popular: { schema: TakeawayItem, present: presentTakeawayItem },
} as const;

interface CachedDish {
  row: MenuRow;
  /** The dish as it stands in the answer of a call, written through the call's schema. */
  texts: Partial<Record<MenuKey["endpoint"], string>>;
}

/** A store's menu in memory: its rows, each dish as text, and whole answers by call, set and part of the day. */
export class RestaurantMenuCache {
  readonly #dishes: Map<string, CachedDish>;
  readonly #responses = new Map<string, CachedResponse>();
  #staleIds = new Set<string>();

  constructor(rows: MenuRow[]) {
    this.#dishes = new Map(rows.map((row) => [row.id, { row, texts: {} }]));
  }

  get bytes(): number {
    let bytes = this.#dishes.size * estimatedDishBytes;
    for (const response of this.#responses.values()) bytes += response.bytes;
    return bytes;
  }

  /** Dishes whose rows have changed since they were read. */
  get isStale(): boolean {
    return this.#staleIds.size > 0;
  }

  /** Notes that a dish has changed; false when it is not on the menu, which is another menu then. */
  markStale(dishId: string): boolean {
    if (!this.#dishes.has(dishId)) return false;
    this.#staleIds.add(dishId);
    this.#responses.clear();
    return true;
  }

  /** Reads the dishes that have changed anew; false when one is gone. */
  async refresh(read: (ids: string[]) => Promise<MenuRow[]>): Promise<boolean> {
    const ids = [...this.#staleIds];
    this.#staleIds = new Set();
    const rows = await read(ids).catch((error: unknown) => {
      for (const id of ids) this.#staleIds.add(id);
      throw error;
    });
    for (const row of rows) this.#dishes.set(row.id, { row, texts: {} });
    this.#responses.clear();
    return rows.length === ids.length;
  }

  /** The whole answer, made when it is first asked for. */
  getResponse({ endpoint, set, at }: MenuKey, serialiser: Serializer): CachedResponse {
    const key = `${endpoint} ${set} ${findDayPart(at)}`;
    const cached = this.#responses.get(key);
    if (cached !== undefined) return cached;
    const isInSet = (row: MenuRow) => (set === menuCategoryIds.takeaway ? row.takeaway : row.inStore);
    const serialize = serialiser(responseFormats[endpoint].schema);
    const texts: string[] = [];
    const served = [...this.#dishes.values()].filter(({ row }) => isInSet(row) && isAvailableAt(row, at));
    for (const dish of endpoint === "popular" ? mostSold(served) : served) {
      dish.texts[endpoint] ??= serialize(responseFormats[endpoint].present(dish.row));
      texts.push(dish.texts[endpoint]);
    }
    const response = cachedJson(`[${texts.join(",")}]`);
    this.#responses.set(key, response);
    return response;
  }
}

/** The dishes that are sold most and can be had, one variant of each. */
function mostSold(dishes: readonly CachedDish[]): CachedDish[] {
  const seen = new Set<string>();
  return dishes
    .filter(({ row }) => !row.soldOut && row.stock !== 0)
    .sort((a, b) => b.row.sales - a.row.sales)
    .filter(({ row: { id, spuId } }) => !seen.has(spuId ?? id) && seen.add(spuId ?? id))
    .slice(0, maxPopularDishes);
}
