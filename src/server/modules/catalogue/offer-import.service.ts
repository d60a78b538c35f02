import { dishPrice } from "#contract/constants.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import type { Sheet } from "../../platform/spreadsheets/WorkbookReader.ts";
import { insertAudit } from "../audit/audit.repository.ts";
import * as offers from "../menu/dish-offer.repository.ts";
import { insertMissingRows, updateStock } from "../menu/dish-settings.repository.ts";
import { findBusinessDay, nextBusinessDayAt, type OpeningTimes } from "../restaurant/opening-hours.rules.ts";
import { type ParsedRow, parseSheet } from "./catalogue-sheet.rules.ts";
import type { ImportContext } from "./ImportContext.ts";
import { type OfferSheetRow, offerColumns } from "./offer-sheet.rules.ts";

const dailyStockMax = 99_999;

type Row = ParsedRow<OfferSheetRow>;

/** Sets prices, availability and portions a day of single restaurants as a sheet has them, effective at once. */
export class OfferImportService {
  async import(tx: QueryRunner, context: ImportContext, sheet: Sheet): Promise<void> {
    const { rows, problems } = parseSheet(sheet, offerColumns);
    context.problems.push(...problems);
    if (problems.length > 0) return;
    const hours = new Map(
      (await offers.listOpenRestaurants(tx, unique(rows, "restaurant_id"))).map(({ id, ...times }) => [
        id,
        times,
      ]),
    );
    const dishIds = new Set(await offers.listSellableDishes(tx, unique(rows, "dish_id")));
    if (!this.#check(context, sheet, rows, { restaurantIds: new Set(hours.keys()), dishIds })) return;
    const changed = await this.#findChanges(tx, context, rows);
    await this.#setOffers(tx, context, changed);
    await this.#setDailyStock(tx, context, changed, hours);
    if (changed.length > 0)
      await insertAudit(tx, {
        actor: context.actor,
        action: "menu.offer-import",
        target: "catalogue",
        detail: { rows: changed.length },
        createdAt: context.now,
      });
  }

  /** Reports rows that are wrong; returns whether none is. */
  #check(
    context: ImportContext,
    sheet: Sheet,
    rows: Row[],
    { restaurantIds, dishIds }: { restaurantIds: ReadonlySet<string>; dishIds: ReadonlySet<string> },
  ): boolean {
    const before = context.problems.length;
    const seen = new Set<string>();
    for (const { row, values } of rows) {
      const report = (field: keyof OfferSheetRow, problem: string) =>
        context.problems.push({ sheet: sheet.name, row, column: offerColumns[field][0], problem });
      const { restaurant_id, dish_id, price, daily_stock } = values;
      if (!restaurantIds.has(restaurant_id)) report("restaurant_id", `没有门店 ${restaurant_id}，或已关店`);
      if (!dishIds.has(dish_id)) report("dish_id", `没有规格 ${dish_id}，或还没有发布`);
      const key = `${restaurant_id} ${dish_id}`;
      if (seen.has(key)) report("dish_id", `门店 ${restaurant_id} 的规格 ${dish_id} 重复`);
      seen.add(key);
      if (price !== null && price > dishPrice.maxFen) report("price", "价格太高");
      if (
        daily_stock !== null &&
        !(Number.isInteger(daily_stock) && daily_stock >= 0 && daily_stock <= dailyStockMax)
      )
        report("daily_stock", `请填 0 到 ${dailyStockMax} 的整数`);
      context.onProgress();
    }
    return context.problems.length === before;
  }

  /** Returns the rows that change something, with their current portions a day, and counts all. */
  async #findChanges(tx: QueryRunner, context: ImportContext, rows: Row[]): Promise<OfferChangeRow[]> {
    const current = new Map(
      (
        await offers.listOfferRows(
          tx,
          rows.map(({ values }) => values),
        )
      ).map((row) => [`${row.restaurantId} ${row.dishId}`, row]),
    );
    const changed: OfferChangeRow[] = [];
    for (const { values } of rows) {
      const {
        offered = true,
        priceFen = null,
        dailyStock = null,
      } = current.get(`${values.restaurant_id} ${values.dish_id}`) ?? {};
      const isOther = offered !== values.is_offered || priceFen !== values.price;
      const isOtherStock = dailyStock !== values.daily_stock;
      context.offers[isOther || isOtherStock ? "changed" : "unchanged"] += 1;
      if (isOther || isOtherStock) changed.push({ ...values, isOther, isOtherStock });
    }
    return changed;
  }

  async #setOffers(tx: QueryRunner, context: ImportContext, rows: OfferChangeRow[]): Promise<void> {
    const groups = groupBy(
      rows.filter(({ isOther }) => isOther),
      ({ dish_id, price, is_offered }) => [dish_id, price, is_offered].join(" "),
    );
    for (const group of groups) {
      const [{ dish_id, price, is_offered }] = group;
      const restaurantIds = group.map(({ restaurant_id }) => restaurant_id);
      await insertMissingRows(tx, restaurantIds, [dish_id]);
      await offers.updateOffers(tx, dish_id, restaurantIds, {
        isOffered: is_offered,
        priceFen: price,
        actor: context.actor,
        createdAt: context.now,
      });
    }
  }

  async #setDailyStock(
    tx: QueryRunner,
    context: ImportContext,
    rows: OfferChangeRow[],
    hours: ReadonlyMap<string, OpeningTimes>,
  ): Promise<void> {
    const groups = groupBy(
      rows.filter(({ isOtherStock }) => isOtherStock),
      ({ restaurant_id, daily_stock }) => [restaurant_id, daily_stock].join(" "),
    );
    for (const group of groups) {
      const [{ restaurant_id, daily_stock: dailyStock }] = group;
      const times = hours.get(restaurant_id);
      if (times === undefined) throw new Error(`the hours of ${restaurant_id} were not read`);
      await updateStock(
        tx,
        restaurant_id,
        group.map(({ dish_id }) => dish_id),
        {
          soldOut: undefined,
          soldOutUntil: undefined,
          stock: dailyStock,
          dailyStock,
          stockDayAt: findBusinessDay(context.now, times).from,
          stockResetAt: nextBusinessDayAt(context.now, times),
        },
      );
    }
  }
}

interface OfferChangeRow extends OfferSheetRow {
  /** Whether price or availability change. */
  isOther: boolean;
  isOtherStock: boolean;
}

function unique(rows: Row[], field: "restaurant_id" | "dish_id"): string[] {
  return [...new Set(rows.map(({ values }) => values[field]))];
}

/** Groups rows, each group with at least one. */
function groupBy<T>(rows: readonly T[], toKey: (row: T) => string): [T, ...T[]][] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const row of rows) {
    const group = groups.get(toKey(row));
    if (group === undefined) groups.set(toKey(row), [row]);
    else group.push(row);
  }
  return [...groups.values()];
}
