import { pageSizeDefault } from "#contract/constants.ts";
import type { PublicOrder } from "#contract/order/public.schema.ts";
import type { CreateOrderRequest, Quote, QuoteRequest } from "#contract/order/quote.schema.ts";
import type { OrderDetail, OrderReceipt, OrderSummary } from "#contract/order/schema.ts";
import type { OrderFilter, OrderType } from "#contract/order/status.ts";
import type { Deps } from "../../platform/Deps.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { withIdempotencyKey } from "../../platform/database/idempotency.ts";
import { AppError } from "../../platform/http/AppError.ts";
import { addMs } from "../../platform/time/clock.ts";
import { assertConsent } from "../legal/consent.service.ts";
import { presentPoints } from "../points/points.presenter.ts";
import { getPointsSummary, listEarnings } from "../points/points.repository.ts";
import { calculatePointsOffer } from "../points/points.rules.ts";
import * as restaurants from "../restaurant/restaurant.repository.ts";
import * as users from "../user/user.repository.ts";
import * as vouchers from "../voucher/voucher.repository.ts";
import { createOrder } from "./order.factory.ts";
import { type OrderRefunds, presentDetail, presentReceipt, presentSummary } from "./order.presenter.ts";
import * as repository from "./order.repository.ts";
import { presentPublicOrder } from "./public-order.presenter.ts";
import { assertOrderable, presentQuote, resolveOrder } from "./quote.service.ts";
import { reserveForOrder } from "./reservation.service.ts";
import { assertNotPaused } from "./unpaid-reservation.rules.ts";

const minuteMs = 60_000;

interface ListQuery {
  page?: number;
  pageSize?: number;
  status?: OrderFilter;
  order_type?: OrderType;
}

/** Returns the order if it belongs to this customer. Throws "not_found" otherwise. */
export function requireOwnOrder(order: repository.OrderRow | undefined, userId: string): repository.OrderRow {
  if (order === undefined || order.userId !== userId) throw new AppError("not_found", {}, "订单不存在");
  return order;
}

/** Reads what an order's details show of its refunds; `items` are its dishes, which are read at the same time. */
type ReadOrderRefunds = (
  queries: QueryRunner,
  orderId: string,
  items: Promise<repository.OrderItemRow[]>,
) => Promise<OrderRefunds>;

/**
 * Marks an order made with a voucher as paid, inside the transaction that creates it; the order must be locked.
 * Returns the updated order.
 */
type SettleVoucherOrder = (
  tx: QueryRunner,
  order: repository.OrderRow,
  now: Date,
) => Promise<repository.OrderRow>;

/** Quotes, creates and reads orders. */
export class OrderService {
  readonly #deps: Deps;
  readonly #settleVoucherOrder: SettleVoucherOrder;
  readonly #readRefunds: ReadOrderRefunds;

  constructor(
    deps: Deps,
    dependencies: { settleVoucherOrder: SettleVoucherOrder; readRefunds: ReadOrderRefunds },
  ) {
    this.#deps = deps;
    this.#settleVoucherOrder = dependencies.settleVoucherOrder;
    this.#readRefunds = dependencies.readRefunds;
  }

  async quote(userId: string, input: QuoteRequest): Promise<Quote> {
    const { database, clock, chainSettings } = this.#deps;
    const { lookups } = database;
    const now = clock.now();
    const [resolved, points] = await Promise.all([
      resolveOrder(lookups, userId, input, { now, chain: chainSettings.current }),
      getPointsSummary(lookups, userId, now),
    ]);
    return presentQuote(resolved, points);
  }

  /** Creates an order and reserves its slot and stock; the same idempotency key returns the same order again. */
  async create(userId: string, input: CreateOrderRequest): Promise<OrderReceipt> {
    const { database, clock, config, chainSettings } = this.#deps;
    const now = clock.now();
    const payMs = chainSettings.current.orders.pay_minutes * minuteMs;
    const idempotentRequest = {
      subjectId: userId,
      endpoint: "order/create",
      idempotencyKey: input.client_key,
      body: input,
      createdAt: now,
    };
    return await database.transaction((tx) =>
      withIdempotencyKey(tx, idempotentRequest, async () => {
        await users.lockForUpdate(tx, userId);
        await assertConsent(tx, userId);
        // Locked before any read: of concurrent redemptions, the later ones see the result of the first.
        if (input.third_party_order_id) await vouchers.lockForUpdate(tx, input.third_party_order_id);
        else if ((await repository.countUnpaid(tx, userId)) >= chainSettings.current.orders.unpaid_max)
          throw new AppError("too_many_unpaid");
        await restaurants.lockAgainstClosing(tx, input.restaurant_id);
        const resolved = await resolveOrder(tx, userId, input, { now, chain: chainSettings.current });
        assertOrderable(resolved, input.expected_total, await getPointsSummary(tx, userId, now));
        if (resolved.isScarce && !resolved.voucher)
          await assertNotPaused(tx, userId, now, { config, chainSettings });
        const reservedStock = await reserveForOrder(tx, userId, resolved, now);
        const inserted = await createOrder(tx, {
          userId,
          input,
          resolved,
          reservedStock,
          at: now,
          payMs,
        });
        const order = resolved.voucher
          ? await this.#redeem(tx, inserted, resolved.voucher.id, now)
          : inserted;
        return presentReceipt(order, now, chainSettings);
      }),
    );
  }

  /** An order made with a voucher is paid from the beginning. */
  async #redeem(tx: QueryRunner, order: repository.OrderRow, voucherId: string, at: Date) {
    if (!(await vouchers.redeem(tx, voucherId, order.id))) throw new AppError("voucher_used");
    return await this.#settleVoucherOrder(tx, order, at);
  }

  async list(userId: string, query: ListQuery) {
    const { database, clock, chainSettings } = this.#deps;
    const page = query.page ?? 1;
    const pageSize = query.pageSize ?? pageSizeDefault;
    const { rows, total, items } = await database.lookUp(async (lookups) => {
      const found = await repository.findPage(lookups, {
        userId,
        status: query.status ?? "all",
        type: query.order_type,
        offset: (page - 1) * pageSize,
        limit: pageSize,
      });
      const ids = found.rows.map((row) => row.id);
      return { ...found, items: await repository.listItems(lookups, ids) };
    });
    const now = clock.now();
    const list: OrderSummary[] = rows.map((row) =>
      presentSummary(
        row,
        items.filter((item) => item.orderId === row.id),
        now,
        chainSettings,
      ),
    );
    return { list, total, page, pageSize, has_more: page * pageSize < total };
  }

  async getDetail(userId: string, orderId: string): Promise<OrderDetail> {
    return await this.toDetail(
      requireOwnOrder(await repository.findById(this.#deps.database.lookups, orderId), userId),
    );
  }

  /** Builds the full details of an order; the caller checks access. */
  async toDetail(order: repository.OrderRow): Promise<OrderDetail> {
    const { lookups } = this.#deps.database;
    const { id: orderId } = order;
    const now = this.#deps.clock.now();
    const isQueued = order.status === "paid" || order.status === "accepted" || order.status === "preparing";
    const isUnpaid = order.status === "pending_payment";
    const itemsRead = repository.listItems(lookups, [orderId]);
    const [items, history, queueBefore, refunds, earnings, pointsSummary] = await Promise.all([
      itemsRead,
      repository.listHistory(lookups, orderId),
      isQueued ? repository.countQueuedBefore(lookups, order) : null,
      this.#readRefunds(lookups, orderId, itemsRead),
      listEarnings(lookups, orderId),
      isUnpaid ? getPointsSummary(lookups, order.userId, now) : null,
    ]);
    const points = {
      earned: earnings.reduce((sum, { delta }) => sum + delta, 0),
      // The points that the order itself reserves can be spent on it.
      offer:
        pointsSummary === null
          ? null
          : calculatePointsOffer(
              order.goodsFen,
              presentPoints({ ...pointsSummary, available: pointsSummary.available + order.pointsUsed }),
              this.#deps.chainSettings.at(order.createdAt),
            ),
    };
    return presentDetail(
      order,
      { items, history, queueBefore, refunds, points },
      now,
      this.#deps.chainSettings,
    );
  }

  /**
   * Returns the public view of an order by its public number or its voucher's, until some time after its end.
   */
  async getPublicDetail(publicId: string): Promise<PublicOrder> {
    const { database, clock, config } = this.#deps;
    const order = await repository.findByPublicId(database.lookups, publicId);
    const endedAt = order?.completedAt ?? order?.cancelledAt;
    if (order === undefined || (endedAt && addMs(endedAt, config.limits.publicMs) <= clock.now()))
      throw new AppError("not_found", {}, "订单不存在");
    return presentPublicOrder(order, await repository.listItems(database.lookups, [order.id]), clock.now());
  }
}
