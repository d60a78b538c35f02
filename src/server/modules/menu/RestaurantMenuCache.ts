import { menuCategoryIds } from "#contract/constants.ts";
import type { DeliveryTerms } from "#contract/delivery-terms.ts";
import { MenuItem, TakeawayItem } from "#contract/menu/schema.ts";
import type { Serializer } from "../../platform/http/request-context.ts";
import { type CachedResponse, cachedJson } from "../../platform/response-cache/CachedResponse.ts";
import { toLocalTime } from "../../platform/time/local-time.ts";
import { findDayPart } from "../restaurant/opening-hours.rules.ts";
import { dependsOnDate, isAvailableAt } from "./availability.rules.ts";
import { getSellableStock, presentItem, presentPopularItem, presentTakeawayItem } from "./menu.presenter.ts";
import type { MenuRow } from "./menu.repository.ts";

/** Key of a restaurant's menu: endpoint, set of dishes, and the timestamp that selects the day part. */
export interface MenuKey {
  endpoint: "items" | "takeawayItems" | "popular";
  set: string;
  at: Date;
}

/** Estimated memory of a dish in bytes, including its serialized texts; measured with the demo's dishes. */
const estimatedDishBytes = 2_500;
/** Responses kept at once; those of past days are dropped when there are more. */
const maxResponses = 100;

/** Number of popular dishes on the first screen. */
const maxPopularDishes = 8;

const responseFormats = {
  items: { schema: MenuItem, present: presentItem },
  takeawayItems: { schema: TakeawayItem, present: presentTakeawayItem },
  popular: { schema: TakeawayItem, present: presentPopularItem },
} as const;

interface CachedDish {
  row: MenuRow;
  /** The dish as JSON by endpoint, serialized with the endpoint's schema. */
  texts: Partial<Record<MenuKey["endpoint"], string>>;
}

/**
 * In-memory menu of a restaurant: rows, each dish as JSON, and full responses by endpoint, set and day part.
 */
export class RestaurantMenuCache {
  readonly #dishes: Map<string, CachedDish>;
  readonly #terms: DeliveryTerms;
  readonly #responses = new Map<string, CachedResponse>();
  #staleIds = new Set<string>();
  /** `performance.now()` at the first change that is not in the rows; null without one. */
  #staleSince: number | null = null;
  /** `performance.now()` at the first change that may concern all rows, which are then to be read again; null without one. */
  outdatedAt: number | null = null;
  /** Whether some dishes are sold on some days only. */
  #dependsOnDate: boolean;

  constructor(rows: MenuRow[], terms: DeliveryTerms) {
    this.#terms = terms;
    this.#dishes = new Map(rows.map((row) => [row.id, { row, texts: {} }]));
    this.#dependsOnDate = rows.some(dependsOnDate);
  }

  get bytes(): number {
    let bytes = this.#dishes.size * estimatedDishBytes;
    for (const response of this.#responses.values()) bytes += response.bytes;
    return bytes;
  }

  /** Whether anything may have changed since the rows were read, so that all are to be read again. */
  get isOutdated(): boolean {
    return this.outdatedAt !== null;
  }

  /** Time since any of it is known to be outdated, in ms; 0 for a current menu. */
  get outdatedMs(): number {
    const now = performance.now();
    return now - Math.min(this.outdatedAt ?? now, this.#staleSince ?? now);
  }

  /** Whether rows of some dishes have changed since they were read. */
  get isStale(): boolean {
    return this.#staleIds.size > 0;
  }

  /** Marks a dish as changed; returns false for a dish that is not on the menu, which then needs a reload. */
  markStale(dishId: string): boolean {
    if (!this.#dishes.has(dishId)) return false;
    this.#staleIds.add(dishId);
    this.#staleSince ??= performance.now();
    this.#responses.clear();
    return true;
  }

  /** Reloads changed dishes; returns false when one is gone. */
  async refresh(read: (ids: string[]) => Promise<MenuRow[]>): Promise<boolean> {
    const ids = [...this.#staleIds];
    this.#staleIds = new Set();
    const startedAt = performance.now();
    const rows = await read(ids).catch((error: unknown) => {
      for (const id of ids) this.#staleIds.add(id);
      throw error;
    });
    for (const row of rows) this.#dishes.set(row.id, { row, texts: {} });
    this.#dependsOnDate = [...this.#dishes.values()].some(({ row }) => dependsOnDate(row));
    this.#responses.clear();
    this.#staleSince = this.isStale ? startedAt : null;
    return rows.length === ids.length;
  }

  /** Returns the full response, built on first use. */
  getResponse({ endpoint, set, at }: MenuKey, serialiser: Serializer): CachedResponse {
    const date = this.#dependsOnDate ? toLocalTime(at).date : "";
    const key = `${endpoint} ${set} ${findDayPart(at)} ${date}`;
    const cached = this.#responses.get(key);
    if (cached !== undefined) return cached;
    const isInSet = (row: MenuRow) => (set === menuCategoryIds.takeaway ? row.takeaway : row.inStore);
    const serialize = serialiser(responseFormats[endpoint].schema);
    const texts: string[] = [];
    const served = [...this.#dishes.values()].filter(({ row }) => isInSet(row) && isAvailableAt(row, at));
    for (const dish of endpoint === "popular" ? bestSelling(served) : served) {
      dish.texts[endpoint] ??= serialize(responseFormats[endpoint].present(dish.row, this.#terms));
      texts.push(dish.texts[endpoint]);
    }
    const response = cachedJson(`[${texts.join(",")}]`);
    if (this.#responses.size >= maxResponses) this.#responses.clear();
    this.#responses.set(key, response);
    return response;
  }
}

/** Returns the best-selling available dishes, one variant of each. */
function bestSelling(dishes: readonly CachedDish[]): CachedDish[] {
  const seen = new Set<string>();
  return dishes
    .filter(({ row }) => getSellableStock(row) !== 0)
    .sort((a, b) => b.row.sales - a.row.sales)
    .filter(({ row: { id, spuId } }) => !seen.has(spuId ?? id) && seen.add(spuId ?? id))
    .slice(0, maxPopularDishes);
}
