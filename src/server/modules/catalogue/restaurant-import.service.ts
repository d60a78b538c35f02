import type { SpecialDay } from "#contract/restaurant/opening-hours.schema.ts";
import { RestaurantForm } from "#contract/staff/restaurant-admin/schema.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { AppError, ruleBroken } from "../../platform/http/AppError.ts";
import { toLocalTime } from "../../platform/time/local-time.ts";
import { listCurrentDays, sortSpecialDays } from "../restaurant/opening-times.rules.ts";
import { findById, type RestaurantRow } from "../restaurant/restaurant.repository.ts";
import type { RestaurantAdminService } from "../restaurant/restaurant-admin.service.ts";
import { listChangedSettings, presentSettingsForm } from "../restaurant/restaurant-form.presenter.ts";
import type { ParsedRow, ParsedSheet } from "./catalogue-sheet.rules.ts";
import { type CellChange, countRow, listCellChanges } from "./changed-row.rules.ts";
import { createFormCheck } from "./form-problem.rules.ts";
import type { ImportContext } from "./ImportContext.ts";
import { type RestaurantSheetRow, restaurantColumns } from "./restaurant-sheet.rules.ts";

const listFormProblems = createFormCheck(RestaurantForm, "restaurant/admin/restaurants");

type RestaurantSheet = ParsedSheet<RestaurantSheetRow>;

/** Opens and changes restaurants as a sheet has them. */
export class RestaurantImportService {
  readonly #restaurants: RestaurantAdminService;

  constructor(restaurants: RestaurantAdminService) {
    this.#restaurants = restaurants;
  }

  async import(tx: QueryRunner, context: ImportContext, sheet: RestaurantSheet): Promise<void> {
    const codes = new Set<string>();
    for (const parsed of sheet.rows) {
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
    sheet: RestaurantSheet,
    { row, values }: ParsedRow<RestaurantSheetRow>,
  ): Promise<void> {
    const { restaurant_id, ...form } = values;
    const problems = listFormProblems(form);
    if (!/^[A-Z0-9]{2,16}$/.test(restaurant_id))
      problems.push({ field: "restaurant_id", problem: "请填 2–16 位大写字母或数字" });
    for (const { field, problem } of problems) report(context, sheet, row, field, problem);
    if (problems.length > 0) return;
    try {
      const existing = await findById(tx, restaurant_id);
      countRow(context, "restaurants", await this.#save(tx, context, existing, values), () => ({
        sheet: sheet.name,
        row,
        code: restaurant_id,
        name: values.name,
        cells: existing === undefined ? [] : listChanges(existing, values, context.now),
      }));
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
    if (existing === undefined) {
      await this.#restaurants.create(tx, context.actor, row);
      return "added";
    }
    const input = { ...row, special_days: joinSpecialDays(existing, row, context.now) };
    const { restaurant_id: _id, ...form } = input;
    const isSame =
      Object.keys(listChangedSettings(presentSettingsForm(existing, context.now), form)).length === 0;
    if (!isSame) await this.#restaurants.update(tx, context.actor, { ...input, version: existing.version });
    return isSame ? "unchanged" : "changed";
  }
}

function listChanges(existing: RestaurantRow, row: RestaurantSheetRow, now: Date): CellChange[] {
  const before = { restaurant_id: existing.id, ...presentSettingsForm(existing, now) };
  return listCellChanges(restaurantColumns, before, {
    ...row,
    special_days: joinSpecialDays(existing, row, now),
  });
}

/**
 * Returns the special days of a file with those of today that the restaurant has set, than which the file may be older.
 * Throws "rule_broken" for others of today in the file; days of the past are left out.
 */
function joinSpecialDays(existing: RestaurantRow, row: RestaurantSheetRow, now: Date): SpecialDay[] {
  const today = toLocalTime(now).date;
  const own = listCurrentDays(existing.specialDays, now).filter(({ date }) => date <= today);
  const ownTexts = new Set(own.map((day) => JSON.stringify(day)));
  const [other] = sortSpecialDays(row.special_days).filter(
    (day) => day.date === today && !ownTexts.has(JSON.stringify(day)),
  );
  if (other !== undefined)
    throw ruleBroken(`今天（${today}）的营业时间请在门店页或看板里改，从表里去掉这一天`, "special_days");
  return [...own, ...row.special_days.filter(({ date }) => date > today)];
}

function report(
  { problems }: ImportContext,
  sheet: RestaurantSheet,
  row: number,
  field: string,
  problem: string,
) {
  const column = restaurantColumns[field as keyof RestaurantSheetRow]?.[0] ?? "";
  problems.push({ sheet: sheet.name, row, column, problem });
}
