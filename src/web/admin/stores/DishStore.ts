import { makeAutoObservable } from "mobx";
import { restaurantAdminEndpoints } from "#contract/restaurant-admin/endpoints.ts";
import type { StoreDish } from "#contract/restaurant-admin/schema.ts";
import type { ApiClient } from "#web/shared/api/ApiClient.ts";
import { PagedList, pageIn } from "#web/shared/PagedList.ts";
import { adminStoreOf } from "../AdminStores.ts";
import { type ChosenStore, chosenStore } from "./ChosenStore.ts";

const pageSize = 50;

/** What the chosen store sells, and what of it is sold out. */
export class DishStore {
  keyword = "";
  /** Only what is sold out. */
  isSoldOutOnly = false;
  /** The dish that is being switched. */
  movingId: string | null = null;
  /** How many dishes there are, as the server counts them; null until it has said so. */
  counts: { readonly all: number; readonly sold_out: number } | null = null;
  readonly dishes: PagedList<StoreDish>;
  private readonly api: Pick<ApiClient, "call">;
  private readonly chosen: ChosenStore;

  constructor(api: Pick<ApiClient, "call">, chosen: ChosenStore) {
    this.api = api;
    this.chosen = chosen;
    this.dishes = new PagedList<StoreDish>({
      fetchPage: (page, signal) => this.fetch(page, signal),
      idOf: ({ dish_id }) => dish_id,
    });
    makeAutoObservable<this, "api" | "chosen">(
      this,
      { dishes: false, api: false, chosen: false },
      { autoBind: true },
    );
  }

  setKeyword(keyword: string): void {
    this.keyword = keyword;
  }

  setSoldOutOnly(is: boolean): void {
    this.isSoldOutOnly = is;
  }

  /** Takes a dish off the menu of the store or puts it back, or sets its portions. Rethrows failures. */
  async change(dish: StoreDish, change: { sold_out: boolean } | { stock: number | null }): Promise<void> {
    this.begin(dish.dish_id);
    try {
      const body = { ...this.chosen.named, dish_id: dish.dish_id, ...change };
      const now = await this.api.call(restaurantAdminEndpoints.dish, { body });
      this.dishes.replace(this.dishes.items.map((one) => (one.dish_id === now.dish_id ? now : one)));
      this.noteSwitched(dish, now);
    } finally {
      this.begin(null);
    }
  }

  private async fetch(page: number, signal: AbortSignal) {
    const keyword = this.keyword.trim();
    const query = {
      ...this.chosen.named,
      page,
      pageSize,
      ...(keyword === "" ? {} : { keyword }),
      ...(this.isSoldOutOnly ? { sold_out: true } : {}),
    };
    const answer = await this.api.call(restaurantAdminEndpoints.dishes, { query, signal });
    this.setCounts(answer.counts);
    return pageIn(answer);
  }

  /** The counts that the server would tell now. */
  private noteSwitched(before: StoreDish, now: StoreDish): void {
    if (this.counts === null || before.sold_out === now.sold_out) return;
    const sold_out = this.counts.sold_out + (now.sold_out ? 1 : -1);
    this.counts = { ...this.counts, sold_out };
  }

  private setCounts(counts: DishStore["counts"]): void {
    this.counts = counts;
  }

  private begin(dishId: string | null): void {
    this.movingId = dishId;
  }
}

export const dishStore = adminStoreOf((stores) => new DishStore(stores.api, stores.get(chosenStore)));
