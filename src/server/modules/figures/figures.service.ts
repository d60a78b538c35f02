import { pageSizeDefault } from "#contract/constants.ts";
import { orderTypes } from "#contract/order/status.ts";
import type { dishFigureSorts, restaurantFigureSorts } from "#contract/staff/figures/limits.ts";
import type { FigurePoint, FigureSums } from "#contract/staff/figures/schema.ts";
import type { Deps } from "../../platform/Deps.ts";
import { wholeChain } from "../../schema/figures.ts";
import type { CodePage } from "./figure-file.rules.ts";
import { assertRange, type DayRange, isDaily, listPoints, rangeBefore } from "./figure-range.rules.ts";
import * as repository from "./figure-report.repository.ts";
import { addSums, noSums } from "./figure-sums.rules.ts";
import * as lists from "./restaurant-figures.repository.ts";

/** Reasons that are shown apart. */
const reasonsMax = 30;

/** A range of days, of the whole chain or of a restaurant. */
export interface FigureFilter extends DayRange {
  restaurant_id?: string;
}
export type RestaurantSort = (typeof restaurantFigureSorts)[number];
export type DishSort = (typeof dishFigureSorts)[number];

interface PageQuery {
  page?: number;
  pageSize?: number;
}

const toOffset = ({ page = 1, pageSize = pageSizeDefault }: PageQuery) => ({
  offset: (page - 1) * pageSize,
  limit: pageSize + 1,
});

/** Puts a list of at most one row more than a page into a page. */
function toPage<Row, Item>(
  rows: Row[],
  { page = 1, pageSize = pageSizeDefault }: PageQuery,
  present: (row: Row) => Item,
) {
  return { list: rows.slice(0, pageSize).map(present), page, pageSize, has_more: rows.length > pageSize };
}

/** Returns a restaurant's sums with its name, or its code when it has none any more. */
export function presentRestaurant<Row extends { restaurant_id: string; name: string | null }>(row: Row) {
  return { ...row, name: row.name ?? row.restaurant_id };
}

/** Returns a dish's sums with its name and variant, or its code when it has none any more. */
export function presentDish({ name, spec_name, ...sums }: repository.DishSums) {
  return { ...sums, name: [name ?? sums.dish_id, spec_name].filter((part) => part !== null).join(" ") };
}

/** Reads the figures; all methods throw "validation" for days that do not exist and ranges that are too long. */
export class FiguresService {
  readonly #deps: Pick<Deps, "database">;

  constructor(deps: Pick<Deps, "database">) {
    this.#deps = deps;
  }

  /** Returns the sums of a range, of the range before, and of each type of order. */
  async readOverview(filter: FigureFilter) {
    assertRange(filter);
    const before = rangeBefore(filter);
    const [byType, byTypeBefore, progress] = await this.#deps.database.read((queries) =>
      Promise.all([
        repository.sumByType(queries, filter.restaurant_id, filter),
        repository.sumByType(queries, filter.restaurant_id, before),
        repository.readProgress(queries),
      ]),
    );
    return {
      sums: addSums(byType),
      before: { ...before, sums: addSums(byTypeBefore) },
      services: orderTypes.map((type) => ({ ...noSums, ...byType.find((row) => row.type === type), type })),
      counted_until: progress.countedUntil.toISOString(),
      is_past_counted: progress.isPastCounted,
    };
  }

  /** Returns the points of a chart, those without orders too. */
  async readSeries(filter: FigureFilter & { by?: "time" | "hour" }) {
    assertRange(filter);
    const timeUnit = isDaily(filter) ? "day" : "month";
    const unit: "day" | "month" | "hour" = filter.by === "hour" ? "hour" : timeUnit;
    const rows = await this.#deps.database.read((queries) =>
      repository.sumByPoint(queries, filter.restaurant_id, filter, unit),
    );
    const byPoint = new Map(rows.map((row) => [row.at, row]));
    const points =
      unit === "hour" ? Array.from({ length: 24 }, (_, hour) => String(hour)) : listPoints(filter);
    const empty = { orders: 0, sales: 0, net: 0, refund: 0, cancelled: 0, first_orders: 0 };
    const list: FigurePoint[] = points.map((at) => ({ ...empty, ...byPoint.get(at), at }));
    return { unit, list };
  }

  /** Lists restaurants with something in the range, only some if they are given. */
  async listRestaurants(
    query: DayRange & PageQuery & { keyword?: string; sort?: RestaurantSort },
    restaurantIds: readonly string[] | null,
  ) {
    assertRange(query);
    const { keyword = "", sort = "sales" } = query;
    const filter = { ...toOffset(query), keyword: keyword.trim(), sort, restaurantIds };
    const rows = await this.#deps.database.readInTransaction(async (tx) => {
      await lists.allowLargeSums(tx);
      return await lists.listRestaurants(tx, query, filter);
    });
    return toPage(rows, query, presentRestaurant);
  }

  /** Reads restaurants with something in the range in the order of their codes, those after one. */
  async readRestaurants(
    range: DayRange,
    page: CodePage & { keyword: string },
  ): Promise<lists.RestaurantSums[]> {
    return await this.#deps.database.readInTransaction(async (tx) => {
      await lists.allowLargeSums(tx);
      return await lists.listRestaurantsByCode(tx, range, { ...page, restaurantIds: null });
    });
  }

  /** Lists dishes sold or refunded in the range. */
  async listDishes(query: FigureFilter & PageQuery & { sort?: DishSort }) {
    assertRange(query);
    const filter = { ...toOffset(query), sort: query.sort ?? "quantity" };
    const rows = await this.#deps.database.read((queries) =>
      repository.listDishes(queries, query.restaurant_id, query, filter),
    );
    return toPage(rows, query, presentDish);
  }

  /** Counts cancelled orders by reason. */
  async countCancellations(filter: FigureFilter) {
    assertRange(filter);
    const list = await this.#deps.database.read((queries) =>
      repository.countCancellations(queries, filter.restaurant_id, filter, reasonsMax),
    );
    return { list };
  }

  /**
   * Lists what restaurants closed a day with, only some if they are given; `chain` is the sum of all, and null in a search
   * and for some.
   */
  async readDailyClose(
    query: PageQuery & { date: string; keyword?: string },
    restaurantIds: readonly string[] | null,
  ) {
    const range = { from: query.date, to: query.date };
    assertRange(range);
    const keyword = query.keyword?.trim() ?? "";
    const filter = { ...toOffset(query), keyword, restaurantIds, after: "" };
    const isWhole = keyword === "" && restaurantIds === null;
    const [rows, byType] = await this.#deps.database.read(async (queries) => [
      await lists.listDailyClose(queries, query.date, filter),
      isWhole ? await repository.sumByType(queries, wholeChain, range) : null,
    ]);
    const chain: FigureSums | null = byType && addSums(byType);
    return { ...toPage(rows, query, presentRestaurant), chain };
  }
}
