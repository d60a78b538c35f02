import type { ChainSettingsSource, Deps } from "../../platform/Deps.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { AppError } from "../../platform/http/AppError.ts";
import type { Sheet } from "../../platform/spreadsheets/WorkbookReader.ts";
import * as drafts from "../menu/dish-draft.repository.ts";
import { currentForm } from "../menu/dish-form.presenter.ts";
import { listDifferences } from "../menu/dish-offer.repository.ts";
import * as categories from "../menu/menu-category.repository.ts";
import { MenuDraftService } from "../menu/menu-draft.service.ts";
import { listChain } from "../restaurant/restaurant-admin.repository.ts";
import { RestaurantAdminService } from "../restaurant/restaurant-admin.service.ts";
import { presentSettingsForm } from "../restaurant/restaurant-form.presenter.ts";
import { listMembers } from "../staff/staff-member.repository.ts";
import { StaffMemberService } from "../staff/staff-member.service.ts";
import { listWorkplaces } from "../staff/staff-restaurant.repository.ts";
import { type CatalogueProblem, formatSheet, hasHeaders, parseLongSheet } from "./catalogue-sheet.rules.ts";
import type { ImportContext } from "./ImportContext.ts";
import { MenuImportService } from "./menu-import.service.ts";
import { menuColumns, menuHeaders, toRows } from "./menu-sheet.rules.ts";
import { OfferImportService } from "./offer-import.service.ts";
import { type OfferSheetRow, offerColumns, offerHeaders } from "./offer-sheet.rules.ts";
import { RestaurantImportService } from "./restaurant-import.service.ts";
import { type RestaurantSheetRow, restaurantColumns, restaurantHeaders } from "./restaurant-sheet.rules.ts";
import { StaffImportService } from "./staff-import.service.ts";
import { type StaffSheetRow, staffColumns, staffHeaders } from "./staff-sheet.rules.ts";

/** What a file does, or would do. */
export type CatalogueReport = Omit<ImportContext, "actor" | "now" | "onProgress" | "changedOffers">;

/** Imports a sheet that was read. */
type ImportStep = (tx: QueryRunner, context: ImportContext) => Promise<void>;

const pageSize = 500;

/** Thrown to undo an import, or what was tried for a check. */
class Undone extends Error {}

type CatalogueDeps = Pick<Deps, "database" | "clock"> & { chainSettings: ChainSettingsSource };

/** Imports and exports the chain's restaurants, menu and staff as sheets: by code, all or nothing. */
export class CatalogueService {
  readonly #deps: CatalogueDeps;
  readonly #restaurants: RestaurantImportService;
  readonly #menu: MenuImportService;
  readonly #offers = new OfferImportService();
  readonly #staff: StaffImportService;

  constructor(deps: CatalogueDeps) {
    this.#deps = deps;
    this.#restaurants = new RestaurantImportService(new RestaurantAdminService(deps));
    this.#menu = new MenuImportService(new MenuDraftService(deps));
    this.#staff = new StaffImportService(new StaffMemberService(deps));
  }

  /** Returns what the sheets would do, without doing it. */
  async check(actor: string, sheets: Sheet[], onProgress: () => void = () => undefined) {
    return await this.#run(actor, sheets, onProgress, true);
  }

  /**
   * Opens and changes restaurants, adds and changes dishes as drafts, sets what restaurants sell otherwise, adds and
   * changes members of staff; nothing at all if the report has problems. The same sheets again change nothing.
   */
  async import(actor: string, sheets: Sheet[], onProgress: () => void = () => undefined) {
    return await this.#run(actor, sheets, onProgress, false);
  }

  /** Returns sheets of all restaurants that are not closed for good, and of the menu with its drafts. */
  async export(): Promise<Sheet[]> {
    const { queries } = this.#deps.database;
    return [
      formatSheet("门店", restaurantColumns, await listRestaurants(queries, this.#deps.clock.now())),
      formatSheet("菜单", menuColumns, await listMenu(queries)),
    ];
  }

  /**
   * Returns a sheet of what restaurants sell otherwise than the chain. Throws "rule_broken" for more rows than `maxRows`.
   */
  async exportOffers(maxRows = Number.POSITIVE_INFINITY): Promise<Sheet> {
    return formatSheet("门店菜品", offerColumns, await listOffers(this.#deps.database.queries, maxRows));
  }

  /** Returns a sheet of all members of staff who work here. */
  async exportStaff(): Promise<Sheet> {
    return formatSheet("员工", staffColumns, await listStaff(this.#deps.database.queries));
  }

  async #run(
    actor: string,
    sheets: Sheet[],
    onProgress: () => void,
    isTrial: boolean,
  ): Promise<CatalogueReport> {
    const now = this.#deps.clock.now();
    const counts = () => ({ added: 0, changed: 0, unchanged: 0 });
    // Built in the transaction, which is repeated after a deadlock.
    const createContext = (): ImportContext => ({
      actor,
      now,
      onProgress,
      restaurants: counts(),
      dishes: counts(),
      offers: counts(),
      staff: counts(),
      changes: [],
      changedOffers: [],
      newCategories: [],
      draftIds: [],
      problems: [],
    });
    // Outside of the transaction, which would hold its locks meanwhile.
    const problems: CatalogueProblem[] = [];
    const steps: ImportStep[] = [];
    for (const sheet of sheets) steps.push(await this.#read(sheet, problems));
    let context = createContext();
    try {
      await this.#deps.database.transaction(async (tx) => {
        context = { ...createContext(), problems: [...problems] };
        await drafts.allowLongStatements(tx);
        for (const step of steps) await step(tx, context);
        if (isTrial || context.problems.length > 0) throw new Undone();
        if (context.changedOffers.length > 0) await this.#offers.apply(tx, context);
      });
    } catch (error) {
      if (!(error instanceof Undone)) throw error;
    }
    const {
      actor: _actor,
      now: _now,
      onProgress: _onProgress,
      changedOffers: _changedOffers,
      ...report
    } = context;
    return report;
  }

  /** Checks what needs no database, and returns the rest of the import; it does nothing for a sheet that is not readable. */
  async #read(sheet: Sheet, problems: CatalogueProblem[]): Promise<ImportStep> {
    if (hasHeaders(sheet, menuHeaders))
      return toStep(await this.#menu.read(sheet, problems), (...menu) => this.#menu.import(...menu));
    if (hasHeaders(sheet, staffHeaders))
      return toStep(await parseLongSheet(sheet, staffColumns, problems), (...staff) =>
        this.#staff.import(...staff),
      );
    if (hasHeaders(sheet, offerHeaders))
      return toStep(await parseLongSheet(sheet, offerColumns, problems), (...offers) =>
        this.#offers.read(...offers),
      );
    if (hasHeaders(sheet, restaurantHeaders))
      return toStep(await parseLongSheet(sheet, restaurantColumns, problems), (...restaurants) =>
        this.#restaurants.import(...restaurants),
      );
    throw new AppError(
      "validation",
      { field: "file" },
      `${sheet.name} 不是门店、菜单、门店菜品或员工表，请先导出一份作模板`,
    );
  }
}

function toStep<T>(
  sheet: T | null,
  run: (tx: QueryRunner, context: ImportContext, sheet: T) => Promise<void>,
): ImportStep {
  return async (tx, context) => {
    if (sheet !== null) await run(tx, context, sheet);
  };
}

async function listRestaurants(queries: QueryRunner, now: Date) {
  const rows: RestaurantSheetRow[] = [];
  for (let offset = 0; ; offset += pageSize) {
    const page = await listChain(queries, { keyword: "", isClosed: false }, { offset, limit: pageSize });
    rows.push(...page.map((row) => ({ restaurant_id: row.id, ...presentSettingsForm(row, now) })));
    if (page.length < pageSize) return rows;
  }
}

async function listMenu(queries: QueryRunner) {
  const names = new Map((await categories.listAll(queries)).map(({ id, name }) => [id, name]));
  const rows: ReturnType<typeof toRows> = [];
  for (let offset = 0; ; offset += pageSize) {
    const filter = { keyword: undefined, categoryId: undefined, state: undefined };
    const { ids } = await drafts.findDishPage(queries, { ...filter, offset, limit: pageSize });
    for (const dish of await drafts.findDishes(queries, ids)) {
      const form = currentForm(dish);
      rows.push(...toRows(dish.spuId, names.get(form.category_id) ?? "", form));
    }
    if (ids.length < pageSize) return rows;
  }
}

async function listOffers(queries: QueryRunner, maxRows: number) {
  const rows: OfferSheetRow[] = [];
  let after = { restaurantId: "", dishId: "" };
  for (;;) {
    const page = await listDifferences(queries, after, pageSize);
    rows.push(
      ...page.map(({ row, dishName }) => ({
        restaurant_id: row.restaurantId,
        dish_id: row.dishId,
        dish_name: dishName,
        price: row.priceFen,
        is_offered: row.offered,
        daily_stock: row.dailyStock,
      })),
    );
    if (rows.length > maxRows)
      throw new AppError(
        "rule_broken",
        {},
        `门店菜品超过 ${maxRows} 行，请在服务器上用 npm run catalogue 导出`,
      );
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return rows;
    after = last.row;
  }
}

async function listStaff(queries: QueryRunner) {
  const rows: StaffSheetRow[] = [];
  const filter = { keyword: "", role: undefined, isDismissed: false };
  for (let offset = 0; ; offset += pageSize) {
    const page = await listMembers(queries, filter, { offset, limit: pageSize });
    const workplaces = await listWorkplaces(
      queries,
      page.map(({ id }) => id),
    );
    rows.push(
      ...page.map(({ id, phone, name, role }) => ({
        phone,
        name,
        role,
        restaurant_ids: (workplaces.get(id) ?? []).map((workplace) => workplace.id),
      })),
    );
    if (page.length < pageSize) return rows;
  }
}
