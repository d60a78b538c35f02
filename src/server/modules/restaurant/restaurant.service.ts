import { defaultPosition, deliveryRadiusMaxM, pageSizeDefault } from "#contract/constants.ts";
import type { Position } from "#contract/distance.ts";
import type { Favourite, Restaurant, RestaurantDetail } from "#contract/restaurant/schema.ts";
import type { RestaurantPictures } from "#contract/restaurant-pictures/schema.ts";
import type { Deps } from "../../platform/Deps.ts";
import { AppError, invalid } from "../../platform/http/AppError.ts";
import { isDate, toLocalTime } from "../../platform/time/local-time.ts";
import { deliversTo } from "./delivery-area.rules.ts";
import { deliveryFilter, listNearest, type NearbyRestaurantRow } from "./nearby.repository.ts";
import { getOpeningStatus } from "./opening-hours.rules.ts";
import { presentRestaurant, presentSlot } from "./restaurant.presenter.ts";
import * as repository from "./restaurant.repository.ts";
import { hasPictures, presentPictures } from "./restaurant-pictures.presenter.ts";
import { listSlots } from "./slot.service.ts";

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

/** Restaurants as customers see them, and the period (ms timestamps) for which this holds without changes. */
export interface RestaurantPage<Shown extends Restaurant = Restaurant> {
  data: { stores: Shown[]; page: number; pageSize: number; has_more: boolean };
  from: number;
  until: number;
}

const minuteMs = 60_000;
const maxTakeawayCandidates = 200;

/** Rounds degrees to the centimetre: the database rejects numbers that are too close to zero. */
function roundDegrees(degrees: number): number {
  return Math.round(degrees * 1e7) / 1e7;
}

/** Returns the requested position, or the default one. Throws a 400 for half a pair of coordinates. */
function parsePosition(query: PositionQuery): Position {
  for (const [lat, lng] of [["lat", "lng"] as const, ["latitude", "longitude"] as const]) {
    if (query[lat] !== undefined && query[lng] === undefined) throw invalid("请提供经度", lng);
    if (query[lng] !== undefined && query[lat] === undefined) throw invalid("请提供纬度", lat);
  }
  return {
    lat: roundDegrees(query.lat ?? query.latitude ?? defaultPosition.lat),
    lng: roundDegrees(query.lng ?? query.longitude ?? defaultPosition.lng),
  };
}

/** Finds restaurants: around a point, by keyword, by id, and a customer's favourites. */
export class RestaurantService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Lists restaurants nearest first; for takeaway only those that deliver to the point, open ones first. */
  async list(query: ListQuery): Promise<RestaurantPage> {
    const page = query.page ?? 1;
    const pageSize = query.pageSize ?? pageSizeDefault;
    const offset = (page - 1) * pageSize;
    const point = parsePosition(query);
    if (query.service !== "takeaway") {
      const found = await this.#listNearby(point, { offset, limit: pageSize + 1 }, query.gbCityCode);
      return this.#toPage(found.slice(0, pageSize), point, {
        page,
        pageSize,
        has_more: found.length > pageSize,
      });
    }
    const all = await this.#listDelivering(point);
    const found = all.slice(offset, offset + pageSize);
    const hasMore = all.length > offset + pageSize;
    // Each restaurant affects the order, so the page is valid as long as all of them are unchanged.
    return {
      ...this.#toPage(found, point, { page, pageSize, has_more: hasMore }),
      ...this.#getValidity(all),
    };
  }

  /** Searches restaurants by name, address or city, nearest first, 50 at most; in one city if given. */
  async search(query: PositionQuery & { keyword: string; gbCityCode?: string }): Promise<RestaurantPage> {
    const point = parsePosition(query);
    const pageSize = 50;
    const filter = repository.keywordFilter(query.keyword.trim(), query.gbCityCode);
    const options = { offset: 0, limit: pageSize, filter };
    const rows = await listNearest(this.#deps.database.queries, point, options);
    return this.#toPage(rows, point, { page: 1, pageSize, has_more: false });
  }

  async getDetail(query: PositionQuery & { id: string }): Promise<RestaurantPage<RestaurantDetail>> {
    const row = await repository.findById(this.#deps.database.lookups, query.id);
    if (row === undefined) throw new AppError("restaurant_not_found");
    const page = this.#toPage([row], parsePosition(query), { page: 1, pageSize: 1, has_more: false });
    const stores = page.data.stores.map((store) => ({ ...store, has_pictures: hasPictures(row) }));
    return { ...page, data: { ...page.data, stores } };
  }

  /** Returns the pictures and licences of a restaurant. Throws "restaurant_not_found". */
  async getPictures(id: string): Promise<RestaurantPictures> {
    const row = await repository.findById(this.#deps.database.lookups, id);
    if (row === undefined) throw new AppError("restaurant_not_found");
    return presentPictures(row);
  }

  /** Lists a restaurant's slots on a day, by default the first day with a slot. */
  async slots(query: { restaurant_id: string; date?: string }) {
    const { database, clock, chainSettings } = this.#deps;
    if (query.date !== undefined && !isDate(query.date)) throw invalid("日期不正确", "date");
    const restaurant = await repository.findById(database.lookups, query.restaurant_id);
    if (restaurant === undefined) throw new AppError("restaurant_not_found");
    const now = clock.now();
    const slots = (await listSlots(database.lookups, restaurant, now, chainSettings.current)).map(
      presentSlot,
    );
    const dates = [...new Set(slots.map(({ time }) => time.slice(0, 10)))];
    const date = query.date ?? dates[0] ?? toLocalTime(now).date;
    return {
      dates,
      date,
      slots: slots.filter(({ time }) => time.startsWith(date)),
      immediate: getOpeningStatus(restaurant, now).isImmediate,
    };
  }

  async toggleFavourite(userId: string, restaurantId: string): Promise<{ is_favorite: boolean }> {
    return await this.#deps.database.transaction(async (tx) => {
      if ((await repository.findById(tx, restaurantId)) === undefined)
        throw new AppError("restaurant_not_found");
      return {
        is_favorite: await repository.toggleFavourite(tx, userId, restaurantId, this.#deps.clock.now()),
      };
    });
  }

  /** Lists the national codes of the cities in which the chain has restaurants. */
  async listCities(): Promise<string[]> {
    return await repository.listCityCodes(this.#deps.database.queries);
  }

  async listFavourites(userId: string): Promise<Favourite[]> {
    const rows = await repository.listFavourites(this.#deps.database.lookups, userId);
    return rows.map(({ id, name, address }) => ({
      restaurant_id: id,
      restaurant_name: name,
      restaurant_address: address,
    }));
  }

  async #listNearby(
    point: Position,
    page: { offset: number; limit: number },
    gbCityCode: string | undefined,
  ) {
    const filter = gbCityCode ? repository.cityFilter(gbCityCode) : undefined;
    return await listNearest(this.#deps.database.queries, point, { ...page, filter });
  }

  async #listDelivering(point: Position): Promise<NearbyRestaurantRow[]> {
    const { database, clock } = this.#deps;
    const rows = await listNearest(database.queries, point, {
      offset: 0,
      limit: maxTakeawayCandidates,
      filter: deliveryFilter(point),
      maxM: deliveryRadiusMaxM,
    });
    const now = clock.now();
    return rows
      .filter((row) => deliversTo(row, point))
      .map((row) => ({ row, rank: getOpeningStatus(row, now).isImmediate ? 0 : 1 }))
      .sort((a, b) => a.rank - b.rank || a.row.distanceM - b.row.distanceM)
      .map(({ row }) => row);
  }

  #toPage(
    rows: repository.RestaurantRow[],
    point: Position,
    page: { page: number; pageSize: number; has_more: boolean },
  ): RestaurantPage {
    const now = this.#deps.clock.now();
    const chain = this.#deps.chainSettings.current;
    const stores: Restaurant[] = rows.map((row) => presentRestaurant(row, point, now, chain));
    return { data: { stores, ...page }, ...this.#getValidity(rows) };
  }

  /** Valid until the next whole minute, when hours may begin or end, or until a pause ends earlier. */
  #getValidity(rows: repository.RestaurantRow[]): { from: number; until: number } {
    const from = this.#deps.clock.now().getTime();
    const pauseEnds = rows.map(({ pausedUntil }) => pausedUntil?.getTime() ?? 0).filter((end) => end > from);
    return { from, until: Math.min(Math.floor(from / minuteMs + 1) * minuteMs, ...pauseEnds) };
  }
}
