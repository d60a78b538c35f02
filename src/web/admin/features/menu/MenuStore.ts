import { makeAutoObservable, runInAction } from "mobx";
import type { ChainDish, DishInput } from "#contract/staff/menu-admin/dish.schema.ts";
import { menuAdminEndpoints as endpoints } from "#contract/staff/menu-admin/endpoints.ts";
import type { ChainCategory } from "#contract/staff/menu-admin/schema.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { ApiError } from "#web/lib/api/ApiError.ts";
import { isRecord } from "#web/lib/api/parseResponse.ts";
import { uploadFile } from "#web/lib/api/uploadFile.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import { PagedList, toPage } from "#web/lib/async/PagedList.ts";
import { commonMessages } from "#web/lib/commonMessages.ts";
import { defineAdminStore } from "../../app/AdminStores.ts";
import { logErrors } from "../../ui/logErrors.ts";

/** Which dishes are shown; empty texts for all. */
export interface MenuFilter {
  keyword: string;
  category: string;
  state: string;
}

/** Filter that shows every dish. */
export const allDishes: MenuFilter = { keyword: "", category: "", state: "" };

/** What is changed of many dishes. */
export interface BulkChange {
  price_percent?: number;
  price_amount?: number;
  on_sale?: boolean;
  category_id?: string;
}

/** Menu of the chain, as the head office changes and publishes it. */
export class MenuStore {
  filter = allDishes;
  /** Numbers of unpublished changes, and of those of them that have a time. */
  counts = { drafts: 0, scheduled: 0 };
  readonly dishes: PagedList<ChainDish>;
  readonly categories = new Loadable<readonly ChainCategory[]>();
  private readonly api: Pick<ApiClient, "call" | "withToken">;

  constructor(api: Pick<ApiClient, "call" | "withToken">) {
    this.api = api;
    this.dishes = new PagedList<ChainDish>({
      fetchPage: (page, signal) => this.fetch(page, signal),
      getId: ({ spu_id }) => spu_id,
    });
    makeAutoObservable<this, "api">(
      this,
      { dishes: false, categories: false, api: false },
      { autoBind: true },
    );
  }

  setFilter(filter: MenuFilter): void {
    this.filter = filter;
  }

  /** Returns the name of a category; empty while it is unknown. */
  categoryName(id: string): string {
    return this.categories.value?.find(({ category_id }) => category_id === id)?.name ?? "";
  }

  /** Rethrows failures. */
  async loadCategories(): Promise<void> {
    await this.categories.run((signal) => this.api.call(endpoints.categories, { signal }));
  }

  /**
   * Adds a dish, or with `base` changes the dish as it was read; returns whether another dish has the same name.
   * Rethrows failures, "conflict" among them.
   */
  async saveDish(input: DishInput, base: ChainDish | null, idempotencyKey: string): Promise<boolean> {
    const { spu_id, version } = base ?? { spu_id: null, version: null };
    const { has_same_name } = await this.api.call(endpoints.saveDish, {
      body: { ...input, spu_id, version, client_key: idempotencyKey },
    });
    await this.reload();
    return has_same_name;
  }

  /** Changes many dishes and returns how many. Rethrows failures. */
  async changeDishes(ids: readonly string[], change: BulkChange, idempotencyKey: string): Promise<number> {
    const { changed } = await this.api.call(endpoints.changeDishes, {
      body: { spu_ids: [...ids], ...change, client_key: idempotencyKey },
    });
    await this.reload();
    return changed;
  }

  /** Drops unpublished changes. Rethrows failures. */
  async discard(ids: readonly string[]): Promise<void> {
    await this.api.call(endpoints.discardDrafts, { body: { spu_ids: [...ids] } });
    await this.reload();
  }

  /**
   * Publishes unpublished changes of these dishes, or all (null): now, at a local time "YYYY-MM-DD HH:mm", or
   * with null not until someone publishes them. Returns how many it were. Rethrows failures.
   */
  async publish(ids: readonly string[] | null, publishAt: string | null | undefined): Promise<number> {
    const { published, scheduled } = await this.api.call(endpoints.publish, {
      body: {
        ...(ids !== null && { spu_ids: [...ids] }),
        ...(publishAt !== undefined && { publish_at: publishAt }),
      },
    });
    await this.reload();
    return published + scheduled;
  }

  /** Adds a category, or changes one. Rethrows failures. */
  async saveCategory(
    category: { category_id: string | null; name: string; icon: string },
    idempotencyKey: string,
  ): Promise<void> {
    await this.api.call(endpoints.saveCategory, { body: { ...category, client_key: idempotencyKey } });
    await logErrors("loading categories failed", this.loadCategories());
  }

  /** Rethrows failures. */
  async deleteCategory(categoryId: string): Promise<void> {
    await this.api.call(endpoints.deleteCategory, { body: { category_id: categoryId } });
    await logErrors("loading categories failed", this.loadCategories());
  }

  /** Rethrows failures. */
  async sortCategories(ids: readonly string[]): Promise<void> {
    this.categories.set(await this.api.call(endpoints.sortCategories, { body: { category_ids: [...ids] } }));
    await this.reload();
  }

  /** Uploads an image and returns its URL. Rethrows failures. */
  async uploadImage(file: Blob, signal: AbortSignal): Promise<string> {
    const options = { onProgress: () => undefined, signal };
    const answer = await uploadFile(this.api, endpoints.uploadImage, file, options);
    if (isRecord(answer) && typeof answer.url === "string") return answer.url;
    throw new ApiError("bad_reply", commonMessages.badReply);
  }

  private async reload(): Promise<void> {
    await logErrors("loading dishes failed", this.dishes.reload());
  }

  private async fetch(page: number, signal: AbortSignal) {
    const { keyword, category, state } = this.filter;
    const states = ["on_sale", "off_sale", "draft"] as const;
    const known = states.find((name) => name === state);
    const answer = await this.api.call(endpoints.dishes, {
      query: {
        page,
        pageSize: 20,
        ...(keyword.trim() !== "" && { keyword: keyword.trim() }),
        ...(category !== "" && { category_id: category }),
        ...(known !== undefined && { state: known }),
      },
      signal,
    });
    runInAction(() => {
      this.counts = answer.counts;
    });
    return toPage(answer);
  }
}

export const menuStore = defineAdminStore(({ api }) => new MenuStore(api));
