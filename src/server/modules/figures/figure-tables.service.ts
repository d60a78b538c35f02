import type { OrderType } from "#contract/order/status.ts";
import type { FigureTable } from "#contract/staff/figures/limits.ts";
import type { FigurePoint } from "#contract/staff/figures/schema.ts";
import type { Deps } from "../../platform/Deps.ts";
import type { Cell, RowBatches } from "../../platform/tables/table-file.ts";
import type { ChainFiguresService } from "./chain-figures.service.ts";
import { chainCells, fen, payments, sumHead, sumRow } from "./figure-cells.rules.ts";
import type { CodePage } from "./figure-file.rules.ts";
import { assertRange } from "./figure-range.rules.ts";
import * as repository from "./figure-report.repository.ts";
import { type FigureFilter, type FiguresService, presentDish, presentRestaurant } from "./figures.service.ts";
import { listDailyClose } from "./restaurant-figures.repository.ts";

/** Rows that are read at once. */
const batchSize = 5_000;

/** What a table is filtered by. */
export interface TableFilter extends FigureFilter {
  keyword?: string;
}

/** Names of the services in files. */
export const serviceNames: Record<OrderType, string> = {
  takeaway: "外卖",
  pickup: "到店自取",
  dine_in: "堂食",
};

const pointHead = ["订单", "销售额", "退款", "实收净额", "取消", "新顾客"];
const pointRow = ({ at, orders, sales, refund, net, cancelled, first_orders }: FigurePoint): Cell[] => [
  ...[at, orders, fen(sales), fen(refund), fen(net), cancelled, first_orders],
];

/** Makes tables of figures for files: heads first, then rows in batches, read as they are sent. */
export class FigureTablesService {
  readonly #deps: Pick<Deps, "database">;
  readonly #figures: FiguresService;
  readonly #chain: ChainFiguresService;

  constructor(
    deps: Pick<Deps, "database">,
    { figures, chain }: { figures: FiguresService; chain: ChainFiguresService },
  ) {
    this.#deps = deps;
    this.#figures = figures;
    this.#chain = chain;
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
      case "chain":
        return this.#chainPoints(filter);
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

  async *#chainPoints(filter: TableFilter): AsyncGenerator<Cell[][]> {
    yield [["日期", ...chainCells.map(([head]) => head)]];
    const { list } = await this.#chain.read(filter);
    yield list.map((point) => [point.at, ...chainCells.map(([, read]) => read(point))]);
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
    const { database } = this.#deps;
    yield* readByCode(
      (page) =>
        database.read((queries) => repository.listDishes(queries, filter.restaurant_id, filter, page)),
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
    const { database } = this.#deps;
    yield* readByCode(
      (page) =>
        database.read((queries) =>
          listDailyClose(queries, to, { ...page, offset: 0, keyword, restaurantIds: null }),
        ),
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
