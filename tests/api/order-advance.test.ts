import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { orderEndpoints as endpoints } from "#contract/order/endpoints.ts";
import type { OrderReceipt } from "#contract/order/schema.ts";
import { type Buyer, createBuyer, createOrder } from "../support/api/buyers.ts";
import type { Client } from "../support/api/Client.ts";
import { createPaidOrder, createStaffClient } from "../support/api/orders.ts";
import { payOrder, settleRefunds } from "../support/api/paymentProvider.ts";
import { dish } from "../support/api/people.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const minute = 60_000;

let app: TestApp;
let store: Client & { id: string };
let admin: Client & { id: string };
let buyer: Buyer;
let order: OrderReceipt;

beforeAll(async () => {
  app = await startTestApp();
});

beforeEach(async () => {
  app.clock.freeze();
  [store, admin, buyer] = [
    await createStaffClient(app, "store"),
    await createStaffClient(app, "admin"),
    await createBuyer(app),
  ];
  order = await createPaidOrder(app, buyer);
});

afterEach(async () => {
  await settleRefunds(app);
  app.clock.reset();
});

afterAll(async () => {
  await app.close();
});

const advanceOrderAs = (who: Client, to: string, overrides: object = {}) =>
  who.call(endpoints.advance, { body: { order_id: order.order_id, to, ...overrides } });
const getDetail = () => buyer.data(endpoints.detail, { query: { order_id: order.order_id } });
const listAuditEntries = () =>
  app.sql<{ actor: string; detail: object }>(
    "select actor, detail from audit_log where action = 'order.advance' and target = $1 order by id",
    [order.order_id],
  );

describe("a restaurant's staff", () => {
  test("advance an order from its payment to its end, and every step is recorded", async () => {
    const steps = ["accepted", "preparing", "delivering", "completed"];
    for (const to of steps)
      expect(await advanceOrderAs(store, to)).toMatchObject({ status: 200, data: { status: to } });
    const { status, timeline } = await getDetail();
    expect(status).toBe("completed");
    expect(timeline.map((entry) => entry.status)).toEqual(["pending_payment", "paid", ...steps]);
    expect(await listAuditEntries()).toEqual(
      steps.map((to, index) => ({
        actor: store.id,
        detail: { from: ["paid", ...steps][index], to },
      })),
    );
    const [row] = await app.sql(
      "select accepted_at, ready_at, completed_at, due_at from orders where id = $1",
      [order.order_id],
    );
    const now = app.clock.now();
    expect(row).toEqual({ accepted_at: now, ready_at: now, completed_at: now, due_at: null });
  });

  test("hand over, and the order is completed by time if they forget", async () => {
    for (const to of ["accepted", "preparing", "delivering"]) await advanceOrderAs(store, to);
    app.clock.advance(120 * minute + 1);
    await app.sweep("due-orders");
    expect((await getDetail()).status).toBe("completed");
  });

  test("put pick-up orders on the counter, which are completed by time an hour later", async () => {
    const orderForm = { order_type: "pickup", address_id: null, expected_total: dish.price } as const;
    order = await createOrder(buyer, orderForm);
    await payOrder(app, buyer, order);
    for (const to of ["accepted", "preparing"]) await advanceOrderAs(store, to);
    expect(await advanceOrderAs(store, "delivering")).toMatchObject({ status: 409, error: "invalid_state" });
    expect(await advanceOrderAs(store, "ready_for_pickup")).toMatchObject({ status: 200 });
    app.clock.advance(60 * minute - 1);
    await app.sweep("due-orders");
    expect((await getDetail()).status).toBe("ready_for_pickup");
    app.clock.advance(1);
    await app.sweep("due-orders");
    expect((await getDetail()).status).toBe("completed");
  });

  test("have a lone surrogate in a reason replaced by the replacement character", async () => {
    expect(await advanceOrderAs(store, "accepted", { reason: "缺\ud800货" })).toMatchObject({ status: 200 });
    expect((await listAuditEntries()).at(-1)).toMatchObject({ detail: { reason: "缺\ufffd货" } });
  });

  test("accept before the automatic acceptance, which then skips the order", async () => {
    await advanceOrderAs(store, "accepted");
    app.clock.advance(2 * minute);
    await app.sweep("due-orders");
    expect((await getDetail()).timeline.map((entry) => entry.status)).toEqual([
      "pending_payment",
      "paid",
      "accepted",
    ]);
  });

  test("may repeat a step: it returns the current state and is recorded once", async () => {
    await advanceOrderAs(store, "accepted");
    const responses = await Promise.all(Array.from({ length: 10 }, () => advanceOrderAs(store, "preparing")));
    expect(responses.map(({ status, data }) => [status, data.status])).toEqual(
      Array(10).fill([200, "preparing"]),
    );
    expect(await listAuditEntries()).toHaveLength(2);
    expect((await getDetail()).timeline).toHaveLength(4);
  });

  test("cancel with a full refund and their reason, with one refund when repeated", async () => {
    await advanceOrderAs(store, "accepted");
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => advanceOrderAs(store, "cancelled", { reason: "食材用完了" })),
    );
    expect(responses.map(({ status, data }) => [status, data.status])).toEqual(
      Array(5).fill([200, "cancelled"]),
    );
    await settleRefunds(app);
    expect(await getDetail()).toMatchObject({
      status: "cancelled",
      refund_status: "refunded",
      refunded_amount: order.pay_amount,
      cancel_reason: "食材用完了",
    });
    expect(await listAuditEntries()).toHaveLength(2);
  });

  test("get a default message for the customer when they cancel without a reason", async () => {
    await advanceOrderAs(store, "cancelled", { reason: "  " });
    expect((await getDetail()).cancel_reason).toBe("门店取消了订单");
  });

  test("do not see orders of other restaurants", async () => {
    await app.sql("update orders set restaurant_id = 'SH002' where id = $1", [order.order_id]);
    expect(await advanceOrderAs(store, "accepted")).toMatchObject({ status: 404, error: "not_found" });
    expect(await advanceOrderAs(admin, "accepted")).toMatchObject({ status: 200 });
    await app.sql("update orders set restaurant_id = 'SH001' where id = $1", [order.order_id]);
  });
});

describe("the transition table", () => {
  test.each([
    ["preparing", "before it was accepted"],
    ["delivering", "before it was cooked"],
    ["completed", "before it was brought"],
  ])("%s is refused %s", async (to) => {
    expect(await advanceOrderAs(admin, to)).toMatchObject({ status: 409, error: "invalid_state" });
    expect(await listAuditEntries()).toEqual([]);
  });

  test("never lets a takeaway order wait at the counter", async () => {
    for (const to of ["accepted", "preparing"]) await advanceOrderAs(store, to);
    expect(await advanceOrderAs(store, "ready_for_pickup")).toMatchObject({
      status: 409,
      error: "invalid_state",
    });
  });

  test("refuses to accept an unpaid order, and lets every role end it", async () => {
    order = await createOrder(buyer);
    expect(await advanceOrderAs(store, "accepted")).toMatchObject({ status: 409, error: "invalid_state" });
    expect(await advanceOrderAs(store, "cancelled")).toMatchObject({
      status: 200,
      data: { status: "cancelled" },
    });
    expect((await getDetail()).refund_status).toBe("none");
  });

  test("lets only an admin cancel an order on its way", async () => {
    for (const to of ["accepted", "preparing", "delivering"]) await advanceOrderAs(store, to);
    expect(await advanceOrderAs(store, "cancelled")).toMatchObject({ status: 409, error: "invalid_state" });
    expect(await advanceOrderAs(admin, "cancelled")).toMatchObject({ status: 200 });
    expect((await listAuditEntries()).at(-1)).toEqual({
      actor: admin.id,
      detail: { from: "delivering", to: "cancelled" },
    });
  });

  test("refuses to reopen an order that is over", async () => {
    for (const to of ["accepted", "preparing", "delivering", "completed"]) await advanceOrderAs(store, to);
    expect(await advanceOrderAs(admin, "cancelled")).toMatchObject({ status: 409, error: "invalid_state" });
    expect(await advanceOrderAs(admin, "accepted")).toMatchObject({ status: 409, error: "invalid_state" });
  });
});

describe("an order is not advanced", () => {
  test("by a service agent", async () => {
    expect(await advanceOrderAs(await createStaffClient(app, "agent"), "accepted")).toMatchObject({
      status: 403,
      error: "forbidden",
    });
    expect((await getDetail()).status).toBe("paid");
  });

  test("when it does not exist", async () => {
    const response = await admin.call(endpoints.advance, { body: { order_id: "nothing", to: "accepted" } });
    expect(response).toMatchObject({ status: 404, error: "not_found" });
  });

  test.each(["paid", "pending_payment", "gone", 1, null])("to %j, which is no step", async (to) => {
    const body = { order_id: order.order_id, to };
    expect(await admin.call(endpoints.advance, { body })).toMatchObject({
      status: 400,
      data: { field: "to" },
    });
  });
});
