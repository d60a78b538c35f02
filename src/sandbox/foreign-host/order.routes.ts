import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { restaurants } from "./catalogue.ts";
import type { HostState, StoredOrder } from "./HostState.ts";
import { failure, success } from "./responses.ts";

type Body = Record<string, unknown>;

/** All fields of `order/create`; any other is rejected. */
const allowedFields = [
  "order_type",
  "restaurant_id",
  "items",
  "address_id",
  "booking_time",
  "table_no",
  "contact_phone",
  "remark",
  "tableware_count",
  "soldout_policy",
  "expected_total",
  "client_key",
  "third_party_order_id",
];

/** Orders and their payment with the field names of the published API. */
export function orderRoutes(state: HostState, cashierUrl: (orderId: string) => string) {
  return async (app: FastifyInstance): Promise<void> => {
    app.post<{ Body: Body }>("/api/v1/order/create", async (request, reply) => {
      const userId = findUserId(state, request);
      if (userId === null) return failure(reply, 401, "请先登录");
      state.received.creates.push(request.body);
      const order = createOrder(state, userId, request.body);
      if (typeof order === "string") return failure(reply, 400, order);
      state.orders.unshift(order);
      return success({ order_id: order.order_id, total_amount: order.total_amount });
    });
    app.get("/api/v1/order/list", async (request) =>
      success(state.orders.filter(({ userId }) => userId === findUserId(state, request)).map(orderView)),
    );
    app.get<{ Querystring: Body }>("/api/v1/order/detail", async (request, reply) => {
      const order = findOwnOrder(state, request, request.query.order_id);
      return order === null ? failure(reply, 404, "没有这个订单") : success(orderView(order));
    });
    app.get("/api/v1/order/detail-public", async (_request, reply) => failure(reply, 404, "没有这个订单"));
    app.post<{ Body: Body }>("/api/v1/order/pay", async (request, reply) => {
      const order = findOwnOrder(state, request, request.body.order_id);
      if (order === null) return failure(reply, 404, "没有这个订单");
      if (order.status === "paid") return success({ status: "paid" });
      return success({ h5_url: cashierUrl(order.order_id) });
    });
    app.get<{ Querystring: Body }>("/api/v1/order/pay/query", async (request, reply) => {
      const order = findOwnOrder(state, request, request.query.order_id);
      if (order === null) return failure(reply, 404, "没有这个订单");
      return success({ order_id: order.order_id, status: order.status });
    });
    app.post<{ Body: Body }>("/api/v1/order/cancel", async (request, reply) => {
      const order = findOwnOrder(state, request, request.body.order_id);
      if (order === null) return failure(reply, 404, "没有这个订单");
      order.status = "cancelled";
      return success();
    });
  };
}

function findUserId(state: HostState, request: FastifyRequest): number | null {
  return state.findUserId(request.headers.authorization);
}

function findOwnOrder(state: HostState, request: FastifyRequest, orderId: unknown): StoredOrder | null {
  const userId = findUserId(state, request);
  return userId === null ? null : state.findOrder(userId, orderId);
}

/**
 * Creates an order from a request body; returns the reason when it is invalid. Uses this host's own prices.
 */
function createOrder(state: HostState, userId: number, body: Body): StoredOrder | string {
  const unknown = Object.keys(body).filter((name) => !allowedFields.includes(name));
  if (unknown.length > 0) return `不认识的字段：${unknown.join()}`;
  const restaurant = restaurants.find(({ storecode }) => storecode === body.restaurant_id);
  if (restaurant === undefined || !Array.isArray(body.items)) return "下单信息不完整";
  const lines = body.items.map((line: Body) => {
    const names = Object.keys(line).filter((name) => name !== "id" && name !== "quantity");
    const dish = restaurant.dishes.find(({ id }) => String(id) === String(line.id));
    if (names.length > 0 || dish?.price === undefined) return null;
    const name = dish.spec_name === undefined ? dish.name : `${dish.name}（${dish.spec_name}）`;
    return {
      id: dish.id,
      name,
      price: dish.price,
      quantity: Number(line.quantity),
      fee: dish.delivery_fee ?? 0,
    };
  });
  const items = lines.filter((line) => line !== null);
  if (items.length === 0 || items.length < lines.length) return "商品信息不对";
  const isDelivery = body.order_type === "takeaway";
  const address = state.addresses.find(
    (saved) => saved.userId === userId && String(saved.id) === String(body.address_id),
  );
  if (isDelivery && address === undefined) return "没有收货地址";
  const fee = isDelivery ? Math.max(...items.map((line) => line.fee)) : 0;
  return {
    order_id: randomUUID(),
    userId,
    status: "pending_payment",
    restaurant_id: restaurant.storecode,
    restaurant_name: restaurant.storename,
    items: items.map(({ id, name, price, quantity }) => ({ id, name, price, quantity })),
    total_amount: items.reduce((sum, { price, quantity }) => sum + price * quantity, fee),
    remark: String(body.remark ?? ""),
    created_at: new Date().toISOString(),
  };
}

function orderView({ userId: _owner, ...order }: StoredOrder) {
  return order;
}
