import { and, asc, count, inArray, isNotNull, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { DishForm } from "#contract/staff/menu-admin/dish.schema.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { isOneOf } from "../../platform/database/one-of.ts";
import { likePattern } from "../../platform/database/search-ngrams.ts";
import { dishDrafts, dishes, menuCategories } from "../../schema/restaurants.ts";
import { type DishRow, type DishVersions, type DraftRow, toForm } from "./dish-form.presenter.ts";

const batchSize = 500;
const spuId = sql<string>`coalesce(${dishes.spuId}, ${dishes.id})`;

/** Lets one transaction at a time change the menu of the chain. */
export async function lockMenu(tx: QueryRunner): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('menu'))`);
}

/** Lets statements of a transaction run long: a file may hold a whole chain. */
export async function allowLongStatements(tx: QueryRunner): Promise<void> {
  await tx.execute(sql`set local statement_timeout = '120s'`);
}

/** Finds dishes with their variants and drafts, in the order of the ids; unknown ones are missing. */
export async function findDishes(queries: QueryRunner, ids: readonly string[]): Promise<DishVersions[]> {
  if (ids.length === 0) return [];
  const rows = await queries
    .select()
    .from(dishes)
    .where(and(sql`${spuId} = any(${sql.param(ids)}::text[])`, isNull(dishes.retiredAt)))
    .orderBy(asc(dishes.rank), asc(dishes.variantRank), asc(dishes.id));
  const drafts = await listDrafts(queries, ids);
  const rowsById = new Map<string, DishRow[]>();
  for (const row of rows) {
    const id = row.spuId ?? row.id;
    rowsById.set(id, [...(rowsById.get(id) ?? []), row]);
  }
  const draftById = new Map(drafts.map((draft) => [draft.spuId, draft]));
  return ids.flatMap((id) => {
    const [first, ...rest] = rowsById.get(id) ?? [];
    const draft = draftById.get(id) ?? null;
    if (first === undefined && draft === null) return [];
    return [{ spuId: id, published: first === undefined ? null : toForm([first, ...rest]), draft }];
  });
}

/** Lists drafts: of these dishes, or all. */
export async function listDrafts(queries: QueryRunner, ids?: readonly string[]): Promise<DraftRow[]> {
  return await queries
    .select()
    .from(dishDrafts)
    .where(ids && isOneOf(dishDrafts.spuId, ids))
    .orderBy(asc(dishDrafts.spuId));
}

/** Lists the drafts that are to be published by a timestamp. */
export async function listDueDrafts(queries: QueryRunner, now: Date): Promise<DraftRow[]> {
  return await queries
    .select()
    .from(dishDrafts)
    .where(and(isNotNull(dishDrafts.publishAt), lte(dishDrafts.publishAt, now)))
    .orderBy(asc(dishDrafts.spuId));
}

/** Counts the drafts, and those of them that have a time. */
export async function countDrafts(queries: QueryRunner): Promise<{ drafts: number; scheduled: number }> {
  const [row] = await queries
    .select({ drafts: count(), scheduled: count(dishDrafts.publishAt) })
    .from(dishDrafts);
  return row ?? { drafts: 0, scheduled: 0 };
}

export interface ChainDishFilter {
  keyword: string | undefined;
  categoryId: string | undefined;
  state: "on_sale" | "off_sale" | "draft" | undefined;
  offset: number;
  limit: number;
}

/** Lists the ids of a page of dishes as their drafts have them, by category and position, and counts all. */
export async function findDishPage(
  queries: QueryRunner,
  { keyword, categoryId, state, offset, limit }: ChainDishFilter,
): Promise<{ ids: string[]; total: number }> {
  const stateCondition = {
    on_sale: sql`menu.on_sale`,
    off_sale: sql`not menu.on_sale`,
    draft: sql`menu.is_draft`,
  };
  const conditions: SQL[] = [
    ...(keyword ? [sql`menu.name like ${likePattern(keyword)}`] : []),
    ...(categoryId === undefined ? [] : [sql`menu.category_id = ${categoryId}`]),
    ...(state === undefined ? [] : [stateCondition[state]]),
  ];
  const where = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`;
  const { rows } = await queries.execute<{ id: string; total: number }>(sql`
    with published as (
      select coalesce(spu_id, id) as id, min(coalesce(spu_name, name)) as name, min(category_id) as category_id,
             bool_or(on_sale) as on_sale, min(rank) as rank
        from ${dishes} where retired_at is null group by 1),
    menu as (
      select coalesce(p.id, d.spu_id) as id, coalesce(d.form->>'name', p.name) as name,
             coalesce(d.form->>'category_id', p.category_id) as category_id,
             coalesce((d.form->>'on_sale')::boolean, p.on_sale) as on_sale,
             coalesce((d.form->>'rank')::int, p.rank) as rank, d.spu_id is not null as is_draft
        from published p full join ${dishDrafts} d on d.spu_id = p.id)
    select menu.id, (count(*) over ())::int as total
      from menu left join ${menuCategories} c on c.id = menu.category_id
      ${where} order by c.rank, menu.rank, menu.id offset ${offset} limit ${limit}`);
  return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0 };
}

/** Returns the highest rank of other dishes in a category, as published or in a draft; 0 for none. */
export async function findLastRank(queries: QueryRunner, spuId: string, categoryId: string): Promise<number> {
  const { rows } = await queries.execute<{ rank: number }>(sql`
    select coalesce(max(rank), 0) as rank from (
      select rank from ${dishes}
       where retired_at is null and category_id = ${categoryId} and coalesce(spu_id, id) <> ${spuId}
      union all
      select (form->>'rank')::int from ${dishDrafts}
       where form->>'category_id' = ${categoryId} and spu_id <> ${spuId}) ranks`);
  return rows[0]?.rank ?? 0;
}

/** Returns whether another dish has this name, as published or in its draft. */
export async function hasSameName(
  queries: QueryRunner,
  dish: { spuId: string; name: string },
): Promise<boolean> {
  const { rows } = await queries.execute(sql`
    select 1 from ${dishes}
     where retired_at is null and coalesce(spu_name, name) = ${dish.name} and coalesce(spu_id, id) <> ${dish.spuId}
    union all
    select 1 from ${dishDrafts} where form->>'name' = ${dish.name} and spu_id <> ${dish.spuId}
    limit 1`);
  return rows.length > 0;
}

/** Stores drafts in place of earlier ones of the same dishes. */
export async function saveDrafts(
  tx: QueryRunner,
  drafts: { spuId: string; form: DishForm }[],
  { actor: updatedBy, at: updatedAt }: { actor: string; at: Date },
): Promise<void> {
  const ids = sql.param(drafts.map(({ spuId }) => spuId));
  const forms = sql.param(drafts.map(({ form }) => JSON.stringify(form)));
  // What was approved for a time was another content.
  await tx.execute(sql`
    insert into ${dishDrafts} (spu_id, form, updated_by, updated_at)
    select spu_id, form, ${updatedBy}, ${updatedAt.toISOString()}::timestamptz
      from unnest(${ids}::text[], ${forms}::jsonb[]) d (spu_id, form)
    on conflict (spu_id) do update set form = excluded.form, updated_by = excluded.updated_by,
      updated_at = excluded.updated_at, publish_at = null`);
}

/** Deletes drafts; returns how many there were. */
export async function deleteDrafts(tx: QueryRunner, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const rows = await tx
    .delete(dishDrafts)
    .where(isOneOf(dishDrafts.spuId, ids))
    .returning({ id: dishDrafts.spuId });
  return rows.length;
}

/** Sets when drafts are to be published, null for not yet; returns the ids of their dishes. */
export async function scheduleDrafts(
  tx: QueryRunner,
  ids: readonly string[] | undefined,
  publishAt: Date | null,
): Promise<string[]> {
  const rows = await tx
    .update(dishDrafts)
    .set({ publishAt })
    .where(ids && inArray(dishDrafts.spuId, [...ids]))
    .returning({ id: dishDrafts.spuId });
  return rows.map(({ id }) => id);
}

/** Adds dishes, and changes those that exist. */
export async function upsertDishes(tx: QueryRunner, rows: (typeof dishes.$inferInsert)[]): Promise<void> {
  for (let start = 0; start < rows.length; start += batchSize)
    await tx
      .insert(dishes)
      .values(rows.slice(start, start + batchSize))
      .onConflictDoUpdate({
        target: dishes.id,
        set: {
          spuId: sql`excluded.spu_id`,
          spuName: sql`excluded.spu_name`,
          specName: sql`excluded.spec_name`,
          name: sql`excluded.name`,
          categoryId: sql`excluded.category_id`,
          priceFen: sql`excluded.price_fen`,
          originalPriceFen: sql`excluded.original_price_fen`,
          description: sql`excluded.description`,
          image: sql`excluded.image`,
          dayParts: sql`excluded.day_parts`,
          weekdays: sql`excluded.weekdays`,
          soldFrom: sql`excluded.sold_from`,
          soldUntil: sql`excluded.sold_until`,
          takeaway: sql`excluded.takeaway`,
          inStore: sql`excluded.in_store`,
          rank: sql`excluded.rank`,
          minQuantity: sql`excluded.min_quantity`,
          maxQuantity: sql`excluded.max_quantity`,
          allergens: sql`excluded.allergens`,
          nutrition: sql`excluded.nutrition`,
          variantRank: sql`excluded.variant_rank`,
          onSale: sql`excluded.on_sale`,
        },
      });
}

/** Removes variants for good. */
export async function retireDishes(tx: QueryRunner, ids: readonly string[], retiredAt: Date): Promise<void> {
  if (ids.length > 0)
    await tx
      .update(dishes)
      .set({ retiredAt })
      .where(inArray(dishes.id, [...ids]));
}

/** Moves the removed variants of dishes to the dishes' categories, so that none keeps a category that is deleted. */
export async function moveRetired(
  tx: QueryRunner,
  moved: readonly { spuId: string; categoryId: string }[],
): Promise<void> {
  await tx.execute(sql`
    update ${dishes} d set category_id = m.category_id
      from unnest(${sql.param(moved.map((dish) => dish.spuId))}::text[],
                  ${sql.param(moved.map((dish) => dish.categoryId))}::text[]) as m (spu_id, category_id)
     where coalesce(d.spu_id, d.id) = m.spu_id and d.retired_at is not null and d.category_id <> m.category_id`);
}

/** Finds in which drafts variants are, by the variants' ids. */
export async function findDraftVariants(queries: QueryRunner, ids: readonly string[]) {
  const { rows } = await queries.execute<{ id: string; spu_id: string }>(sql`
    select v->>'dish_id' as id, spu_id from ${dishDrafts}, jsonb_array_elements(form->'variants') v
     where v->>'dish_id' = any(${sql.param(ids)}::text[])`);
  return rows.map(({ id, spu_id }) => ({ id, spuId: spu_id, retiredAt: null }));
}

/** Finds variants by id, also removed ones, with the dish that each belongs to. */
export async function findVariants(queries: QueryRunner, ids: readonly string[]) {
  return await queries
    .select({ id: dishes.id, spuId, retiredAt: dishes.retiredAt })
    .from(dishes)
    .where(isOneOf(dishes.id, ids));
}
