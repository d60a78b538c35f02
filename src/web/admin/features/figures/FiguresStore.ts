import { makeAutoObservable } from "mobx";
import type { ChainFigures, ChainPoint } from "#contract/staff/figures/chain.schema.ts";
import { figuresEndpoints as endpoints, figuresFilePath } from "#contract/staff/figures/endpoints.ts";
import type {
  dishFigureSorts,
  FigureFormat,
  FigureTable,
  restaurantFigureSorts,
} from "#contract/staff/figures/limits.ts";
import type {
  CancellationFigures,
  DailyClose,
  DishFigures,
  FigurePoint,
  FigureSums,
  RestaurantFigures,
} from "#contract/staff/figures/schema.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { fetchFile } from "#web/lib/api/fetchFile.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import { PagedList, toPage } from "#web/lib/async/PagedList.ts";
import { defineAdminStore } from "../../app/AdminStores.ts";

/** Time for a whole file: a large chain has a hundred thousand restaurants. */
const fileTimeoutMs = 600_000;

/** Range, restaurant, search and order of the lists; an empty string does not filter. */
export interface FigureFilter {
  from: string;
  to: string;
  restaurant: string;
  keyword: string;
  sort: (typeof restaurantFigureSorts)[number];
  dishSort: (typeof dishFigureSorts)[number];
}

interface Overview {
  sums: FigureSums;
  before: { from: string; to: string; sums: FigureSums };
  services: ({ type: "takeaway" | "pickup" | "dine_in" } & FigureSums)[];
  counted_until: string;
  is_past_counted: boolean;
}

/** All figures of a range that are not paged, with the range and restaurant that they are of. */
export interface Figures extends Overview {
  scope: Pick<FigureFilter, "from" | "to" | "restaurant">;
  unit: "day" | "month" | "hour";
  points: FigurePoint[];
  hours: FigurePoint[];
  cancellations: CancellationFigures[];
}

/** Member cards, vouchers and points of the whole chain, with the range that they are of. */
export interface ChainReport {
  from: string;
  to: string;
  sums: ChainFigures;
  before: { from: string; to: string; sums: ChainFigures };
  unit: "day" | "month";
  list: ChainPoint[];
}

/** Returns whether figures are of the range and the restaurant of a filter, not those of the filter before. */
export function isOfScope({ scope }: Figures, { from, to, restaurant }: FigureFilter): boolean {
  return scope.from === from && scope.to === to && scope.restaurant === restaurant;
}

/** Figures of the chain or of a restaurant. */
export class FiguresStore {
  filter: FigureFilter = {
    from: "",
    to: "",
    restaurant: "",
    keyword: "",
    sort: "sales",
    dishSort: "quantity",
  };
  readonly figures = new Loadable<Figures>();
  readonly chain = new Loadable<ChainReport>();
  readonly restaurants: PagedList<RestaurantFigures>;
  readonly dishes: PagedList<DishFigures>;
  readonly dailyClose: PagedList<DailyClose>;
  /** The daily close of all restaurants together; null in a search. */
  chainClose: FigureSums | null = null;
  private readonly api: Pick<ApiClient, "call" | "withToken" | "send">;

  constructor(api: Pick<ApiClient, "call" | "withToken" | "send">) {
    this.api = api;
    this.restaurants = new PagedList<RestaurantFigures>({
      fetchPage: async (page, signal) => {
        const { from, to, keyword, sort } = this.filter;
        const query = { from, to, page, sort, ...(keyword !== "" && { keyword }) };
        return toPage(await api.call(endpoints.restaurants, { query, signal }));
      },
      getId: ({ restaurant_id }) => restaurant_id,
    });
    this.dishes = new PagedList<DishFigures>({
      fetchPage: async (page, signal) => {
        const query = { ...this.scope, page, sort: this.filter.dishSort };
        return toPage(await api.call(endpoints.dishes, { query, signal }));
      },
      getId: ({ dish_id }) => dish_id,
    });
    this.dailyClose = new PagedList<DailyClose>({
      fetchPage: async (page, signal) => {
        const { to: date, keyword } = this.filter;
        const query = { date, page, ...(keyword !== "" && { keyword }) };
        const answer = await api.call(endpoints.dailyClose, { query, signal });
        this.setChainClose(answer.chain);
        return toPage(answer);
      },
      getId: ({ restaurant_id }) => restaurant_id,
    });
    makeAutoObservable<this, "api" | "scope">(
      this,
      {
        figures: false,
        chain: false,
        restaurants: false,
        dishes: false,
        dailyClose: false,
        api: false,
        scope: false,
      },
      { autoBind: true },
    );
  }

  setFilter(filter: FigureFilter): void {
    this.filter = filter;
  }

  /** Loads everything that is not paged. Rethrows failures. */
  async load(): Promise<void> {
    await this.figures.run(async (signal) => {
      const query = this.scope;
      const { from, to, restaurant } = this.filter;
      const [overview, series, hours, cancellations] = await Promise.all([
        this.api.call(endpoints.overview, { query, signal }),
        this.api.call(endpoints.series, { query, signal }),
        this.api.call(endpoints.series, { query: { ...query, by: "hour" }, signal }),
        this.api.call(endpoints.cancellations, { query, signal }),
      ]);
      return {
        ...overview,
        scope: { from, to, restaurant },
        unit: series.unit,
        points: series.list,
        hours: hours.list,
        cancellations: cancellations.list,
      };
    });
  }

  /** Loads the figures of the whole chain beside orders. Rethrows failures. */
  async loadChain(): Promise<void> {
    const { from, to } = this.filter;
    await this.chain.run(async (signal) => {
      return { ...(await this.api.call(endpoints.chain, { query: { from, to }, signal })), from, to };
    });
  }

  /** Fetches a table as a file, with the filters of the page. Rethrows failures. */
  async fetchFile(table: FigureTable, format: FigureFormat): Promise<Blob> {
    const { keyword } = this.filter;
    const filters = table === "restaurants" || table === "daily-close" ? { keyword } : {};
    const query = new URLSearchParams({ table, format, ...this.scope, ...filters });
    const url = `${figuresFilePath}?${query}`;
    const { signal } = new AbortController();
    return await fetchFile(this.api, { principal: "staff", url, signal, timeoutMs: fileTimeoutMs });
  }

  private get scope() {
    const { from, to, restaurant } = this.filter;
    return { from, to, ...(restaurant !== "" && { restaurant_id: restaurant }) };
  }

  private setChainClose(sums: FigureSums | null): void {
    this.chainClose = sums;
  }
}

export const figuresStore = defineAdminStore(({ api }) => new FiguresStore(api));
