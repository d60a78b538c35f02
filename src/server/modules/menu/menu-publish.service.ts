import { nutrientNames } from "#contract/menu/dish-facts.ts";
import { formatDishName } from "#contract/menu/dish-name.ts";
import type { DishForm } from "#contract/staff/menu-admin/dish.schema.ts";
import type { Deps } from "../../platform/Deps.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { ruleBroken } from "../../platform/http/AppError.ts";
import { formatLocalTime, parseLocalTime } from "../../platform/time/local-time.ts";
import { insertAudit } from "../audit/audit.repository.ts";
import * as repository from "./dish-draft.repository.ts";
import { type DraftRow, listChangedFields, toNutrition } from "./dish-form.presenter.ts";
import { insertPriceChanges } from "./dish-price.repository.ts";

/** Publishes drafts of dishes: now, or when their time has come. */
export class MenuPublishService {
  readonly #deps: Pick<Deps, "database" | "clock">;

  constructor(deps: Pick<Deps, "database" | "clock">) {
    this.#deps = deps;
  }

  /**
   * Publishes the drafts of these dishes, or all, at `publishAt` ("YYYY-MM-DD HH:mm" in Asia/Shanghai), or now
   * if undefined; null takes their time away. Throws "rule_broken" for a time in the past and if there is none.
   */
  async publish(actor: string, spuIds: readonly string[] | undefined, publishAt: string | null | undefined) {
    const { database, clock } = this.#deps;
    const at = publishAt ? parseLocalTime(publishAt) : null;
    if (publishAt && (at === null || at <= clock.now()))
      throw ruleBroken("发布时间要晚于现在，请重新选择", "publish_at");
    return await database.transaction(async (tx) => {
      await repository.lockMenu(tx);
      if (publishAt !== undefined) return await this.#schedule(tx, actor, spuIds, at);
      const drafts = await repository.listDrafts(tx, spuIds);
      if (drafts.length === 0) throw ruleBroken("没有待发布的修改", "spu_ids");
      await this.#apply(tx, drafts, () => actor);
      return { published: drafts.length, scheduled: 0 };
    });
  }

  /** Publishes the drafts whose time has come; safe to run in several processes at once. */
  async sweep(): Promise<void> {
    const { database, clock } = this.#deps;
    if ((await repository.listDueDrafts(database.queries, clock.now())).length === 0) return;
    await database.transaction(async (tx) => {
      await repository.lockMenu(tx);
      const due = await repository.listDueDrafts(tx, clock.now());
      await this.#apply(tx, due, ({ updatedBy }) => updatedBy);
    });
  }

  async #schedule(
    tx: QueryRunner,
    actor: string,
    spuIds: readonly string[] | undefined,
    publishAt: Date | null,
  ) {
    const ids = await repository.scheduleDrafts(tx, spuIds, publishAt);
    if (ids.length === 0) throw ruleBroken("没有待发布的修改", "spu_ids");
    const detail = { count: ids.length, publish_at: publishAt && formatLocalTime(publishAt) };
    const createdAt = this.#deps.clock.now();
    await insertAudit(tx, { actor, action: "menu.schedule", target: ids[0] ?? "", detail, createdAt });
    return { published: 0, scheduled: publishAt === null ? 0 : ids.length };
  }

  async #apply(tx: QueryRunner, drafts: DraftRow[], actorOf: (draft: DraftRow) => string): Promise<void> {
    await repository.allowLongStatements(tx);
    const createdAt = this.#deps.clock.now();
    const ids = drafts.map(({ spuId }) => spuId);
    const publishedById = new Map(
      (await repository.findDishes(tx, ids)).map(({ spuId, published }) => [spuId, published]),
    );
    const changes = drafts.map((draft) => ({
      draft,
      before: publishedById.get(draft.spuId) ?? null,
      actor: actorOf(draft),
    }));
    await repository.upsertDishes(
      tx,
      drafts.flatMap(({ spuId, form }) => toRows(spuId, form)),
    );
    const removed = changes.flatMap(({ draft, before }) => listMissing(before, draft.form));
    await repository.retireDishes(tx, removed, createdAt);
    await repository.moveRetired(
      tx,
      drafts.map(({ spuId, form }) => ({ spuId, categoryId: form.category_id })),
    );
    await insertPriceChanges(
      tx,
      changes.flatMap(({ draft, before, actor }) =>
        listPriceChanges(before, draft.form).map((change) => ({ ...change, actor, createdAt })),
      ),
    );
    const entries = changes.map(({ draft: { spuId: target, form }, before, actor }) => ({
      actor,
      action: "menu.publish",
      target,
      detail: before === null ? { name: form.name } : listChangedFields(before, form),
      createdAt,
    }));
    await insertAudit(tx, ...entries);
    await repository.deleteDrafts(tx, ids);
  }
}

/** Converts a form to a row for each variant. */
function toRows(spuId: string, form: DishForm) {
  const [first] = form.variants;
  const nutrition = toNutrition(form);
  const isSingle = form.variants.length === 1 && first?.spec_name === null && first.dish_id === spuId;
  return form.variants.map(({ dish_id, spec_name, price, original_price }, index) => ({
    id: dish_id,
    spuId: isSingle ? null : spuId,
    spuName: isSingle ? null : form.name,
    specName: spec_name,
    name: formatDishName(form.name, spec_name),
    categoryId: form.category_id,
    priceFen: price,
    originalPriceFen: original_price,
    description: form.description,
    image: form.image,
    dayParts: form.day_parts,
    weekdays: form.weekdays,
    soldFrom: form.sold_from,
    soldUntil: form.sold_until,
    takeaway: form.takeaway,
    inStore: form.in_store,
    rank: form.rank,
    minQuantity: form.min_quantity ?? null,
    maxQuantity: form.max_quantity ?? null,
    allergens: form.allergens ?? null,
    nutrition: nutrientNames.some((nutrient) => nutrition[nutrient] !== null) ? nutrition : null,
    variantRank: index,
    onSale: form.on_sale,
  }));
}

/** Lists the ids of the variants that one form has and the other does not. */
function listMissing(form: DishForm | null, other: DishForm | null): string[] {
  const others = new Set(other?.variants.map(({ dish_id }) => dish_id));
  return (form?.variants ?? []).map(({ dish_id }) => dish_id).filter((id) => !others.has(id));
}

function listPriceChanges(before: DishForm | null, after: DishForm) {
  const prices = new Map(before?.variants.map(({ dish_id, price }) => [dish_id, price]));
  return after.variants
    .map(({ dish_id, price }) => ({ dishId: dish_id, fromFen: prices.get(dish_id) ?? null, toFen: price }))
    .filter(({ fromFen, toFen }) => fromFen !== toFen);
}
