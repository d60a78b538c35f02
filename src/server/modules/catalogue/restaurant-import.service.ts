import { RestaurantForm } from "#contract/staff/restaurant-admin/schema.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { AppError } from "../../platform/http/AppError.ts";
import type { Sheet } from "../../platform/spreadsheets/WorkbookReader.ts";
import { toLocalTime } from "../../platform/time/local-time.ts";
import { listCurrentDays } from "../restaurant/opening-times.rules.ts";
import { findById, type RestaurantRow } from "../restaurant/restaurant.repository.ts";
import type { RestaurantAdminService } from "../restaurant/restaurant-admin.service.ts";
import { listChangedSettings, presentSettingsForm } from "../restaurant/restaurant-form.presenter.ts";
import { type ParsedRow, parseSheet } from "./catalogue-sheet.rules.ts";
import { listFieldProblems } from "./form-problem.rules.ts";
import type { ImportContext } from "./ImportContext.ts";
import { type RestaurantSheetRow, restaurantColumns } from "./restaurant-sheet.rules.ts";

const endpointPath = "restaurant/admin/restaurants";

/** Opens and changes restaurants as a sheet has them. */
export class RestaurantImportService {
  readonly #restaurants: RestaurantAdminService;

  constructor(restaurants: RestaurantAdminService) {
    this.#restaurants = restaurants;
  }

  async import(tx: QueryRunner, context: ImportContext, sheet: Sheet): Promise<void> {
    const { rows, problems } = parseSheet(sheet, restaurantColumns);
    context.problems.push(...problems);
    if (problems.length > 0) return;
    const codes = new Set<string>();
    for (const parsed of rows) {
      const { restaurant_id: code } = parsed.values;
      if (codes.has(code)) report(context, sheet, parsed.row, "restaurant_id", `门店编号 ${code} 重复`);
      else await this.#importRow(tx, context, sheet, parsed);
      codes.add(code);
      context.onProgress();
    }
  }

  async #importRow(
    tx: QueryRunner,
    context: ImportContext,
    sheet: Sheet,
    { row, values }: ParsedRow<RestaurantSheetRow>,
  ): Promise<void> {
    const { restaurant_id, ...form } = values;
    const problems = listFieldProblems(RestaurantForm, form, endpointPath);
    if (!/^[A-Z0-9]{2,16}$/.test(restaurant_id))
      problems.push({ field: "restaurant_id", problem: "请填 2–16 位大写字母或数字" });
    for (const { field, problem } of problems) report(context, sheet, row, field, problem);
    if (problems.length > 0) return;
    try {
      const existing = await findById(tx, restaurant_id);
      context.restaurants[await this.#save(tx, context, existing, values)] += 1;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      report(context, sheet, row, String(error.data.field ?? ""), error.message);
    }
  }

  async #save(
    tx: QueryRunner,
    context: ImportContext,
    existing: RestaurantRow | undefined,
    row: RestaurantSheetRow,
  ): Promise<"added" | "changed" | "unchanged"> {
    // A file may be older than some of its special days, and than what the restaurant has set for today.
    const today = toLocalTime(context.now).date;
    const ownDays = listCurrentDays(existing?.specialDays ?? [], context.now).filter(
      ({ date }) => date <= today,
    );
    const input = {
      ...row,
      special_days: [...ownDays, ...row.special_days.filter(({ date }) => date > today)],
    };
    if (existing === undefined) {
      await this.#restaurants.create(tx, context.actor, input);
      return "added";
    }
    const { restaurant_id: _id, ...form } = input;
    const isSame =
      Object.keys(listChangedSettings(presentSettingsForm(existing, context.now), form)).length === 0;
    if (!isSame) await this.#restaurants.update(tx, context.actor, { ...input, version: existing.version });
    return isSame ? "unchanged" : "changed";
  }
}

function report({ problems }: ImportContext, sheet: Sheet, row: number, field: string, problem: string) {
  const column = restaurantColumns[field as keyof RestaurantSheetRow]?.[0] ?? "";
  problems.push({ sheet: sheet.name, row, column, problem });
}
