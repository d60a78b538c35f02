import { Value } from "typebox/value";
import { findDishImageId } from "#contract/menu/dish-image.ts";
import { text } from "#contract/schema-helpers.ts";
import { DishForm } from "#contract/staff/menu-admin/dish.schema.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { AppError } from "../../platform/http/AppError.ts";
import { newId } from "../../platform/security/ids.ts";
import type { Sheet } from "../../platform/spreadsheets/WorkbookReader.ts";
import { yieldToEventLoop } from "../../platform/yield-to-event-loop.ts";
import { listDishImages } from "../file/file.repository.ts";
import * as drafts from "../menu/dish-draft.repository.ts";
import { currentForm, type DishVersions, listChangedFields, versionOf } from "../menu/dish-form.presenter.ts";
import { assertOwnImage, toDishForm } from "../menu/dish-form.rules.ts";
import * as categories from "../menu/menu-category.repository.ts";
import type { DraftChange, MenuDraftService } from "../menu/menu-draft.service.ts";
import { type CatalogueProblem, parseLongSheet } from "./catalogue-sheet.rules.ts";
import { type CellChange, countRow, listCellChanges } from "./changed-row.rules.ts";
import { createFormCheck } from "./form-problem.rules.ts";
import type { ImportContext } from "./ImportContext.ts";
import { groupDishes, type MenuSheetRow, menuColumns, type SheetDish } from "./menu-sheet.rules.ts";

const CategoryName = text(12, 1);
const listFormProblems = createFormCheck(DishForm, "restaurant/admin/menu/dishes");

/** Dishes that are checked, compared or stored at once, between which other requests have their turn. */
const batchSize = 250;

/** Dishes of a sheet that are right in themselves. */
export interface MenuSheet {
  name: string;
  dishes: CheckedDish[];
}

/** A dish of the file whose form has no category yet. */
interface CheckedDish {
  row: number;
  spuId: string;
  category: string;
  form: DishForm;
}

/** What is known before dishes of a file are compared with the menu. */
interface Menu {
  dishes: Map<string, DishVersions>;
  /** The dish that each variant of the file belongs to by now, and whether it was removed. */
  variants: Map<string, { spuId: string; retiredAt: Date | null }>;
  imageIds: ReadonlySet<string>;
}

/** Adds and changes dishes as a sheet has them, as drafts. Dishes that the sheet leaves out stay as they are. */
export class MenuImportService {
  readonly #drafts: MenuDraftService;

  constructor(draftService: MenuDraftService) {
    this.#drafts = draftService;
  }

  /** Checks what needs no database; reports what is wrong. Null if rows are so wrong that dishes cannot be told apart. */
  async read(sheet: Sheet, problems: CatalogueProblem[]): Promise<MenuSheet | null> {
    const parsed = await parseLongSheet(sheet, menuColumns, problems);
    if (parsed === null) return null;
    const grouped = await groupDishes(sheet.name, parsed.rows);
    for (const problem of grouped.problems) problems.push(problem);
    if (grouped.problems.length > 0) return null;
    const dishes: CheckedDish[] = [];
    for (const [index, dish] of grouped.dishes.entries()) {
      const form = await checkDish(dish, createReport(sheet.name, dish.row, problems));
      if (form !== null) dishes.push({ ...dish, form });
      if (index % batchSize === 0) await yieldToEventLoop();
    }
    return { name: sheet.name, dishes };
  }

  async import(tx: QueryRunner, context: ImportContext, { name: sheet, dishes }: MenuSheet): Promise<void> {
    await drafts.lockMenu(tx);
    const categoryIds = new Map((await categories.listAll(tx)).map(({ id, name }) => [name, id]));
    const changed: DraftChange[] = [];
    for (let start = 0; start < dishes.length; start += batchSize) {
      const batch = dishes.slice(start, start + batchSize);
      const menu = await readMenu(tx, batch);
      for (const dish of batch) {
        context.onProgress();
        const before = menu.dishes.get(dish.spuId);
        const report = createReport(sheet, dish.row, context.problems);
        if (!(await isPossible(menu, dish, report))) continue;
        const form = {
          ...dish.form,
          category_id: await addCategory(tx, context, categoryIds, dish.category),
        };
        const isSame = before !== undefined && versionOf(currentForm(before)) === versionOf(form);
        const state = isSame ? "unchanged" : before === undefined ? "added" : "changed";
        countRow(context, "dishes", state, () => ({
          sheet,
          row: dish.row,
          code: dish.spuId,
          name: form.name,
          cells: before === undefined ? [] : listChanges(currentForm(before), form, categoryIds),
        }));
        if (!isSame) changed.push({ spuId: dish.spuId, form, published: before?.published ?? null });
      }
    }
    if (context.problems.length > 0) return;
    for (let start = 0; start < changed.length; start += batchSize)
      await this.#drafts.store(tx, context.actor, changed.slice(start, start + batchSize));
    for (let start = 0; start < dishes.length; start += batchSize) {
      const ids = dishes.slice(start, start + batchSize).map(({ spuId }) => spuId);
      context.draftIds.push(...(await drafts.listDrafts(tx, ids)).map(({ spuId }) => spuId));
    }
  }
}

type Report = (field: string, problem: string) => void;

function createReport(sheet: string, row: number, problems: CatalogueProblem[]): Report {
  return (field, problem) =>
    problems.push({ sheet, row, column: menuColumns[toColumn(field)]?.[0] ?? "", problem });
}

/** Returns the form of a dish without its category; null if it is wrong in itself, which is reported. */
async function checkDish({ spuId, category, form }: SheetDish, report: Report): Promise<DishForm | null> {
  // Any category will do for the check of the others.
  const input = { ...form, category_id: spuId };
  const wrong = Value.Check(CategoryName, category)
    ? listFormProblems(input)[0]
    : { field: "category", problem: "请填 1–12 个字的分类" };
  if (wrong !== undefined) {
    report(wrong.field, wrong.problem);
    return null;
  }
  const ids = form.variants.map(({ dish_id }) => dish_id);
  return await tellErrors(report, () => toDishForm(input, ids, spuId));
}

/** Returns what `work` does; null for an error of the input, which is reported. */
async function tellErrors<T>(report: Report, work: () => T | Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    report(String(error.data.field ?? ""), error.message);
    return null;
  }
}

async function readMenu(tx: QueryRunner, dishes: CheckedDish[]): Promise<Menu> {
  const found = await drafts.findDishes(
    tx,
    dishes.map(({ spuId }) => spuId),
  );
  const ids = dishes.flatMap(({ form }) => form.variants.map(({ dish_id }) => dish_id));
  const variants = [...(await drafts.findDraftVariants(tx, ids)), ...(await drafts.findVariants(tx, ids))];
  const imageIds = dishes.flatMap(({ form }) => findDishImageId(form.image) ?? []);
  return {
    dishes: new Map(found.map((dish) => [dish.spuId, dish])),
    variants: new Map(variants.map((variant) => [variant.id, variant])),
    imageIds: new Set(await listDishImages(tx, imageIds)),
  };
}

/** Whether a dish fits to what there is; reports what does not. */
async function isPossible(menu: Menu, { spuId, form }: CheckedDish, report: Report): Promise<boolean> {
  for (const { dish_id: id } of form.variants) {
    const owner = menu.variants.get(id);
    if (owner === undefined || (owner.spuId === spuId && owner.retiredAt === null)) continue;
    const isOther = owner.spuId !== spuId;
    report(
      "dish_id",
      isOther ? `规格编号 ${id} 属于菜品 ${owner.spuId}` : `规格编号 ${id} 用过又删除了，请换一个`,
    );
    return false;
  }
  const before = menu.dishes.get(spuId);
  if (before !== undefined && currentForm(before).image === form.image) return true;
  return (
    (await tellErrors(report, async () => {
      await assertOwnImage(form.image, async (id) => menu.imageIds.has(id));
      return true;
    })) ?? false
  );
}

/** Lists what changes in a dish; its variants, each of which has a row of its own, together. */
function listChanges(
  before: DishForm,
  after: DishForm,
  categoryIds: ReadonlyMap<string, string>,
): CellChange[] {
  const names = new Map([...categoryIds].map(([name, id]) => [id, name]));
  const { spu_id, dish_id, spec_name, price, original_price, ...columns } = menuColumns;
  const toRow = ({ category_id, variants: _variants, ...form }: DishForm) => ({
    ...form,
    category: names.get(category_id) ?? "",
  });
  const changes = listCellChanges(columns, toRow(before), toRow(after));
  const { variants } = listChangedFields(before, after);
  const listNames = (form: DishForm) => form.variants.map((variant) => variant.spec_name).join();
  const [column] = listNames(before) === listNames(after) ? price : spec_name;
  if (variants !== undefined) changes.push({ column, change: variants });
  return changes;
}

async function addCategory(
  tx: QueryRunner,
  context: ImportContext,
  categoryIds: Map<string, string>,
  name: string,
): Promise<string> {
  const known = categoryIds.get(name);
  if (known !== undefined) return known;
  const id = newId();
  await categories.insert(tx, { id, name, icon: "" });
  categoryIds.set(name, id);
  context.newCategories.push(name);
  return id;
}

/** Returns the column of a field; the variants' own problems are about their names. */
function toColumn(field: string): keyof MenuSheetRow {
  if (field === "category_id") return "category";
  return field === "variants" ? "spec_name" : (field as keyof MenuSheetRow);
}
