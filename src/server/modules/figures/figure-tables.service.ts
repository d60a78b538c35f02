import type { OrderType } from "#contract/order/status.ts";
import type { FigureTable } from "#contract/staff/figures/limits.ts";
import type { FigurePoint, FigureSums } from "#contract/staff/figures/schema.ts";
import type { Deps } from "../../platform/Deps.ts";
import type { Cell, RowBatches } from "../../platform/tables/table-file.ts";
import type { CodePage } from "./figure-file.rules.ts";
import { assertRange } from "./figure-range.rules.ts";
import * as repository from "./figure-report.repository.ts";
import { netOf, refundOf } from "./figure-sums.rules.ts";
import { type FigureFilter, type FiguresService, presentDish, presentRestaurant } from "./figures.service.ts";

/** Rows that are read at once. */
const batchSize = 5_000;

/** What a table is filtered by. */
export interface TableFilter extends FigureFilter {
  keyword?: string;
}

const fen = (value: number): Cell => ({ fen: value });
const serviceNames: Record<OrderType, string> = { takeaway: "外卖", pickup: "到店自取", dine_in: "堂食" };

const pointHead = ["订单", "销售额", "退款", "实收净额", "取消", "新顾客"];
const pointRow = ({ at, orders, sales, refund, net, cancelled, first_orders }: FigurePoint): Cell[] => [
  ...[at, orders, fen(sales), fen(refund), fen(net), cancelled, first_orders],
];

/** Sums as cells of a row, with their heads. */
const sumCells: readonly [string, (sums: FigureSums) => Cell][] = [
  ["订单", ({ orders }) => orders],
  ["销售额", ({ sales }) => fen(sales)],
  ["微信收款", ({ wechat }) => fen(wechat)],
  ["会员卡收款", ({ card }) => fen(card)],
  ["使用积分", ({ points_used }) => points_used],
  ["餐券订单", ({ voucher_orders }) => voucher_orders],
  ["退款笔数", ({ refunds }) => refunds],
  ["微信退款", ({ wechat_refund }) => fen(wechat_refund)],
  ["会员卡退款", ({ card_refund }) => fen(card_refund)],
  ["其他方式退款", ({ other_refund }) => fen(other_refund)],
  ["退回积分", ({ points_returned }) => points_returned],
  ["退款合计", (sums) => fen(refundOf(sums))],
  ["实收净额", (sums) => fen(netOf(sums))],
  ["迟到的付款", ({ late }) => fen(late)],
  ["迟到付款的退回", ({ late_refund, late_other_refund }) => fen(late_refund + late_other_refund)],
  ["付款前取消", ({ cancelled_unpaid }) => cancelled_unpaid],
  ["付款后取消", ({ cancelled_paid }) => cancelled_paid],
  ["新顾客", ({ first_orders }) => first_orders],
  ["接单订单", ({ accepted_orders }) => accepted_orders],
  ["接单用时（秒）", ({ accept_seconds }) => accept_seconds],
  ["出餐订单", ({ ready_orders }) => ready_orders],
  ["出餐用时（秒）", ({ ready_seconds }) => ready_seconds],
];
const sumHead = sumCells.map(([head]) => head);
const sumRow = (sums: FigureSums): Cell[] => sumCells.map(([, read]) => read(sums));

const payments: readonly [string, (sums: FigureSums) => [count: Cell, amount: Cell]][] = [
  ["微信支付", (sums) => [sums.wechat_orders, fen(sums.wechat)]],
  ["会员卡", (sums) => [sums.card_orders, fen(sums.card)]],
  ["积分抵扣", (sums) => [sums.points_orders, fen(sums.points_used)]],
  ["餐券", (sums) => [sums.voucher_orders, ""]],
  ["微信退款", (sums) => ["", fen(sums.wechat_refund)]],
  ["退回会员卡", (sums) => ["", fen(sums.card_refund)]],
  ["其他方式退款", (sums) => ["", fen(sums.other_refund)]],
  ["退回积分", (sums) => [sums.points_returned, fen(sums.points_returned)]],
  ["赠送积分", (sums) => [sums.points_earned, ""]],
  ["收回赠送的积分", (sums) => [-sums.points_reversed, ""]],
  ["订单关闭后才到的付款（不算销售）", (sums) => ["", fen(sums.late)]],
  ["这些付款的退回", (sums) => ["", fen(sums.late_refund + sums.late_other_refund)]],
];

/** Makes tables of figures for files: heads first, then rows in batches, read as they are sent. */
export class FigureTablesService {
  readonly #deps: Pick<Deps, "database">;
  readonly #figures: FiguresService;

  constructor(deps: Pick<Deps, "database">, figures: FiguresService) {
    this.#deps = deps;
    this.#figures = figures;
  }

  /** Starts reading a table. Throws "validation" for a range that cannot be shown. */
  open(table: FigureTable, filter: TableFilter): RowBatches {
    assertRange(filter);
    switch (table) {
      case "days":
        return this.#points(filter, "time");
      case "hours":
        return this.#points(filter, "hour");
      case "services":
        return this.#services(filter);
      case "payments":
        return this.#payments(filter);
      case "cancellations":
        return this.#cancellations(filter);
      case "restaurants":
        return this.#restaurants(filter);
      case "dishes":
        return this.#dishes(filter);
      default:
        return this.#dailyClose(filter);
    }
  }

  async *#points(filter: FigureFilter, by: "time" | "hour"): AsyncGenerator<Cell[][]> {
    yield [[by === "hour" ? "时段" : "日期", ...pointHead]];
    yield (await this.#figures.readSeries({ ...filter, by })).list.map(pointRow);
  }

  async *#services(filter: FigureFilter): AsyncGenerator<Cell[][]> {
    yield [["点餐方式", ...sumHead]];
    const { services } = await this.#figures.readOverview(filter);
    yield services.map((sums) => [serviceNames[sums.type], ...sumRow(sums)]);
  }

  async *#payments(filter: FigureFilter): AsyncGenerator<Cell[][]> {
    yield [["项目", "数量", "金额"]];
    const { sums } = await this.#figures.readOverview(filter);
    yield payments.map(([name, read]) => [name, ...read(sums)]);
  }

  async *#cancellations(filter: FigureFilter): AsyncGenerator<Cell[][]> {
    yield [["原因", "付款前取消", "付款后取消"]];
    const { list } = await this.#figures.countCancellations(filter);
    yield list.map(({ reason, unpaid, paid }) => [reason || "其他原因", unpaid, paid]);
  }

  async *#restaurants(filter: TableFilter): AsyncGenerator<Cell[][]> {
    yield [["门店编号", "门店", ...pointHead]];
    const { keyword = "" } = filter;
    yield* readByCode(
      (page) => this.#figures.readRestaurants(filter, { ...page, keyword }),
      ({ restaurant_id }) => restaurant_id,
      (row) => {
        const { restaurant_id, name, ...sums } = presentRestaurant(row);
        return [restaurant_id, ...pointRow({ ...sums, at: name })];
      },
    );
  }

  async *#dishes(filter: FigureFilter): AsyncGenerator<Cell[][]> {
    yield [["菜品编号", "菜品", "份数", "销售额", "按菜品退款的份数"]];
    const { queries } = this.#deps.database;
    yield* readByCode(
      (page) => repository.listDishes(queries, filter.restaurant_id, filter, page),
      ({ dish_id }) => dish_id,
      (row) => {
        const { dish_id, name, quantity, sales, refunded_quantity } = presentDish(row);
        return [dish_id, name, quantity, fen(sales), refunded_quantity];
      },
    );
  }

  /** The last day of the range, by restaurant. */
  async *#dailyClose(filter: TableFilter): AsyncGenerator<Cell[][]> {
    yield [["日期", "门店编号", "门店", ...sumHead]];
    const { keyword = "", to } = filter;
    const { queries } = this.#deps.database;
    yield* readByCode(
      (page) => repository.listDailyClose(queries, to, { ...page, offset: 0, keyword }),
      ({ restaurant_id }) => restaurant_id,
      (row) => {
        const { restaurant_id, name } = presentRestaurant(row);
        return [to, restaurant_id, name, ...sumRow(row)];
      },
    );
  }
}

/**
 * Reads rows in the order of their codes, a batch after the last code of the one before: each row comes once, also when
 * sums, and with them ranks, change meanwhile.
 */
async function* readByCode<Row>(
  read: (page: CodePage) => Promise<Row[]>,
  codeOf: (row: Row) => string,
  format: (row: Row) => Cell[],
): AsyncGenerator<Cell[][]> {
  for (let after = ""; ; ) {
    const rows = await read({ after, limit: batchSize });
    yield rows.map(format);
    const last = rows.at(-1);
    if (last === undefined || rows.length < batchSize) return;
    after = codeOf(last);
  }
}
