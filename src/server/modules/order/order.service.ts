import { pageSizeDefault, unpaidOrdersMax } from "#contract/constants.ts";
import type { OrderForm, OrderWish, Quote } from "#contract/order/quote.schema.ts";
import type { OrderDetail, OrderReceipt, OrderSummary } from "#contract/order/schema.ts";
import type { OrderFilter, OrderType } from "#contract/order/status.ts";
import { AppError } from "../../platform/AppError.ts";
import type { Deps } from "../../platform/Deps.ts";
import { onceByKey } from "../../platform/onceByKey.ts";
import { refundsOf } from "../payment/refund.repository.ts";
import * as users from "../user/user.repository.ts";
import { takeHolds } from "./holds.ts";
import { insertOrder } from "./new-order.ts";
import { presentDetail, presentReceipt, presentSummary } from "./order.presenter.ts";
import * as repository from "./order.repository.ts";
import { presentQuote, requireOrderable, resolveWish } from "./order-wish.ts";
import { lastRequest } from "./refund-request.repository.ts";

interface ListQuery {
  page?: number;
  pageSize?: number;
  status?: OrderFilter;
  order_type?: OrderType;
}

/** The order, if it is this customer's; to anyone else it does not exist. */
export function requireOwned(order: repository.OrderRow | undefined, userId: string): repository.OrderRow {
  if (order === undefined || order.userId !== userId) throw new AppError("not_found", {}, "订单不存在");
  return order;
}

/** Quoting, making and reading orders. */
export class OrderService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async quote(userId: string, wish: OrderWish): Promise<Quote> {
    const { database, clock } = this.#deps;
    return presentQuote(await resolveWish(database.queries, userId, wish, clock.now()));
  }

  /** Makes an order and holds its place and its stock; the same client key gives the same order again. */
  async create(userId: string, form: OrderForm): Promise<OrderReceipt> {
    const { database, clock, config } = this.#deps;
    const at = clock.now();
    const key = { subjectId: userId, call: "order/create", key: form.client_key, body: form, at };
    return await database.transaction((tx) =>
      onceByKey(tx, key, async () => {
        await users.lock(tx, userId);
        if ((await repository.countUnpaid(tx, userId)) >= unpaidOrdersMax)
          throw new AppError("too_many_unpaid");
        const wish = await resolveWish(tx, userId, form, at);
        requireOrderable(wish, form.expected_total);
        const held = await takeHolds(tx, wish, at);
        const order = await insertOrder(tx, { userId, form, wish, held, at, payMs: config.limits.payMs });
        return presentReceipt(order, at, config.limits);
      }),
    );
  }

  async list(userId: string, query: ListQuery) {
    const { database, clock, config } = this.#deps;
    const page = query.page ?? 1;
    const pageSize = query.pageSize ?? pageSizeDefault;
    const { rows, total } = await repository.pageOf(database.queries, {
      userId,
      status: query.status ?? "all",
      type: query.order_type,
      offset: (page - 1) * pageSize,
      limit: pageSize,
    });
    const items = await repository.itemsOf(
      database.queries,
      rows.map((row) => row.id),
    );
    const now = clock.now();
    const list: OrderSummary[] = rows.map((row) =>
      presentSummary(
        row,
        items.filter((item) => item.orderId === row.id),
        now,
        config.limits,
      ),
    );
    return { list, total, page, pageSize, has_more: page * pageSize < total };
  }

  async detail(userId: string, orderId: string): Promise<OrderDetail> {
    const { queries } = this.#deps.database;
    const order = requireOwned(await repository.byId(queries, orderId), userId);
    const isQueued = order.status === "paid" || order.status === "accepted" || order.status === "preparing";
    const [items, history, queueBefore, request, refunds] = await Promise.all([
      repository.itemsOf(queries, [orderId]),
      repository.historyOf(queries, orderId),
      isQueued ? repository.countBefore(queries, order) : null,
      lastRequest(queries, orderId),
      refundsOf(queries, orderId),
    ]);
    return presentDetail(
      order,
      { items, history, queueBefore, request, refunds },
      this.#deps.clock.now(),
      this.#deps.config.limits,
    );
  }
}
