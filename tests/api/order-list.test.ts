import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { orderEndpoints as endpoints } from "#contract/order/endpoints.ts";
import { type OrderStatus, orderStatuses } from "#contract/order/status.ts";
import { type Buyer, createBuyer, createIdempotencyKey, createOrder } from "../support/api/buyers.ts";
import { pickupOrderForm } from "../support/api/inStore.ts";
import {
  advanceOrder,
  createOrderInStatus,
  createPaidOrder,
  createStaffClient,
} from "../support/api/orders.ts";
import { payOrder, settleRefunds } from "../support/api/paymentProvider.ts";
import { dish } from "../support/api/people.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

let app: TestApp;
let buyer: Buyer;
/** The buyer's order ids by the status they were put into. */
const ids: Record<string, string> = {};

beforeAll(async () => {
  app = await startTestApp();
  buyer = await createBuyer(app);
  for (const status of orderStatuses) {
    ids[status] = await createOrderWithStatus(status);
    app.clock.advance(1_000);
  }
  const request = { order_id: ids.completed!, reason: "少送了", client_key: createIdempotencyKey() };
  await buyer.data(endpoints.refundRequest, { body: request });
  await settleRefunds(app);
});

afterAll(async () => {
  await app.close();
});

/** Creates an order of the buyer with that status; only the one waiting at the counter is a pick-up order. */
async function createOrderWithStatus(status: OrderStatus): Promise<string> {
  if (status === "pending_payment") return (await createOrder(buyer)).order_id;
  if (status === "ready_for_pickup") {
    const order = await buyer.data(endpoints.create, { body: pickupOrderForm() });
    await payOrder(app, buyer, order);
    await advanceOrder(await createStaffClient(app, "store"), order.order_id, [
      "accepted",
      "preparing",
      status,
    ]);
    return order.order_id;
  }
  if (status !== "paid" && status !== "cancelled")
    return (await createOrderInStatus(app, buyer, status)).order_id;
  const { order_id } = await createPaidOrder(app, buyer);
  if (status === "cancelled") await buyer.data(endpoints.cancel, { body: { order_id } });
  return order_id;
}

async function listOrderIds(query: object): Promise<string[]> {
  return (await buyer.data(endpoints.list, { query: { pageSize: 50, ...query } })).list.map(
    (one) => one.order_id,
  );
}

const idsWithStatus = (...states: string[]) => states.map((status) => ids[status]).reverse();

describe("the list of orders", () => {
  test("is the customer's own, newest first", async () => {
    expect(await listOrderIds({})).toEqual(idsWithStatus(...orderStatuses));
    expect((await (await createBuyer(app)).data(endpoints.list)).list).toEqual([]);
  });

  test.each([
    ["all", [...orderStatuses]],
    ["pending_payment", ["pending_payment"]],
    ["active", ["paid", "accepted", "preparing", "ready_for_pickup", "delivering"]],
    ["completed", ["completed"]],
    ["cancelled", ["cancelled"]],
    ["refund", ["completed", "cancelled"]],
  ])("shows under %s what belongs there", async (status, states) => {
    expect(await listOrderIds({ status })).toEqual(idsWithStatus(...states));
  });

  test("shows one kind of order when a kind is requested", async () => {
    expect(await listOrderIds({ order_type: "takeaway" })).toHaveLength(7);
    expect(await listOrderIds({ order_type: "pickup" })).toEqual([ids.ready_for_pickup]);
    expect(await listOrderIds({ order_type: "dine_in" })).toEqual([]);
  });

  test("is paginated with the total, ten by default", async () => {
    const page = await buyer.data(endpoints.list, { query: { page: 2, pageSize: 3 } });
    expect(page).toMatchObject({ total: 8, page: 2, pageSize: 3, has_more: true });
    expect(page.list.map((one) => one.order_id)).toEqual(idsWithStatus(...orderStatuses).slice(3, 6));
    const last = await buyer.data(endpoints.list, { query: { page: 3, pageSize: 3 } });
    expect([last.list.length, last.has_more]).toEqual([2, false]);
    expect(await buyer.data(endpoints.list)).toMatchObject({ page: 1, pageSize: 10, has_more: false });
    expect(await listOrderIds({ page: 100_000 })).toEqual([]);
  });

  test("sorts equal times by id, so that pages neither repeat nor miss an order", async () => {
    const other = await createBuyer(app);
    for (let n = 0; n < 9; n++) {
      const { order_id } = await createOrder(other);
      await other.data(endpoints.cancel, { body: { order_id } });
    }
    await app.sql("update orders set created_at = now() where user_id = $1", [other.userId]);
    const seen: string[] = [];
    for (let page = 1; page <= 5; page++) {
      const { list } = await other.data(endpoints.list, { query: { page, pageSize: 2 } });
      seen.push(...list.map((one) => one.order_id));
    }
    const rows = await app.sql<{ id: string }>("select id from orders where user_id = $1 order by id desc", [
      other.userId,
    ]);
    expect(seen).toEqual(rows.map((row) => row.id));
  });

  test.each([
    { status: "paid" },
    { status: "' or 1=1" },
    { order_type: "x" },
    { page: 0 },
    { page: 1e9 },
    { pageSize: 0 },
    { pageSize: 51 },
  ])("refuses %j", async (query) => {
    const response = await buyer.call(endpoints.list, { query: query as object });
    expect(response).toMatchObject({ status: 400, error: "validation" });
  });

  test("is the customer's own, whatever else a query names", async () => {
    const stranger = await createBuyer(app);
    await createOrder(stranger);
    expect(await listOrderIds({ user_id: stranger.userId })).toEqual(idsWithStatus(...orderStatuses));
  });

  test("shows each with the fields that its card needs", async () => {
    const { list } = await buyer.data(endpoints.list, { query: { status: "pending_payment" } });
    expect(list[0]).toMatchObject({
      order_id: ids.pending_payment,
      order_no: expect.stringMatching(/^\d{18}$/),
      order_type: "takeaway",
      status: "pending_payment",
      refund_status: "none",
      status_text: "待付款",
      restaurant: { storecode: "SH001", storename: "食单·徐家汇店" },
      items: [{ id: dish.id, quantity: 1, image: expect.stringContaining("/media/") }],
      item_count: 1,
      total_amount: dish.price + 500,
      pickup_code: null,
      booking_time: null,
      actions: ["pay", "cancel", "contact_service"],
    });
  });
});

describe("the detail of an order", () => {
  test("has its lines, amounts, address and timeline", async () => {
    const detail = await buyer.data(endpoints.detail, { query: { order_id: ids.pending_payment! } });
    expect(detail).toMatchObject({
      goods_amount: dish.price,
      delivery_fee: 500,
      points_amount: 0,
      total_amount: dish.price + 500,
      pay_amount: dish.price + 500,
      paid_amount: 0,
      refunded_amount: 0,
      paid_at: null,
      queue_before: null,
      estimated_at: null,
      timeline: [{ status: "pending_payment", text: "已下单", reason: null }],
    });
    expect(detail.pay_remain_seconds).toBeGreaterThan(800);
    expect(detail.pay_remain_seconds).toBeLessThanOrEqual(900);
  });

  test("of another customer is not found, nor can it be paid, queried or cancelled", async () => {
    const stranger = await createBuyer(app);
    for (const order_id of [ids.pending_payment!, ids.paid!, "no-such-order"]) {
      const responses = await Promise.all([
        stranger.call(endpoints.detail, { query: { order_id } }),
        stranger.call(endpoints.payQuery, { query: { order_id } }),
        stranger.call(endpoints.pay, { body: { order_id } }),
        stranger.call(endpoints.cancel, { body: { order_id } }),
      ]);
      for (const response of responses)
        expect(response).toMatchObject({ status: 404, error: "not_found", msg: "订单不存在", data: {} });
    }
    const { status } = await buyer.data(endpoints.detail, { query: { order_id: ids.pending_payment! } });
    expect(status).toBe("pending_payment");
  });

  test("counts the restaurant's paid orders that are cooked before it", async () => {
    const store = "SH002";
    const admin = await createStaffClient(app, "admin");
    for (let n = 0; n < 3; n++) {
      const one = await createBuyer(app);
      const order = await createOrder(one, { restaurant_id: store });
      await payOrder(app, one, order);
      await advanceOrder(admin, order.order_id, ["accepted"]);
      app.clock.advance(1_000);
      const detail = await one.data(endpoints.detail, { query: { order_id: order.order_id } });
      expect(detail.queue_before).toBe(n);
      expect(Date.parse(detail.estimated_at ?? "")).toBeGreaterThan(Date.parse(detail.paid_at ?? ""));
    }
  });
});
