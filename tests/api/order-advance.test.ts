import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { orderEndpoints as calls } from "#contract/order/endpoints.ts";
import type { OrderReceipt } from "#contract/order/schema.ts";
import { type Buyer, newBuyer, newOrder } from "../support/api/buyers.ts";
import type { Client } from "../support/api/Client.ts";
import { newMember, paidOrder } from "../support/api/kitchen.ts";
import { dish } from "../support/api/people.ts";
import { payOrder, settleRefunds } from "../support/api/provider.ts";
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
  [store, admin, buyer] = [await newMember(app, "store"), await newMember(app, "admin"), await newBuyer(app)];
  order = await paidOrder(app, buyer);
});

afterEach(async () => {
  await settleRefunds(app);
  app.clock.reset();
});

afterAll(async () => {
  await app.close();
});

const advance = (who: Client, to: string, more: object = {}) =>
  who.call(calls.advance, { body: { order_id: order.order_id, to, ...more } });
const detail = () => buyer.data(calls.detail, { query: { order_id: order.order_id } });
const audited = () =>
  app.sql<{ actor: string; detail: object }>(
    "select actor, detail from audit_log where action = 'order.advance' and target = $1 order by id",
    [order.order_id],
  );

describe("a store's staff", () => {
  test("bring an order from its payment to its end, and every step is written down", async () => {
    const steps = ["accepted", "preparing", "delivering", "completed"];
    for (const to of steps)
      expect(await advance(store, to)).toMatchObject({ status: 200, data: { status: to } });
    const { status, timeline } = await detail();
    expect(status).toBe("completed");
    expect(timeline.map((entry) => entry.status)).toEqual(["pending_payment", "paid", ...steps]);
    expect(await audited()).toEqual(
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

  test("hand over, and time completes what they forget", async () => {
    for (const to of ["accepted", "preparing", "delivering"]) await advance(store, to);
    app.clock.pass(120 * minute + 1);
    await app.sweep("due-orders");
    expect((await detail()).status).toBe("completed");
  });

  test("put what is fetched on the counter, and time completes it an hour later", async () => {
    const wish = { order_type: "pickup", address_id: null, expected_total: dish.price } as const;
    order = await newOrder(buyer, wish);
    await payOrder(app, buyer, order);
    for (const to of ["accepted", "preparing"]) await advance(store, to);
    expect(await advance(store, "delivering")).toMatchObject({ status: 409, error: "invalid_state" });
    expect(await advance(store, "ready_for_pickup")).toMatchObject({ status: 200 });
    app.clock.pass(60 * minute - 1);
    await app.sweep("due-orders");
    expect((await detail()).status).toBe("ready_for_pickup");
    app.clock.pass(1);
    await app.sweep("due-orders");
    expect((await detail()).status).toBe("completed");
  });

  test("keep half a character of a reason as the sign for what is unreadable", async () => {
    expect(await advance(store, "accepted", { reason: "缺\ud800货" })).toMatchObject({ status: 200 });
    expect((await audited()).at(-1)).toMatchObject({ detail: { reason: "缺\ufffd货" } });
  });

  test("accept before time does, which then leaves the order alone", async () => {
    await advance(store, "accepted");
    app.clock.pass(2 * minute);
    await app.sweep("due-orders");
    expect((await detail()).timeline.map((entry) => entry.status)).toEqual([
      "pending_payment",
      "paid",
      "accepted",
    ]);
  });

  test("may send a step again: it answers how the order is and is written down once", async () => {
    await advance(store, "accepted");
    const answers = await Promise.all(Array.from({ length: 10 }, () => advance(store, "preparing")));
    expect(answers.map(({ status, data }) => [status, data.status])).toEqual(
      Array(10).fill([200, "preparing"]),
    );
    expect(await audited()).toHaveLength(2);
    expect((await detail()).timeline).toHaveLength(4);
  });

  test("cancel with all the money back and their reason, again and again with one refund", async () => {
    await advance(store, "accepted");
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => advance(store, "cancelled", { reason: "食材用完了" })),
    );
    expect(answers.map(({ status, data }) => [status, data.status])).toEqual(
      Array(5).fill([200, "cancelled"]),
    );
    await settleRefunds(app);
    expect(await detail()).toMatchObject({
      status: "cancelled",
      refund_status: "refunded",
      refunded_amount: order.pay_amount,
      cancel_reason: "食材用完了",
    });
    expect(await audited()).toHaveLength(2);
  });

  test("have a sentence for the customer when they cancel without a reason", async () => {
    await advance(store, "cancelled", { reason: "  " });
    expect((await detail()).cancel_reason).toBe("门店取消了订单");
  });

  test("do not see orders of other stores", async () => {
    await app.sql("update orders set restaurant_id = 'SH002' where id = $1", [order.order_id]);
    expect(await advance(store, "accepted")).toMatchObject({ status: 404, error: "not_found" });
    expect(await advance(admin, "accepted")).toMatchObject({ status: 200 });
    await app.sql("update orders set restaurant_id = 'SH001' where id = $1", [order.order_id]);
  });
});

describe("the table decides", () => {
  test.each([
    ["preparing", "before it was accepted"],
    ["delivering", "before it was cooked"],
    ["completed", "before it was brought"],
  ])("%s is refused %s", async (to) => {
    expect(await advance(admin, to)).toMatchObject({ status: 409, error: "invalid_state" });
    expect(await audited()).toEqual([]);
  });

  test("a takeaway never waits at the counter", async () => {
    for (const to of ["accepted", "preparing"]) await advance(store, to);
    expect(await advance(store, "ready_for_pickup")).toMatchObject({ status: 409, error: "invalid_state" });
  });

  test("nobody accepts what is not paid, and anybody may end it", async () => {
    order = await newOrder(buyer);
    expect(await advance(store, "accepted")).toMatchObject({ status: 409, error: "invalid_state" });
    expect(await advance(store, "cancelled")).toMatchObject({ status: 200, data: { status: "cancelled" } });
    expect((await detail()).refund_status).toBe("none");
  });

  test("what is on its way is called back by the head office alone", async () => {
    for (const to of ["accepted", "preparing", "delivering"]) await advance(store, to);
    expect(await advance(store, "cancelled")).toMatchObject({ status: 409, error: "invalid_state" });
    expect(await advance(admin, "cancelled")).toMatchObject({ status: 200 });
    expect((await audited()).at(-1)).toEqual({
      actor: admin.id,
      detail: { from: "delivering", to: "cancelled" },
    });
  });

  test("what is over stays over", async () => {
    for (const to of ["accepted", "preparing", "delivering", "completed"]) await advance(store, to);
    expect(await advance(admin, "cancelled")).toMatchObject({ status: 409, error: "invalid_state" });
    expect(await advance(admin, "accepted")).toMatchObject({ status: 409, error: "invalid_state" });
  });
});

describe("an order is not moved", () => {
  test("by a service agent", async () => {
    expect(await advance(await newMember(app, "agent"), "accepted")).toMatchObject({
      status: 403,
      error: "forbidden",
    });
    expect((await detail()).status).toBe("paid");
  });

  test("when it does not exist", async () => {
    const answer = await admin.call(calls.advance, { body: { order_id: "nothing", to: "accepted" } });
    expect(answer).toMatchObject({ status: 404, error: "not_found" });
  });

  test.each(["paid", "pending_payment", "gone", 1, null])("to %j, which is no step", async (to) => {
    const body = { order_id: order.order_id, to };
    expect(await admin.call(calls.advance, { body })).toMatchObject({ status: 400, data: { field: "to" } });
  });
});
