import { Value } from "typebox/value";
import { text } from "#contract/schema-helpers.ts";
import { DishForm } from "#contract/staff/menu-admin/dish.schema.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { AppError } from "../../platform/http/AppError.ts";
import { newId } from "../../platform/security/ids.ts";
import type { Sheet } from "../../platform/spreadsheets/WorkbookReader.ts";
import { isDishImage } from "../file/file.repository.ts";
import * as drafts from "../menu/dish-draft.repository.ts";
import { currentForm, type DishVersions, versionOf } from "../menu/dish-form.presenter.ts";
import { assertOwnImage, toDishForm } from "../menu/dish-form.rules.ts";
import * as categories from "../menu/menu-category.repository.ts";
import type { MenuDraftService } from "../menu/menu-draft.service.ts";
import { parseSheet } from "./catalogue-sheet.rules.ts";
import { listFieldProblems } from "./form-problem.rules.ts";
import type { ImportContext } from "./ImportContext.ts";
import { groupDishes, type MenuSheetRow, menuColumns, type SheetDish } from "./menu-sheet.rules.ts";

const CategoryName = text(12, 1);
const endpointPath = "restaurant/admin/menu/dishes";

/** What is known before the dishes of a file are compared with the menu. */
interface Menu {
  dishes: Map<string, DishVersions>;
  /** The dish that each variant of the file belongs to by now, and whether it was removed. */
  variants: Map<string, { spuId: string; retiredAt: Date | null }>;
  categoryIds: Map<string, string>;
}

/** Adds and changes dishes as a sheet has them, as drafts. Dishes that the sheet leaves out stay as they are. */
export class MenuImportService {
  readonly #drafts: MenuDraftService;

  constructor(draftService: MenuDraftService) {
    this.#drafts = draftService;
  }

  async import(tx: QueryRunner, context: ImportContext, sheet: Sheet): Promise<void> {
    const { rows, problems } = parseSheet(sheet, menuColumns);
    const grouped = groupDishes(sheet.name, problems.length > 0 ? [] : rows);
    context.problems.push(...problems, ...grouped.problems);
    if (context.problems.length > 0) return;
    await drafts.lockMenu(tx);
    const menu = await this.#readMenu(tx, grouped.dishes);
    const changed: { spuId: string; form: DishForm; published: DishForm | null }[] = [];
    for (const dish of grouped.dishes) {
      const form = await this.#toForm(tx, context, menu, sheet, dish);
      context.onProgress();
      if (form === null) continue;
      const before = menu.dishes.get(dish.spuId);
      const isSame = before !== undefined && versionOf(currentForm(before)) === versionOf(form);
      context.dishes[isSame ? "unchanged" : before === undefined ? "added" : "changed"] += 1;
      if (!isSame) changed.push({ spuId: dish.spuId, form, published: before?.published ?? null });
    }
    if (context.problems.length > 0) return;
    await this.#drafts.store(tx, context.actor, changed);
    const left = await drafts.listDrafts(
      tx,
      grouped.dishes.map(({ spuId }) => spuId),
    );
    context.draftIds.push(...left.map(({ spuId }) => spuId));
  }

  async #readMenu(tx: QueryRunner, dishes: SheetDish[]): Promise<Menu> {
    const found = await drafts.findDishes(
      tx,
      dishes.map(({ spuId }) => spuId),
    );
    const ids = dishes.flatMap(({ form }) => form.variants.map(({ dish_id }) => dish_id));
    const variants = [...(await drafts.findDraftVariants(tx, ids)), ...(await drafts.findVariants(tx, ids))];
    const rows = await categories.listAll(tx);
    return {
      dishes: new Map(found.map((dish) => [dish.spuId, dish])),
      variants: new Map(variants.map((variant) => [variant.id, variant])),
      categoryIds: new Map(rows.map(({ id, name }) => [name, id])),
    };
  }

  /** Returns the form of a dish; null if the file is wrong about it, which is reported. */
  async #toForm(
    tx: QueryRunner,
    context: ImportContext,
    menu: Menu,
    sheet: Sheet,
    { row, spuId, category, form }: SheetDish,
  ): Promise<DishForm | null> {
    const report = (field: string, problem: string) => {
      const column = menuColumns[toColumn(field)]?.[0] ?? "";
      context.problems.push({ sheet: sheet.name, row, column, problem });
      return null;
    };
    if (!Value.Check(CategoryName, category)) return report("category", "请填 1–12 个字的分类");
    const input = { ...form, category_id: menu.categoryIds.get(category) ?? newId() };
    const [wrong] = listFieldProblems(DishForm, input, endpointPath);
    if (wrong !== undefined) return report(wrong.field, wrong.problem);
    const ids = form.variants.map(({ dish_id }) => dish_id);
    for (const id of ids) {
      const owner = menu.variants.get(id);
      if (owner === undefined) continue;
      if (owner.spuId !== spuId) return report("dish_id", `规格编号 ${id} 属于菜品 ${owner.spuId}`);
      if (owner.retiredAt !== null) return report("dish_id", `规格编号 ${id} 用过又删除了，请换一个`);
    }
    try {
      const checked = toDishForm(input, ids, spuId);
      const before = menu.dishes.get(spuId);
      if (before === undefined || currentForm(before).image !== checked.image)
        await assertOwnImage(checked.image, (id) => isDishImage(tx, id));
      await this.#addCategory(tx, context, menu, { id: input.category_id, name: category });
      return checked;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return report(String(error.data.field ?? ""), error.message);
    }
  }

  async #addCategory(
    tx: QueryRunner,
    context: ImportContext,
    { categoryIds }: Menu,
    { id, name }: { id: string; name: string },
  ): Promise<void> {
    if (categoryIds.has(name)) return;
    await categories.insert(tx, { id, name, icon: "" });
    categoryIds.set(name, id);
    context.newCategories.push(name);
  }
}

/** Returns the column of a field; the variants' own problems are about their names. */
function toColumn(field: string): keyof MenuSheetRow {
  if (field === "category_id") return "category";
  return field === "variants" ? "spec_name" : (field as keyof MenuSheetRow);
}
