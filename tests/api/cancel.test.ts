import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { orderEndpoints as calls } from "#contract/order/endpoints.ts";
import type { OrderReceipt } from "#contract/order/schema.ts";
import { cancelReasons } from "#contract/order/status.ts";
import { type Buyer, newBuyer, newOrder } from "../support/api/buyers.ts";
import { dish, store } from "../support/api/people.ts";
import { behave, payOrder, settleRefunds, tradeOf } from "../support/api/provider.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const second = 1_000;
const minute = 60_000;

let app: TestApp;
let buyer: Buyer;
let order: OrderReceipt;

beforeAll(async () => {
  app = await startTestApp();
  await app.books.stock(store, dish.id, 1_000);
});

/** A paid order. Notifications get lost: one that arrived while the sweeper looks would hold the order's row. */
async function paidOrder(): Promise<void> {
  await behave(app, { provider: "normal", notify: "lost", refund: "success", refund_delay_ms: 0 });
  buyer = await newBuyer(app);
  order = await newOrder(buyer);
  await payOrder(app, buyer, order);
}

beforeEach(() => app.clock.freeze());

afterEach(async () => {
  await behave(app, { provider: "normal" });
  await settleRefunds(app);
  app.clock.reset();
});

afterAll(async () => {
  await app.close();
});

const cancel = (reason?: number) =>
  buyer.call(calls.cancel, {
    body: { order_id: order.order_id, ...(reason === undefined ? {} : { reason }) },
  });
const detail = () => buyer.data(calls.detail, { query: { order_id: order.order_id } });

/** Brings the order into a state that no call leads to yet. */
async function put(status: string, dueMs: number | null): Promise<void> {
  const now = app.clock.now();
  const due = dueMs === null ? null : new Date(now.getTime() + dueMs);
  const [row] = await app.sql<{ version: number; before: string }>(
    "update orders o set status = $2, due_at = $3, version = o.version + 1 from orders b where b.id = o.id and o.id = $1 returning o.version, b.status as before",
    [order.order_id, status, due],
  );
  await app.sql(
    "insert into order_history (order_id, axis, from_state, to_state, version, actor, at) values ($1, 'status', $2, $3, $4, 'store', $5)",
    [order.order_id, row!.before, status, row!.version, now],
  );
}

describe("cancelling a paid order", () => {
  test("gives all the money back, with the reason that was chosen", async () => {
    await paidOrder();
    expect(await cancel(3)).toMatchObject({
      status: 200,
      data: { status: "cancelled", status_text: "退款中", actions: ["reorder", "contact_service"] },
    });
    await settleRefunds(app);
    expect(await detail()).toMatchObject({
      status: "cancelled",
      refund_status: "refunded",
      status_text: "已退款",
      cancel_reason: "商品选错了",
      paid_amount: order.pay_amount,
      refunded_amount: order.pay_amount,
      pickup_code: null,
    });
    expect(await tradeOf(app, order)).toMatchObject({ refunded: order.pay_amount, refunding: 0 });
  });

  test("ten times at once gives it back once", async () => {
    await paidOrder();
    const answers = await Promise.all(Array.from({ length: 10 }, () => cancel(1)));
    expect(answers.map(({ status, data }) => [status, data.status, data.actions])).toEqual(
      Array(10).fill([200, "cancelled", ["reorder", "contact_service"]]),
    );
    await Promise.all(Array.from({ length: 5 }, () => app.sweep("refunds")));
    await settleRefunds(app);
    expect((await tradeOf(app, order))?.refunds).toHaveLength(1);
  });

  test("a second time, much later, answers the same again; of an order that others ended it says so", async () => {
    await paidOrder();
    await cancel(1);
    await settleRefunds(app);
    app.clock.pass(60 * minute);
    expect(await cancel(2)).toMatchObject({
      status: 200,
      data: { status: "cancelled", status_text: "已退款" },
    });
    expect(await detail()).toMatchObject({ cancel_reason: "不想要了", refunded_amount: order.pay_amount });
    buyer = await newBuyer(app);
    order = await newOrder(buyer);
    app.clock.pass(16 * minute);
    await app.sweep("due-orders");
    expect(await cancel(1)).toMatchObject({ status: 409, error: "invalid_state" });
  });

  test("is possible for a minute after the store accepted it, and not a second longer", async () => {
    await paidOrder();
    app.clock.pass(minute);
    await app.sweep("due-orders");
    expect(await detail()).toMatchObject({
      status: "accepted",
      actions: ["cancel", "reorder", "contact_service"],
    });
    app.clock.pass(minute - second);
    expect((await detail()).actions).toContain("cancel");
    app.clock.pass(2 * second);
    expect((await detail()).actions).toEqual(["apply_refund", "reorder", "contact_service"]);
    expect(await cancel()).toMatchObject({
      status: 409,
      error: "invalid_state",
      msg: "订单状态已变化，请刷新查看",
    });
    expect((await detail()).status).toBe("accepted");
  });

  test.each(["preparing", "delivering", "completed"])("is too late once it is %s", async (status) => {
    await paidOrder();
    await put(status, null);
    expect(await cancel()).toMatchObject({ status: 409, error: "invalid_state" });
    expect(await detail()).toMatchObject({ status, refund_status: "none" });
  });

  const reasons: [number | undefined, string][] = [
    [undefined, "其他原因"],
    ...Object.entries(cancelReasons).map(([reason, text]): [number, string] => [Number(reason), text]),
  ];

  test.each(reasons)("writes reason %s down as %s", async (reason, text) => {
    buyer = await newBuyer(app);
    order = await newOrder(buyer);
    await cancel(reason);
    const { cancel_reason, timeline } = await detail();
    expect([cancel_reason, timeline.at(-1)?.reason]).toEqual([text, text]);
  });

  test.each([-2, 6, 1.5, "1", null])("knows no reason %j", async (reason) => {
    buyer = await newBuyer(app);
    order = await newOrder(buyer);
    const answer = await buyer.call(calls.cancel, { body: { order_id: order.order_id, reason } });
    expect(answer).toMatchObject({ status: 400, data: { field: "reason" } });
    expect((await detail()).status).toBe("pending_payment");
  });
});

describe("M14: money that cannot go back", () => {
  test.each(["abnormal", "closed"] as const)(
    "(%s) shows as not refunded, and a person is told",
    async (refund) => {
      await paidOrder();
      await behave(app, { refund });
      await cancel();
      await settleRefunds(app);
      expect(await detail()).toMatchObject({
        status: "cancelled",
        refund_status: "failed",
        status_text: "退款未成功",
        refunded_amount: 0,
      });
      const rows = await app.sql<{ target: string }>(
        "select target from audit_log where action = 'refund.failed'",
      );
      expect(rows.map((row) => row.target)).toContain((await detail()).refunds[0]?.refund_no);
    },
  );

  test.each(["error", "reset"] as const)(
    "because the provider is away (%s) goes back later, once",
    async (provider) => {
      await paidOrder();
      await behave(app, { provider });
      expect((await cancel()).status).toBe(200);
      for (let n = 0; n < 5; n++) {
        app.clock.pass(minute);
        await app.sweep("refunds");
      }
      expect((await detail()).refund_status).toBe("refunding");
      await behave(app, { provider: "normal" });
      app.clock.pass(minute);
      await expect
        .poll(async () => {
          app.clock.pass(minute);
          await app.sweep("refunds");
          return (await detail()).refund_status;
        })
        .toBe("refunded");
      expect((await tradeOf(app, order))?.refunds).toHaveLength(1);
    },
  );
});

describe("an order that time moves on", () => {
  test("is accepted a minute after it was paid, once, however many servers look", async () => {
    await paidOrder();
    app.clock.pass(minute - 2 * second);
    await app.sweep("due-orders");
    expect((await detail()).status).toBe("paid");
    app.clock.pass(3 * second);
    await Promise.all(Array.from({ length: 5 }, () => app.sweep("due-orders")));
    const { timeline } = await detail();
    expect(timeline.map((entry) => entry.text)).toEqual(["已下单", "已付款", "已接单"]);
  });

  test("goes back with all its money when a store that accepts by hand does not within five minutes", async () => {
    await app.sql("update restaurants set auto_accept = false where id = $1", [store]);
    await paidOrder();
    app.clock.pass(5 * minute - 2 * second);
    await app.sweep("due-orders");
    expect((await detail()).status).toBe("paid");
    app.clock.pass(3 * second);
    await app.sweep("due-orders");
    await settleRefunds(app);
    await app.sql("update restaurants set auto_accept = true where id = $1", [store]);
    expect(await detail()).toMatchObject({
      status: "cancelled",
      refund_status: "refunded",
      cancel_reason: "门店未接单，款项原路退回",
    });
  });

  test("is completed when its time after handing over is up", async () => {
    await paidOrder();
    await put("delivering", 120 * minute);
    app.clock.pass(120 * minute - second);
    await app.sweep("due-orders");
    expect((await detail()).status).toBe("delivering");
    app.clock.pass(2 * second);
    await app.sweep("due-orders");
    const actions = ["apply_refund", "reorder", "contact_service"];
    expect(await detail()).toMatchObject({ status: "completed", actions });
  });
});
