import { pageSizeDefault, unpaidOrdersMax } from "#contract/constants.ts";
import type { PublicOrder } from "#contract/order/public.schema.ts";
import type { OrderForm, OrderWish, Quote } from "#contract/order/quote.schema.ts";
import type { OrderDetail, OrderReceipt, OrderSummary } from "#contract/order/schema.ts";
import type { OrderFilter, OrderType } from "#contract/order/status.ts";
import { AppError } from "../../platform/AppError.ts";
import { later } from "../../platform/clock.ts";
import type { Queries } from "../../platform/Database.ts";
import type { Deps } from "../../platform/Deps.ts";
import { onceByKey } from "../../platform/onceByKey.ts";
import { refundsOf } from "../payment/refund.repository.ts";
import type { SettlementService } from "../payment/SettlementService.ts";
import { presentPoints } from "../points/points.presenter.ts";
import { earningsOf, findPointsSummary } from "../points/points.repository.ts";
import { offerFor } from "../points/points-rules.ts";
import * as users from "../user/user.repository.ts";
import * as vouchers from "../voucher/voucher.repository.ts";
import { takeHolds } from "./holds.ts";
import { insertOrder } from "./new-order.ts";
import { presentDetail, presentReceipt, presentSummary } from "./order.presenter.ts";
import * as repository from "./order.repository.ts";
import { presentQuote, requireOrderable, resolveWish } from "./order-wish.ts";
import { presentPublic } from "./public.presenter.ts";
import { lastRequest } from "./refund-request.repository.ts";
import { requireNoPause } from "./unpaid-holds.ts";

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
  readonly #settlement: SettlementService;

  constructor(deps: Deps, settlement: SettlementService) {
    this.#deps = deps;
    this.#settlement = settlement;
  }

  async quote(userId: string, wish: OrderWish): Promise<Quote> {
    const { queries } = this.#deps.database;
    const now = this.#deps.clock.now();
    const [resolved, points] = await Promise.all([
      resolveWish(queries, userId, wish, now),
      findPointsSummary(queries, userId, now),
    ]);
    return presentQuote(resolved, points);
  }

  /** Makes an order and holds its place and its stock; the same client key gives the same order again. */
  async create(userId: string, form: OrderForm): Promise<OrderReceipt> {
    const { database, clock, config } = this.#deps;
    const at = clock.now();
    const key = { subjectId: userId, call: "order/create", key: form.client_key, body: form, at };
    return await database.transaction((tx) =>
      onceByKey(tx, key, async () => {
        await users.lock(tx, userId);
        // Before anything is read of it: of many who redeem a voucher at once, the others see what became of it.
        if (form.third_party_order_id) await vouchers.lock(tx, form.third_party_order_id);
        else if ((await repository.countUnpaid(tx, userId)) >= unpaidOrdersMax)
          throw new AppError("too_many_unpaid");
        const wish = await resolveWish(tx, userId, form, at);
        requireOrderable(wish, form.expected_total, await findPointsSummary(tx, userId, at));
        if (wish.isScarce && !wish.voucher) await requireNoPause(tx, userId, at, config.limits);
        const held = await takeHolds(tx, userId, wish, at);
        const made = await insertOrder(tx, { userId, form, wish, held, at, payMs: config.limits.payMs });
        const order = wish.voucher ? await this.#redeem(tx, made, wish.voucher.id, at) : made;
        return presentReceipt(order, at, config.limits);
      }),
    );
  }

  /** An order made with a voucher is paid from the beginning. */
  async #redeem(tx: Queries, order: repository.OrderRow, voucherId: string, at: Date) {
    if (!(await vouchers.redeem(tx, voucherId, order.id))) throw new AppError("voucher_used");
    return await this.#settlement.settle(tx, order, "zero", at);
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
    return await this.show(requireOwned(await repository.byId(this.#deps.database.queries, orderId), userId));
  }

  /** Everything about an order, for whoever may see it. */
  async show(order: repository.OrderRow): Promise<OrderDetail> {
    const { queries } = this.#deps.database;
    const { id: orderId } = order;
    const now = this.#deps.clock.now();
    const isQueued = order.status === "paid" || order.status === "accepted" || order.status === "preparing";
    const isUnpaid = order.status === "pending_payment";
    const [items, history, queueBefore, request, refunds, earnings, owned] = await Promise.all([
      repository.itemsOf(queries, [orderId]),
      repository.historyOf(queries, orderId),
      isQueued ? repository.countBefore(queries, order) : null,
      lastRequest(queries, orderId),
      refundsOf(queries, orderId),
      earningsOf(queries, orderId),
      isUnpaid ? findPointsSummary(queries, order.userId, now) : null,
    ]);
    const points = {
      earned: earnings.reduce((sum, { delta }) => sum + delta, 0),
      // What the order holds itself can be spent on it.
      offer:
        owned === null
          ? null
          : offerFor(
              order.goodsFen,
              presentPoints({ ...owned, available: owned.available + order.pointsUsed }),
            ),
    };
    return presentDetail(
      order,
      { items, history, queueBefore, request, refunds, points },
      now,
      this.#deps.config.limits,
    );
  }

  /** What anybody may see who has an order's public number or a voucher's; gone some time after the order is over. */
  async detailPublic(publicId: string): Promise<PublicOrder> {
    const { database, clock, config } = this.#deps;
    const order = await repository.byPublicId(database.queries, publicId);
    const overAt = order?.completedAt ?? order?.cancelledAt;
    if (order === undefined || (overAt && later(overAt, config.limits.publicMs) <= clock.now()))
      throw new AppError("not_found", {}, "订单不存在");
    return presentPublic(order, await repository.itemsOf(database.queries, [order.id]), clock.now());
  }
}
