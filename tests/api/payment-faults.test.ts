import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { orderEndpoints as endpoints } from "#contract/order/endpoints.ts";
import { createBuyer, createOrder } from "../support/api/buyers.ts";
import { PendingPayment } from "../support/api/PendingPayment.ts";
import {
  findTransaction,
  listProviderTransactions,
  payAtProvider,
  setPaymentBehaviour,
  settleRefunds,
} from "../support/api/paymentProvider.ts";
import { defaultRestaurantId, dish } from "../support/api/people.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const second = 1_000;
const minute = 60_000;

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
  await app.ledgerCheck.setStock(defaultRestaurantId, dish.id, 1_000);
});

beforeEach(() => app.clock.freeze());

afterEach(async () => {
  await setPaymentBehaviour(app, {
    provider: "normal",
    notify: "lost",
    refund: "success",
    refund_delay_ms: 0,
  });
  await settleRefunds(app);
  app.clock.reset();
});

afterAll(async () => {
  await app.close();
});

/** Advances the server's clock, running the sweeper every few seconds. */
async function advanceUntil(
  forMs: number,
  until: () => Promise<boolean> = async () => false,
): Promise<number> {
  for (let passed = 0; passed < forMs; passed += 5 * second) {
    if (await until()) return passed;
    app.clock.advance(5 * second);
    await app.sweep("unanswered-payments");
    await app.sweep("due-orders");
  }
  return forMs;
}

describe("when every notification is lost", () => {
  test.each([
    ["at once", 0],
    ["after two minutes", 2 * minute],
    ["after fourteen minutes", 14 * minute],
  ])("an order that is paid %s shows as paid within a minute", async (_when, waitMs) => {
    const pendingPayment = await PendingPayment.create(app);
    await advanceUntil(waitMs);
    expect(await payAtProvider(app, pendingPayment.order)).toBe(200);
    const tookMs = await advanceUntil(
      2 * minute,
      async () => (await pendingPayment.getOrderStatus()) === "paid",
    );
    expect(tookMs).toBeLessThanOrEqual(minute);
  });

  test("a query shows the payment at once", async () => {
    const pendingPayment = await PendingPayment.create(app);
    await payAtProvider(app, pendingPayment.order);
    expect(await pendingPayment.queryStatus()).toBe("paid");
  });

  test("and the provider is down for twenty minutes, no paid order is lost or cancelled", async () => {
    const pendingPayment = await PendingPayment.create(app);
    await payAtProvider(app, pendingPayment.order);
    await setPaymentBehaviour(app, { provider: "error" });
    expect(await pendingPayment.queryStatus()).toBe("pending");
    await advanceUntil(20 * minute);
    expect(await pendingPayment.getOrderStatus()).toBe("pending_payment");
    await setPaymentBehaviour(app, { provider: "normal" });
    const tookMs = await advanceUntil(
      2 * minute,
      async () => (await pendingPayment.getOrderStatus()) === "paid",
    );
    expect(tookMs).toBeLessThanOrEqual(minute);
  });

  test("and two servers sweep concurrently, each attempt is queried once", async () => {
    const cashiers = await Promise.all(Array.from({ length: 5 }, () => PendingPayment.create(app)));
    for (const pendingPayment of cashiers) await payAtProvider(app, pendingPayment.order);
    app.clock.advance(5 * second);
    await Promise.all(Array.from({ length: 4 }, () => app.sweep("unanswered-payments")));
    for (const pendingPayment of cashiers) {
      expect(await pendingPayment.getOrderStatus()).toBe("paid");
      const sql = "select query_count from payment_attempts where order_id = $1";
      expect(await app.sql(sql, [pendingPayment.order.order_id])).toEqual([{ query_count: 1 }]);
    }
  });
});

describe("when the provider's response to the first step is unknown", () => {
  test.each(["error", "reset", "timeout"] as const)(
    "(%s) the order keeps waiting, and the next try goes on with the same trade",
    async (provider) => {
      const buyer = await createBuyer(app);
      const order = await createOrder(buyer);
      const body = { order_id: order.order_id };
      await setPaymentBehaviour(app, { provider, notify: "lost" });
      const failed = await buyer.call(endpoints.pay, { body });
      await setPaymentBehaviour(app, { provider: "normal" });
      expect(failed).toMatchObject({ status: 502, error: "payment_failed", msg: "支付服务繁忙，请稍后再试" });
      const detail = await buyer.data(endpoints.detail, { query: body });
      expect([detail.status, detail.actions]).toEqual([
        "pending_payment",
        ["pay", "cancel", "contact_service"],
      ]);
      expect(await buyer.data(endpoints.pay, { body })).toMatchObject({ kind: "h5" });
      const trades = (await listProviderTransactions(app)).filter((item) =>
        item.out_trade_no.startsWith(order.order_no),
      );
      expect(trades.map((item) => item.out_trade_no)).toEqual([`${order.order_no}_1`]);
      expect(await payAtProvider(app, order)).toBe(200);
      expect((await buyer.data(endpoints.payQuery, { query: body })).pay_status).toBe("paid");
    },
  );

  test("a cancel fails too while the provider is away, and works when it is back", async () => {
    const { buyer, order, status } = await countOpen();
    await setPaymentBehaviour(app, { provider: "error" });
    const failed = await buyer.call(endpoints.cancel, { body: { order_id: order.order_id } });
    expect(failed).toMatchObject({ status: 502, error: "payment_failed" });
    expect(await status()).toBe("pending_payment");
    await setPaymentBehaviour(app, { provider: "normal" });
    expect((await buyer.call(endpoints.cancel, { body: { order_id: order.order_id } })).status).toBe(200);
    expect((await findTransaction(app, order))?.state).toBe("CLOSED");
  });

  test("after a cancel whose response was lost the customer can still pay, with a new trade", async () => {
    const { buyer, order, status } = await countOpen();
    const body = { order_id: order.order_id };
    await setPaymentBehaviour(app, { provider: "reset" });
    expect(await buyer.call(endpoints.cancel, { body })).toMatchObject({
      status: 502,
      error: "payment_failed",
    });
    await setPaymentBehaviour(app, { provider: "normal" });
    expect((await findTransaction(app, order))?.state).toBe("CLOSED");
    app.clock.advance(5 * minute);
    await expect.poll(async () => (await buyer.call(endpoints.pay, { body })).status).toBe(200);
    expect(await payAtProvider(app, order, 2)).toBe(200);
    expect((await buyer.data(endpoints.payQuery, { query: body })).pay_status).toBe("paid");
    expect(await status()).toBe("paid");
  });
});

async function countOpen() {
  const pendingPayment = await PendingPayment.create(app);
  return {
    buyer: pendingPayment.buyer,
    order: pendingPayment.order,
    status: () => pendingPayment.getOrderStatus(),
  };
}

describe("an unpaid order", () => {
  async function stock(): Promise<unknown> {
    const sql = "select stock from store_dishes where restaurant_id = $1 and dish_id = $2";
    return (await app.sql<{ stock: number }>(sql, [defaultRestaurantId, dish.id]))[0]?.stock;
  }

  test("ends after fifteen minutes: closed at the provider first, then its portions are released, once", async () => {
    const before = await stock();
    const pendingPayment = await PendingPayment.create(app);
    const { order, buyer } = pendingPayment;
    const body = { order_id: order.order_id };
    app.clock.advance(15 * minute - 2 * second);
    await app.sweep("due-orders");
    expect([await pendingPayment.getOrderStatus(), await stock()]).toEqual([
      "pending_payment",
      Number(before) - 1,
    ]);
    app.clock.advance(3 * second);
    expect(await buyer.call(endpoints.pay, { body })).toMatchObject({ status: 409, error: "invalid_state" });
    expect((await buyer.data(endpoints.detail, { query: body })).actions).toEqual([
      "cancel",
      "contact_service",
    ]);
    await Promise.all(Array.from({ length: 5 }, () => app.sweep("due-orders")));
    await app.sweep("due-orders");
    expect(await stock()).toBe(before);
    expect((await findTransaction(app, order))?.state).toBe("CLOSED");
    expect(await payAtProvider(app, order)).toBe(400);
    expect(await pendingPayment.queryStatus()).toBe("closed");
    const detail = await buyer.data(endpoints.detail, { query: body });
    expect(detail).toMatchObject({ status: "cancelled", cancel_reason: "超时未支付", refund_status: "none" });
    expect(detail.timeline.map((entry) => entry.reason)).toEqual([null, "超时未支付"]);
  });

  test("that was paid in the last second is not cancelled", async () => {
    const pendingPayment = await PendingPayment.create(app);
    await payAtProvider(app, pendingPayment.order);
    app.clock.advance(15 * minute + second);
    await app.sweep("due-orders");
    expect(await pendingPayment.getOrderStatus()).toBe("paid");
  });

  test("keeps its portions while the provider does not confirm the close", async () => {
    const before = await stock();
    const pendingPayment = await PendingPayment.create(app);
    await setPaymentBehaviour(app, { provider: "error" });
    app.clock.advance(15 * minute + second);
    await app.sweep("due-orders");
    expect([await pendingPayment.getOrderStatus(), await stock()]).toEqual([
      "pending_payment",
      Number(before) - 1,
    ]);
    await setPaymentBehaviour(app, { provider: "normal" });
    await advanceUntil(minute, async () => (await pendingPayment.getOrderStatus()) === "cancelled");
    expect([await pendingPayment.getOrderStatus(), await stock()]).toEqual(["cancelled", before]);
  });
});
