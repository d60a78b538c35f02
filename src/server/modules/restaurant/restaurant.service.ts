import { defaultPosition, pageSizeDefault } from "#contract/constants.ts";
import type { Position } from "#contract/distance.ts";
import type { Favourite, Restaurant } from "#contract/restaurant/schema.ts";
import { AppError, invalid } from "../../platform/AppError.ts";
import type { Deps } from "../../platform/Deps.ts";
import { isDate, wallTime } from "../../platform/shanghai.ts";
import { deliversTo } from "./delivery-area.ts";
import { type NearRow, nearest } from "./nearest.repository.ts";
import { openingAt } from "./opening.ts";
import { presentRestaurant, presentSlot } from "./restaurant.presenter.ts";
import * as repository from "./restaurant.repository.ts";
import { slotsOf } from "./slots.ts";

interface PositionQuery {
  lat?: number;
  lng?: number;
  latitude?: number;
  longitude?: number;
}

interface ListQuery extends PositionQuery {
  page?: number;
  pageSize?: number;
  gbCityCode?: string;
  service?: "takeaway";
}

/** Stores as customers see them, and in which time (milliseconds) they look like that unless somebody changes them. */
export interface StorePage {
  data: { stores: Restaurant[]; page: number; pageSize: number; has_more: boolean };
  from: number;
  until: number;
}

const minuteMs = 60_000;
/** No store delivers farther than this, so nobody has to look farther. */
const farthestDeliveryM = 20_000;
const takeawayCandidates = 200;

/** Degrees to the centimetre: the database takes no number that is as good as nought. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e7) / 1e7;
}

/** The point that is asked about, the default one without any. Throws a 400 for half a pair of coordinates. */
function pointOf(query: PositionQuery): Position {
  for (const [lat, lng] of [["lat", "lng"] as const, ["latitude", "longitude"] as const]) {
    if (query[lat] !== undefined && query[lng] === undefined) throw invalid("请提供经度", lng);
    if (query[lng] !== undefined && query[lat] === undefined) throw invalid("请提供纬度", lat);
  }
  return {
    lat: rounded(query.lat ?? query.latitude ?? defaultPosition.lat),
    lng: rounded(query.lng ?? query.longitude ?? defaultPosition.lng),
  };
}

/** Finding stores: around a point, by keyword, by id, and a customer's favourites. */
export class RestaurantService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Stores nearest first; for takeaway only those that deliver to the point, open ones first. */
  async list(query: ListQuery): Promise<StorePage> {
    const page = query.page ?? 1;
    const pageSize = query.pageSize ?? pageSizeDefault;
    const from = (page - 1) * pageSize;
    const point = pointOf(query);
    if (query.service !== "takeaway") {
      const found = await this.#near(point, { offset: from, limit: pageSize + 1 }, query.gbCityCode);
      return this.#page(found.slice(0, pageSize), point, {
        page,
        pageSize,
        has_more: found.length > pageSize,
      });
    }
    const all = await this.#deliverers(point);
    const found = all.slice(from, from + pageSize);
    const hasMore = all.length > from + pageSize;
    // Each of them decides on the order, so that of the page lasts as long as all of them stay as they are.
    return { ...this.#page(found, point, { page, pageSize, has_more: hasMore }), ...this.#lastingOf(all) };
  }

  /** Stores whose name, address or city contains a keyword, nearest first, 50 at most; of one city when one is named. */
  async search(query: PositionQuery & { keyword: string; gbCityCode?: string }): Promise<StorePage> {
    const point = pointOf(query);
    const pageSize = 50;
    const filter = repository.matching(query.keyword.trim(), query.gbCityCode);
    const wish = { offset: 0, limit: pageSize, filter };
    const rows = await nearest(this.#deps.database.queries, point, wish);
    return this.#page(rows, point, { page: 1, pageSize, has_more: false });
  }

  async detail(query: PositionQuery & { id: string }): Promise<StorePage> {
    const row = await repository.byId(this.#deps.database.queries, query.id);
    if (row === undefined) throw new AppError("restaurant_not_found");
    return this.#page([row], pointOf(query), { page: 1, pageSize: 1, has_more: false });
  }

  /** What can be booked at a store on a day, the first one that has anything unless another is asked for. */
  async slots(query: { restaurant_id: string; date?: string }) {
    const { database, clock } = this.#deps;
    if (query.date !== undefined && !isDate(query.date)) throw invalid("日期不正确", "date");
    const store = await repository.byId(database.queries, query.restaurant_id);
    if (store === undefined) throw new AppError("restaurant_not_found");
    const now = clock.now();
    const slots = (await slotsOf(database.queries, store, now)).map(presentSlot);
    const dates = [...new Set(slots.map(({ time }) => time.slice(0, 10)))];
    const date = query.date ?? dates[0] ?? wallTime(now).date;
    return {
      dates,
      date,
      slots: slots.filter(({ time }) => time.startsWith(date)),
      immediate: openingAt(store, now).isImmediate,
    };
  }

  async toggleFavourite(userId: string, restaurantId: string): Promise<{ is_favorite: boolean }> {
    return await this.#deps.database.transaction(async (tx) => {
      if ((await repository.byId(tx, restaurantId)) === undefined) throw new AppError("restaurant_not_found");
      return {
        is_favorite: await repository.toggleFavourite(tx, userId, restaurantId, this.#deps.clock.now()),
      };
    });
  }

  async favourites(userId: string): Promise<Favourite[]> {
    const rows = await repository.favouritesOf(this.#deps.database.queries, userId);
    return rows.map(({ id, name, address }) => ({
      restaurant_id: id,
      restaurant_name: name,
      restaurant_address: address,
    }));
  }

  async #near(point: Position, page: { offset: number; limit: number }, gbCityCode: string | undefined) {
    const filter = gbCityCode ? repository.inCity(gbCityCode) : undefined;
    return await nearest(this.#deps.database.queries, point, { ...page, filter });
  }

  async #deliverers(point: Position): Promise<NearRow[]> {
    const { database, clock } = this.#deps;
    const rows = await nearest(database.queries, point, {
      offset: 0,
      limit: takeawayCandidates,
      filter: repository.thatDeliver(),
      maxM: farthestDeliveryM,
    });
    const now = clock.now();
    const rankOf = (row: NearRow) => (openingAt(row, now).isImmediate ? 0 : 1);
    return rows
      .filter((row) => deliversTo(row, point))
      .sort((a, b) => rankOf(a) - rankOf(b) || a.distanceM - b.distanceM);
  }

  #page(
    rows: repository.RestaurantRow[],
    point: Position,
    page: { page: number; pageSize: number; has_more: boolean },
  ): StorePage {
    const now = this.#deps.clock.now();
    const stores: Restaurant[] = rows.map((row) => presentRestaurant(row, point, now));
    return { data: { stores, ...page }, ...this.#lastingOf(rows) };
  }

  /** From now until the next whole minute, where hours begin and end, or until a pause ends before. */
  #lastingOf(rows: repository.RestaurantRow[]): { from: number; until: number } {
    const from = this.#deps.clock.now().getTime();
    const pauseEnds = rows.map(({ pausedUntil }) => pausedUntil?.getTime() ?? 0).filter((end) => end > from);
    return { from, until: Math.min(Math.floor(from / minuteMs + 1) * minuteMs, ...pauseEnds) };
  }
}
