import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { initialCancelReasons, otherCancelReason } from "#contract/chain-settings/cancel-reasons.ts";
import { orderEndpoints as endpoints } from "#contract/order/endpoints.ts";
import type { OrderReceipt } from "#contract/order/schema.ts";
import { type Buyer, createBuyer, createOrder } from "../support/api/buyers.ts";
import {
  findTransaction,
  payOrder,
  setPaymentBehaviour,
  settleRefunds,
} from "../support/api/paymentProvider.ts";
import { defaultRestaurantId, dish } from "../support/api/people.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const second = 1_000;
const minute = 60_000;

let app: TestApp;
let buyer: Buyer;
let order: OrderReceipt;

beforeAll(async () => {
  app = await startTestApp();
  await app.ledgerCheck.setStock(defaultRestaurantId, dish.id, 1_000);
});

/**
 * Creates a paid order. Notifications are dropped: one that arrives during a sweep would lock the order's
 * row.
 */
async function createOrderPaid(): Promise<void> {
  await setPaymentBehaviour(app, {
    provider: "normal",
    notify: "lost",
    refund: "success",
    refund_delay_ms: 0,
  });
  buyer = await createBuyer(app);
  order = await createOrder(buyer);
  await payOrder(app, buyer, order);
}

beforeEach(() => app.clock.freeze());

afterEach(async () => {
  await setPaymentBehaviour(app, { provider: "normal" });
  await settleRefunds(app);
  app.clock.reset();
});

afterAll(async () => {
  await app.close();
});

const cancelOrder = (reason?: number) =>
  buyer.call(endpoints.cancel, {
    body: { order_id: order.order_id, ...(reason === undefined ? {} : { reason }) },
  });
const getDetail = () => buyer.data(endpoints.detail, { query: { order_id: order.order_id } });

/** Sets the order to a state that no endpoint leads to yet. */
async function setStatus(status: string, dueMs: number | null): Promise<void> {
  const now = app.clock.now();
  const due = dueMs === null ? null : new Date(now.getTime() + dueMs);
  const [row] = await app.sql<{ version: number; before: string }>(
    "update orders o set status = $2, due_at = $3, version = o.version + 1 from orders b where b.id = o.id and o.id = $1 returning o.version, b.status as before",
    [order.order_id, status, due],
  );
  await app.sql(
    "insert into order_history (order_id, field, from_state, to_state, version, actor, created_at) values ($1, 'status', $2, $3, $4, 'store', $5)",
    [order.order_id, row!.before, status, row!.version, now],
  );
}

describe("cancelling a paid order", () => {
  test("refunds the full amount, with the chosen reason", async () => {
    await createOrderPaid();
    expect(await cancelOrder(3)).toMatchObject({
      status: 200,
      data: { status: "cancelled", status_text: "退款中", actions: ["reorder", "contact_service"] },
    });
    await settleRefunds(app);
    expect(await getDetail()).toMatchObject({
      status: "cancelled",
      refund_status: "refunded",
      status_text: "已退款",
      cancel_reason: "商品选错了",
      paid_amount: order.pay_amount,
      refunded_amount: order.pay_amount,
      pickup_code: null,
    });
    expect(await findTransaction(app, order)).toMatchObject({ refunded: order.pay_amount, refunding: 0 });
  });

  test("ten times concurrently refunds once", async () => {
    await createOrderPaid();
    const responses = await Promise.all(Array.from({ length: 10 }, () => cancelOrder(1)));
    expect(responses.map(({ status, data }) => [status, data.status, data.actions])).toEqual(
      Array(10).fill([200, "cancelled", ["reorder", "contact_service"]]),
    );
    await Promise.all(Array.from({ length: 5 }, () => app.sweep("refunds")));
    await settleRefunds(app);
    expect((await findTransaction(app, order))?.refunds).toHaveLength(1);
  });

  test("again much later returns the same; for an order ended by others it returns that state", async () => {
    await createOrderPaid();
    await cancelOrder(1);
    await settleRefunds(app);
    app.clock.advance(60 * minute);
    expect(await cancelOrder(2)).toMatchObject({
      status: 200,
      data: { status: "cancelled", status_text: "已退款" },
    });
    expect(await getDetail()).toMatchObject({ cancel_reason: "不想要了", refunded_amount: order.pay_amount });
    buyer = await createBuyer(app);
    order = await createOrder(buyer);
    app.clock.advance(16 * minute);
    await app.sweep("due-orders");
    expect(await cancelOrder(1)).toMatchObject({ status: 409, error: "invalid_state" });
  });

  test("is possible until a minute after the restaurant accepted it", async () => {
    await createOrderPaid();
    app.clock.advance(minute);
    await app.sweep("due-orders");
    expect(await getDetail()).toMatchObject({
      status: "accepted",
      actions: ["cancel", "reorder", "contact_service"],
    });
    app.clock.advance(minute - second);
    expect((await getDetail()).actions).toContain("cancel");
    app.clock.advance(2 * second);
    expect((await getDetail()).actions).toEqual(["apply_refund", "reorder", "contact_service"]);
    expect(await cancelOrder()).toMatchObject({
      status: 409,
      error: "invalid_state",
      msg: "订单状态已变化，请刷新查看",
    });
    expect((await getDetail()).status).toBe("accepted");
  });

  test.each(["preparing", "delivering", "completed"])("is too late once it is %s", async (status) => {
    await createOrderPaid();
    await setStatus(status, null);
    expect(await cancelOrder()).toMatchObject({ status: 409, error: "invalid_state" });
    expect(await getDetail()).toMatchObject({ status, refund_status: "none" });
  });

  const reasons: [number | undefined, string][] = [
    [undefined, "其他原因"],
    ...[...initialCancelReasons, otherCancelReason].map(({ number, text }): [number, string] => [
      number,
      text,
    ]),
  ];

  test.each(reasons)("writes reason %s down as %s", async (reason, text) => {
    buyer = await createBuyer(app);
    order = await createOrder(buyer);
    await cancelOrder(reason);
    const { cancel_reason, timeline } = await getDetail();
    expect([cancel_reason, timeline.at(-1)?.reason]).toEqual([text, text]);
  });

  test.each([-2, 1000, 1.5, "1", null])("knows no reason %j", async (reason) => {
    buyer = await createBuyer(app);
    order = await createOrder(buyer);
    const response = await buyer.call(endpoints.cancel, { body: { order_id: order.order_id, reason } });
    expect(response).toMatchObject({ status: 400, data: { field: "reason" } });
    expect((await getDetail()).status).toBe("pending_payment");
  });
});

describe("money that cannot be refunded", () => {
  test.each(["abnormal", "closed"] as const)(
    "(%s) shows as not refunded, and a person is told",
    async (refund) => {
      await createOrderPaid();
      await setPaymentBehaviour(app, { refund });
      await cancelOrder();
      await settleRefunds(app);
      expect(await getDetail()).toMatchObject({
        status: "cancelled",
        refund_status: "failed",
        status_text: "退款未成功",
        refunded_amount: 0,
      });
      const rows = await app.sql<{ target: string }>(
        "select target from audit_log where action = 'refund.failed'",
      );
      expect(rows.map((row) => row.target)).toContain((await getDetail()).refunds[0]?.refund_no);
    },
  );

  test.each(["error", "reset"] as const)(
    "because the provider is away (%s) goes back later, once",
    async (provider) => {
      await createOrderPaid();
      await setPaymentBehaviour(app, { provider });
      expect((await cancelOrder()).status).toBe(200);
      for (let n = 0; n < 5; n++) {
        app.clock.advance(minute);
        await app.sweep("refunds");
      }
      expect((await getDetail()).refund_status).toBe("refunding");
      await setPaymentBehaviour(app, { provider: "normal" });
      app.clock.advance(minute);
      await expect
        .poll(async () => {
          app.clock.advance(minute);
          await app.sweep("refunds");
          return (await getDetail()).refund_status;
        })
        .toBe("refunded");
      expect((await findTransaction(app, order))?.refunds).toHaveLength(1);
    },
  );
});

describe("an order that advances by time", () => {
  test("is accepted once, a minute after payment, however many servers sweep", async () => {
    await createOrderPaid();
    app.clock.advance(minute - 2 * second);
    await app.sweep("due-orders");
    expect((await getDetail()).status).toBe("paid");
    app.clock.advance(3 * second);
    await Promise.all(Array.from({ length: 5 }, () => app.sweep("due-orders")));
    const { timeline } = await getDetail();
    expect(timeline.map((entry) => entry.text)).toEqual(["已下单", "已付款", "已接单"]);
  });

  test("is refunded in full when a restaurant that accepts manually does not within five minutes", async () => {
    await app.sql("update restaurants set auto_accept = false where id = $1", [defaultRestaurantId]);
    await createOrderPaid();
    app.clock.advance(5 * minute - 2 * second);
    await app.sweep("due-orders");
    expect((await getDetail()).status).toBe("paid");
    app.clock.advance(3 * second);
    await app.sweep("due-orders");
    await settleRefunds(app);
    await app.sql("update restaurants set auto_accept = true where id = $1", [defaultRestaurantId]);
    expect(await getDetail()).toMatchObject({
      status: "cancelled",
      refund_status: "refunded",
      cancel_reason: "门店未接单，款项原路退回",
    });
  });

  test("is completed when the time after its handover has passed", async () => {
    await createOrderPaid();
    await setStatus("delivering", 120 * minute);
    app.clock.advance(120 * minute - second);
    await app.sweep("due-orders");
    expect((await getDetail()).status).toBe("delivering");
    app.clock.advance(2 * second);
    await app.sweep("due-orders");
    const actions = ["apply_refund", "reorder", "contact_service"];
    expect(await getDetail()).toMatchObject({ status: "completed", actions });
  });
});
