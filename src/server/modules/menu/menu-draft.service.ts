import { pageSizeDefault } from "#contract/constants.ts";
import {
  type ChainDish,
  type DishForm,
  type DishInput,
  dishRankMax,
} from "#contract/staff/menu-admin/dish.schema.ts";
import type { Deps } from "../../platform/Deps.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { AppError, invalid } from "../../platform/http/AppError.ts";
import { newId } from "../../platform/security/ids.ts";
import { insertAudit } from "../audit/audit.repository.ts";
import { isDishImage } from "../file/file.repository.ts";
import * as repository from "./dish-draft.repository.ts";
import { currentForm, type DishVersions, presentChainDish, versionOf } from "./dish-form.presenter.ts";
import { applyChange, assertOwnImage, type DishChange, toDishForm } from "./dish-form.rules.ts";
import { requireCategory } from "./menu-category.repository.ts";

const rankStep = 10;

/** A dish as it is to be sold, and as it is sold, null for a dish that was never published. */
export interface DraftChange {
  spuId: string;
  form: DishForm;
  published: DishForm | null;
}

interface DishesQuery {
  page?: number;
  pageSize?: number;
  keyword?: string;
  category_id?: string;
  state?: "on_sale" | "off_sale" | "draft";
}

/** The chain's dishes as the head office changes them: as drafts, which customers do not see. */
export class MenuDraftService {
  readonly #deps: Pick<Deps, "database" | "clock">;

  constructor(deps: Pick<Deps, "database" | "clock">) {
    this.#deps = deps;
  }

  /** Lists dishes with their drafts, by category and position. */
  async list({ page = 1, pageSize = pageSizeDefault, keyword, category_id, state }: DishesQuery) {
    const { queries } = this.#deps.database;
    const { ids, total } = await repository.findDishPage(queries, {
      keyword: keyword?.trim(),
      categoryId: category_id,
      state,
      offset: (page - 1) * pageSize,
      limit: pageSize,
    });
    const list = (await repository.findDishes(queries, ids)).map(presentChainDish);
    const counts = await repository.countDrafts(queries);
    return { list, total, page, pageSize, has_more: page * pageSize < total, counts };
  }

  /**
   * Stores a new dish or a change as a draft. Throws "not_found" for the dish, a variant or the category,
   * "conflict" with the current dish if it is no longer that of `version`, and the errors of `toDishForm`.
   */
  async save(
    tx: QueryRunner,
    actor: string,
    input: DishInput & { spu_id: string | null; version: string | null },
  ): Promise<ChainDish & { has_same_name: boolean }> {
    const { spu_id, version, ...fields } = input;
    await repository.lockMenu(tx);
    const before = spu_id === null ? undefined : await this.#require(tx, spu_id);
    const current = before && currentForm(before);
    const spuId = spu_id ?? newId();
    const known = before ? listVariantIds(before) : [];
    const rank = fields.rank ?? (await this.#nextRank(tx, spuId, fields.category_id));
    const form = toDishForm({ ...fields, rank }, known, spuId);
    const has_same_name = await repository.hasSameName(tx, { spuId, name: form.name });
    if (before && current && versionOf(form) === versionOf(current))
      return { ...presentChainDish(before), has_same_name };
    if (before && current && versionOf(current) !== version)
      throw new AppError("conflict", { current: presentChainDish(before) }, "这个菜品刚被别人改过");
    await requireCategory(tx, form.category_id);
    if (form.image !== current?.image) await assertOwnImage(form.image, (id) => isDishImage(tx, id));
    await this.store(tx, actor, [{ spuId, form, published: before?.published ?? null }]);
    return { ...presentChainDish(await this.#require(tx, spuId)), has_same_name };
  }

  /** Changes many dishes; returns how many. Throws "not_found", and "rule_broken" for a price out of range. */
  async change(
    tx: QueryRunner,
    actor: string,
    spuIds: readonly string[],
    change: DishChange,
  ): Promise<{ changed: number }> {
    if (Object.values(change).every((value) => value === undefined))
      throw invalid("请选择要修改的内容", "price_percent");
    await repository.lockMenu(tx);
    if (change.categoryId !== undefined) await requireCategory(tx, change.categoryId);
    const ids = [...new Set(spuIds)];
    const found = await repository.findDishes(tx, ids);
    if (found.length < ids.length) throw new AppError("not_found", {}, "有菜品不存在，请刷新后重试");
    const changed = found.flatMap((dish) => {
      const before = currentForm(dish);
      const form = applyChange(before, change);
      const isSame = versionOf(form) === versionOf(before);
      return isSame ? [] : [{ spuId: dish.spuId, form, published: dish.published }];
    });
    await this.store(tx, actor, changed);
    return { changed: changed.length };
  }

  /** Drops drafts; a dish that was never published is gone. */
  async discard(actor: string, spuIds: readonly string[]): Promise<{ discarded: number }> {
    return await this.#deps.database.transaction(async (tx) => {
      await repository.lockMenu(tx);
      const dropped = await repository.listDrafts(tx, spuIds);
      await repository.deleteDrafts(tx, spuIds);
      await this.#audit(tx, actor, "menu.discard", dropped);
      return { discarded: dropped.length };
    });
  }

  /** Stores drafts, while the menu is locked; one that is equal to the published dish is none. */
  async store(tx: QueryRunner, actor: string, changed: DraftChange[]): Promise<void> {
    const isUndone = ({ form, published }: DraftChange) =>
      published !== null && versionOf(form) === versionOf(published);
    const undone = new Set(changed.filter(isUndone).map(({ spuId }) => spuId));
    await repository.deleteDrafts(tx, [...undone]);
    const drafts = changed.flatMap(({ spuId, form }) => (undone.has(spuId) ? [] : [{ spuId, form }]));
    await repository.saveDrafts(tx, drafts, { actor, at: this.#deps.clock.now() });
    await this.#audit(tx, actor, "menu.draft", changed);
  }

  /** Returns the position after the last dish of a category, with room between for later ones. */
  async #nextRank(tx: QueryRunner, spuId: string, categoryId: string): Promise<number> {
    return Math.min((await repository.findLastRank(tx, spuId, categoryId)) + rankStep, dishRankMax);
  }

  async #audit(
    tx: QueryRunner,
    actor: string,
    action: string,
    changed: { spuId: string; form: DishForm }[],
  ): Promise<void> {
    const createdAt = this.#deps.clock.now();
    const entries = changed.map(({ spuId, form }) => ({
      actor,
      action,
      target: spuId,
      detail: { name: form.name },
      createdAt,
    }));
    await insertAudit(tx, ...entries);
  }

  async #require(tx: QueryRunner, spuId: string): Promise<DishVersions> {
    const [dish] = await repository.findDishes(tx, [spuId]);
    if (dish === undefined) throw new AppError("not_found", {}, "菜品不存在，请刷新后重试");
    return dish;
  }
}

function listVariantIds({ published, draft }: DishVersions): string[] {
  return [published, draft?.form].flatMap((form) => form?.variants.map(({ dish_id }) => dish_id) ?? []);
}
