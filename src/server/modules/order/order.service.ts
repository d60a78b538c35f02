import { pageSizeDefault, unpaidOrdersMax } from "#contract/constants.ts";
import type { OrderForm, OrderWish, Quote } from "#contract/order/quote.schema.ts";
import type { OrderDetail, OrderReceipt, OrderSummary } from "#contract/order/schema.ts";
import type { OrderFilter, OrderType } from "#contract/order/status.ts";
import { AppError } from "../../platform/AppError.ts";
import { later } from "../../platform/clock.ts";
import type { Queries } from "../../platform/Database.ts";
import type { Deps } from "../../platform/Deps.ts";
import { newId, randomDigits } from "../../platform/ids.ts";
import { onceByKey } from "../../platform/onceByKey.ts";
import { wallTime } from "../../platform/shanghai.ts";
import { takeStock } from "../menu/menu.repository.ts";
import * as users from "../user/user.repository.ts";
import { requirePhone } from "../user/user.service.ts";
import { presentDetail, presentReceipt, presentSummary } from "./order.presenter.ts";
import * as repository from "./order.repository.ts";
import { presentQuote, type ResolvedWish, requireOrderable, resolveWish } from "./order-wish.ts";

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

  /** Makes an order and holds its stock; the same client key gives the same order again. */
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
        const held = await this.#holdStock(tx, wish);
        return presentReceipt(await this.#insert(tx, userId, { form, wish, held, at }), at, config.limits);
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
    const [items, history, queueBefore] = await Promise.all([
      repository.itemsOf(queries, [orderId]),
      repository.historyOf(queries, orderId),
      isQueued ? repository.countBefore(queries, order) : null,
    ]);
    return presentDetail(
      order,
      { items, history, queueBefore },
      this.#deps.clock.now(),
      this.#deps.config.limits,
    );
  }

  /** Takes all lines out of stock in one fixed order, or throws and takes none. Answers what was held by dish. */
  async #holdStock(tx: Queries, wish: ResolvedWish): Promise<Map<string, number>> {
    const held = new Map<string, number>();
    for (const line of [...wish.pricing.lines].sort((a, b) => (a.id < b.id ? -1 : 1))) {
      const taken = await takeStock(tx, wish.restaurant.id, line.id, line.quantity);
      if (taken === null) throw new AppError("out_of_stock", { id: line.id, left: null });
      held.set(line.id, taken.held);
    }
    return held;
  }

  async #insert(
    tx: Queries,
    userId: string,
    made: { form: OrderForm; wish: ResolvedWish; held: Map<string, number>; at: Date },
  ): Promise<repository.OrderRow> {
    const { form, wish, held, at } = made;
    const id = newId();
    const items = wish.pricing.lines.map((line, index) => ({
      orderId: id,
      line: index + 1,
      dishId: line.id,
      name: line.name,
      specName: line.specName,
      image: line.image,
      priceFen: line.priceFen,
      originalPriceFen: line.originalPriceFen,
      quantity: line.quantity,
      heldStock: held.get(line.id) ?? 0,
    }));
    const payExpireAt = later(at, this.#deps.config.limits.payMs);
    const order = await repository.insert(
      tx,
      { id, userId, ...wishColumns(form, wish, at), payExpireAt, dueAt: payExpireAt },
      items,
    );
    const entry = {
      orderId: id,
      axis: "status",
      to: order.status,
      version: 1,
      actor: "customer",
      at,
    } as const;
    await repository.addHistory(tx, { ...entry, actorId: userId });
    return order;
  }
}

/** The columns of a new order that its wish decides. */
function wishColumns(form: OrderForm, wish: ResolvedWish, at: Date) {
  const { restaurant, address, pricing } = wish;
  return {
    orderNo: `${wallTime(at).date.replaceAll("-", "").slice(2)}${randomDigits(12)}`,
    publicId: newId(),
    restaurantId: restaurant.id,
    type: form.order_type,
    status: "pending_payment" as const,
    refundStatus: "none" as const,
    version: 1,
    goodsFen: pricing.goodsFen,
    originalFen: pricing.originalFen,
    deliveryFeeFen: wish.deliveryFeeFen,
    totalFen: wish.totalFen,
    payFen: wish.totalFen,
    contactPhone: form.contact_phone ? requirePhone(form.contact_phone) : null,
    tableNo: form.table_no ?? null,
    remark: form.remark?.trim() ?? "",
    tablewareCount: form.tableware_count ?? 1,
    soldoutPolicy: form.soldout_policy ?? "refund",
    address: address && {
      recipient: address.recipient,
      phone: address.phone,
      address: `${address.location} ${address.details}`.trim(),
      houseNumber: address.houseNumber,
      lat: address.lat,
      lng: address.lng,
    },
    restaurant: {
      id: restaurant.id,
      name: restaurant.name,
      address: restaurant.address,
      phone: restaurant.phone,
      lat: restaurant.lat,
      lng: restaurant.lng,
    },
    distanceM: wish.distanceM,
    heldAt: at,
    createdAt: at,
  };
}
