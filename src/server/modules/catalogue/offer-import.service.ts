import { dishPrice } from "#contract/constants.ts";
import { formatYuan } from "#contract/money.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { insertAudit } from "../audit/audit.repository.ts";
import * as offers from "../menu/dish-offer.repository.ts";
import { findBusinessDay, nextBusinessDayAt } from "../restaurant/opening-hours.rules.ts";
import type { ParsedRow, ParsedSheet } from "./catalogue-sheet.rules.ts";
import { countRow, listCellChanges, type ShownColumns } from "./changed-row.rules.ts";
import type { ImportContext } from "./ImportContext.ts";
import { type OfferSheetRow, offerColumns } from "./offer-sheet.rules.ts";

const dailyStockMax = 99_999;

/** Columns as a report shows them, in which no cell is empty. */
const shownColumns: ShownColumns<Pick<OfferSheetRow, "price" | "is_offered" | "daily_stock">> = {
  price: [offerColumns.price[0], { format: (price) => (price === null ? "总部价" : formatYuan(price)) }],
  is_offered: offerColumns.is_offered,
  daily_stock: [offerColumns.daily_stock[0], { format: (portions) => String(portions ?? "不限") }],
};

/** Rows that are compared at once. */
const batchSize = 1_000;

type Row = ParsedRow<OfferSheetRow>;
type OfferSheet = ParsedSheet<OfferSheetRow>;

/** Sets prices, availability and portions a day of single restaurants as a sheet has them, effective at once. */
export class OfferImportService {
  /** Checks a sheet and collects what it changes in the context, for `apply`. */
  async read(tx: QueryRunner, context: ImportContext, sheet: OfferSheet): Promise<void> {
    const { rows } = sheet;
    const restaurants = await offers.listOpenRestaurants(tx, unique(rows, "restaurant_id"));
    const restaurantIds = new Set(restaurants.map(({ id }) => id));
    const dishIds = new Set(await offers.listSellableDishes(tx, unique(rows, "dish_id")));
    if (!this.#check(context, sheet, rows, { restaurantIds, dishIds })) return;
    // In batches, so that other requests have their turn.
    for (let start = 0; start < rows.length; start += batchSize)
      await this.#compare(tx, context, sheet.name, rows.slice(start, start + batchSize));
  }

  async #compare(tx: QueryRunner, context: ImportContext, sheet: string, rows: Row[]): Promise<void> {
    const found = await offers.listOfferRows(
      tx,
      rows.map(({ values }) => values),
    );
    const current = new Map(found.map((row) => [`${row.restaurantId} ${row.dishId}`, row]));
    for (const { row, values } of rows) {
      const {
        offered = true,
        priceFen = null,
        dailyStock = null,
      } = current.get(`${values.restaurant_id} ${values.dish_id}`) ?? {};
      const setsStock = values.daily_stock !== undefined && values.daily_stock !== dailyStock;
      const isChanged = setsStock || offered !== values.is_offered || priceFen !== values.price;
      const before = { price: priceFen, is_offered: offered, daily_stock: dailyStock };
      const after = { ...values, daily_stock: setsStock ? values.daily_stock : dailyStock };
      countRow(context, "offers", isChanged ? "changed" : "unchanged", () => ({
        sheet,
        row,
        code: `${values.restaurant_id} ${values.dish_id}`,
        name: values.dish_name,
        cells: listCellChanges(shownColumns, before, after),
      }));
      if (isChanged) context.changedOffers.push({ ...values, setsStock });
    }
  }

  /** Writes what was collected. Comes last, because it locks dishes that customers order. */
  async apply(tx: QueryRunner, { actor, now, changedOffers }: ImportContext): Promise<void> {
    const texts = describeByRestaurant(changedOffers);
    const ids = [...texts.keys()];
    const days = new Map(
      (await offers.listOpenRestaurants(tx, ids, "share")).map(({ id, ...times }) => [
        id,
        { beganAt: findBusinessDay(now, times).from, nextAt: nextBusinessDayAt(now, times) },
      ]),
    );
    await offers.setOffers(tx, changedOffers, days, { actor, createdAt: now });
    const entries = [...texts].map(([id, dishes]) => ({
      actor,
      action: "menu.offer-import",
      target: id,
      detail: { dishes: dishes.join("；") },
      createdAt: now,
    }));
    await insertAudit(tx, ...entries);
  }

  /** Reports rows that are wrong; returns whether none is. */
  #check(
    context: ImportContext,
    sheet: OfferSheet,
    rows: Row[],
    { restaurantIds, dishIds }: { restaurantIds: ReadonlySet<string>; dishIds: ReadonlySet<string> },
  ): boolean {
    const before = context.problems.length;
    const seen = new Set<string>();
    for (const { row, values } of rows) {
      const report = (field: keyof OfferSheetRow, problem: string) =>
        context.problems.push({ sheet: sheet.name, row, column: offerColumns[field][0], problem });
      const { restaurant_id, dish_id, price, daily_stock: portions } = values;
      if (!restaurantIds.has(restaurant_id)) report("restaurant_id", `没有门店 ${restaurant_id}，或已关店`);
      if (!dishIds.has(dish_id)) report("dish_id", `没有规格 ${dish_id}，或还没有发布`);
      const key = `${restaurant_id} ${dish_id}`;
      if (seen.has(key)) report("dish_id", `门店 ${restaurant_id} 的规格 ${dish_id} 重复`);
      seen.add(key);
      if (price !== null && price > dishPrice.maxFen) report("price", "价格太高");
      if (typeof portions === "number" && !isPortions(portions))
        report("daily_stock", `请填 0 到 ${dailyStockMax} 的整数，或 不限`);
      context.onProgress();
    }
    return context.problems.length === before;
  }
}

function isPortions(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= dailyStockMax;
}

/** Returns what changes in each restaurant, as the audit log tells it. */
function describeByRestaurant(changes: readonly offers.OfferRowChange[]): Map<string, string[]> {
  const texts = new Map<string, string[]>();
  for (const change of changes) {
    const list = texts.get(change.restaurant_id);
    if (list === undefined) texts.set(change.restaurant_id, [describe(change)]);
    else list.push(describe(change));
  }
  return texts;
}

function describe({ dish_id, price, is_offered, daily_stock, setsStock }: offers.OfferRowChange): string {
  const portions = setsStock ? `，每天 ${daily_stock ?? "不限"} 份` : "";
  return `${dish_id} ${price === null ? "总部价" : formatYuan(price)}${is_offered ? "" : "，不供应"}${portions}`;
}

function unique(rows: Row[], field: "restaurant_id" | "dish_id"): string[] {
  return [...new Set(rows.map(({ values }) => values[field]))];
}
