import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { orderEndpoints as calls } from "#contract/order/endpoints.ts";
import { Cashier, keptNotices } from "../support/api/Cashier.ts";
import {
  behave,
  deliver,
  noticeText,
  paidTrade,
  payAtProvider,
  settleRefunds,
  sign,
  tradeOf,
} from "../support/api/provider.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterEach(async () => {
  await settleRefunds(app);
  app.clock.reset();
});

afterAll(async () => {
  await app.close();
});

test("the provider's own notification marks an order paid without anybody asking", async () => {
  const cashier = await Cashier.open(app);
  await behave(app, { notify: "normal" });
  expect(await payAtProvider(app, cashier.order)).toBe(200);
  await expect.poll(() => cashier.status()).toBe("paid");
});

test("M4: a notification a hundred times at once, and again, pays once and is always taken", async () => {
  const cashier = await Cashier.open(app);
  await payAtProvider(app, cashier.order);
  const notice = await cashier.truth();
  const answers = await Promise.all(Array.from({ length: 100 }, () => deliver(app, notice)));
  expect(new Set(answers)).toEqual(new Set([204]));
  expect(await deliver(app, await cashier.truth())).toBe(204);
  const { order_id, pay_amount } = cashier.order;
  const detail = await cashier.buyer.data(calls.detail, { query: { order_id } });
  expect(detail).toMatchObject({ status: "paid", paid_amount: pay_amount });
  expect(detail.timeline.map((entry) => entry.status)).toEqual(["pending_payment", "paid"]);
});

test("M4: the provider's own repetitions do the same", async () => {
  const cashier = await Cashier.open(app);
  await behave(app, { notify: "repeated", repeat: 20 });
  const before = await keptNotices(app, "accepted");
  await payAtProvider(app, cashier.order);
  await expect.poll(() => keptNotices(app, "accepted")).toBe(before + 20);
  await expect.poll(() => cashier.status()).toBe("paid");
});

describe("M5: the order of events does not matter", () => {
  test("a notification that comes after the order was cancelled gives the money back, once", async () => {
    const cashier = await Cashier.open(app);
    const { order_id, pay_amount } = cashier.order;
    await payAtProvider(app, cashier.order);
    const notice = await cashier.truth();
    // As if the provider had said that the trade was closed, and taken the money all the same.
    const sql = "update payment_attempts set state = 'closed', next_query_at = null where order_id = $1";
    await app.sql(sql, [order_id]);
    await cashier.buyer.data(calls.cancel, { body: { order_id } });
    for (let n = 0; n < 3; n++) expect(await deliver(app, notice)).toBe(204);
    await settleRefunds(app);
    expect(await deliver(app, notice)).toBe(204);
    await settleRefunds(app);
    expect(await cashier.status()).toBe("cancelled");
    expect(await tradeOf(app, cashier.order)).toMatchObject({
      paid: pay_amount,
      refunded: pay_amount,
      refunds: [{ amount: pay_amount, status: "SUCCESS" }],
    });
    expect(await cashier.alerts("payment.late")).toBe(1);
  });

  test("a refund's notification before the payment's is taken and changes nothing", async () => {
    const cashier = await Cashier.open(app);
    const refund = { out_refund_no: `C${cashier.order.order_no}_1`, refund_status: "SUCCESS" };
    const text = noticeText(app, paidTrade(app, cashier.order, refund));
    const { headers, body } = sign(app, text.replace("TRANSACTION.SUCCESS", "REFUND.SUCCESS"));
    const url = "/api/v1/payment/wechat/refund-notify";
    const answer = await app.server.inject({ method: "POST", url, headers, payload: body });
    expect([answer.statusCode, answer.body]).toEqual([204, ""]);
    expect(await cashier.status()).toBe("pending_payment");
    await payAtProvider(app, cashier.order);
    expect(await deliver(app, await cashier.truth())).toBe(204);
    expect(await cashier.status()).toBe("paid");
  });

  test("a notification about a trade that is not paid changes nothing", async () => {
    const cashier = await Cashier.open(app);
    for (const trade_state of ["NOTPAY", "CLOSED", "USERPAYING", "PAYERROR", "NEWSTATE"]) {
      const notice = sign(app, noticeText(app, paidTrade(app, cashier.order, { trade_state })));
      expect(await deliver(app, notice)).toBe(204);
    }
    expect(await cashier.status()).toBe("pending_payment");
  });

  test("a payment that the provider already took back in part is a payment", async () => {
    const cashier = await Cashier.open(app);
    await payAtProvider(app, cashier.order);
    const trade = await tradeOf(app, cashier.order);
    const told = { trade_state: "REFUND", transaction_id: trade?.transaction_id };
    const notice = sign(app, noticeText(app, paidTrade(app, cashier.order, told)));
    expect(await deliver(app, notice)).toBe(204);
    expect(await cashier.status()).toBe("paid");
  });
});
