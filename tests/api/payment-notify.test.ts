import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { orderEndpoints as endpoints } from "#contract/order/endpoints.ts";
import { countStoredNotifications, PendingPayment } from "../support/api/PendingPayment.ts";
import {
  deliverNotification,
  findTransaction,
  notificationBody,
  paidTransaction,
  payAtProvider,
  setPaymentBehaviour,
  settleRefunds,
  signNotification,
} from "../support/api/paymentProvider.ts";
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

test("the provider's notification marks an order paid without a query", async () => {
  const pendingPayment = await PendingPayment.create(app);
  await setPaymentBehaviour(app, { notify: "normal" });
  expect(await payAtProvider(app, pendingPayment.order)).toBe(200);
  await expect.poll(() => pendingPayment.getOrderStatus()).toBe("paid");
});

test("a notification a hundred times concurrently, and again, pays once and is always acknowledged", async () => {
  const pendingPayment = await PendingPayment.create(app);
  await payAtProvider(app, pendingPayment.order);
  const notification = await pendingPayment.createNotification();
  const responses = await Promise.all(
    Array.from({ length: 100 }, () => deliverNotification(app, notification)),
  );
  expect(new Set(responses)).toEqual(new Set([204]));
  expect(await deliverNotification(app, await pendingPayment.createNotification())).toBe(204);
  const { order_id, pay_amount } = pendingPayment.order;
  const detail = await pendingPayment.buyer.data(endpoints.detail, { query: { order_id } });
  expect(detail).toMatchObject({ status: "paid", paid_amount: pay_amount });
  expect(detail.timeline.map((entry) => entry.status)).toEqual(["pending_payment", "paid"]);
});

test("the provider's own repetitions do the same", async () => {
  const pendingPayment = await PendingPayment.create(app);
  await setPaymentBehaviour(app, { notify: "repeated", repeat: 20 });
  const before = await countStoredNotifications(app, "accepted");
  await payAtProvider(app, pendingPayment.order);
  await expect.poll(() => countStoredNotifications(app, "accepted")).toBe(before + 20);
  await expect.poll(() => pendingPayment.getOrderStatus()).toBe("paid");
});

test("a notification is accepted though what it says about the APIv3 key cannot be recorded", async () => {
  const pendingPayment = await PendingPayment.create(app);
  await payAtProvider(app, pendingPayment.order);
  await app.sql("delete from cache_entries where key = 'payment-notice'");
  await app.sql("alter table cache_entries add constraint refused check (key <> 'payment-notice')");
  expect(await deliverNotification(app, await pendingPayment.createNotification())).toBe(204);
  await app.sql("alter table cache_entries drop constraint refused");
  expect(await pendingPayment.getOrderStatus()).toBe("paid");
});

describe("the order of events does not matter", () => {
  test("a notification that arrives after the order was cancelled causes one refund", async () => {
    const pendingPayment = await PendingPayment.create(app);
    const { order_id, pay_amount } = pendingPayment.order;
    await payAtProvider(app, pendingPayment.order);
    const notification = await pendingPayment.createNotification();
    // As if the provider had reported the trade closed and taken the money all the same.
    const sql = "update payment_attempts set state = 'closed', next_query_at = null where order_id = $1";
    await app.sql(sql, [order_id]);
    await pendingPayment.buyer.data(endpoints.cancel, { body: { order_id } });
    for (let n = 0; n < 3; n++) expect(await deliverNotification(app, notification)).toBe(204);
    await settleRefunds(app);
    expect(await deliverNotification(app, notification)).toBe(204);
    await settleRefunds(app);
    expect(await pendingPayment.getOrderStatus()).toBe("cancelled");
    expect(await findTransaction(app, pendingPayment.order)).toMatchObject({
      paid: pay_amount,
      refunded: pay_amount,
      refunds: [{ amount: pay_amount, status: "SUCCESS" }],
    });
    expect(await pendingPayment.countAlerts("payment.late")).toBe(1);
  });

  test("a refund's notification before the payment's is acknowledged and changes nothing", async () => {
    const pendingPayment = await PendingPayment.create(app);
    const refund = { out_refund_no: `C${pendingPayment.order.order_no}_1`, refund_status: "SUCCESS" };
    const text = notificationBody(app, paidTransaction(app, pendingPayment.order, refund));
    const { headers, body } = signNotification(app, text.replace("TRANSACTION.SUCCESS", "REFUND.SUCCESS"));
    const url = "/api/v1/payment/wechat/refund-notify";
    const response = await app.server.inject({ method: "POST", url, headers, payload: body });
    expect([response.statusCode, response.body]).toEqual([204, ""]);
    expect(await pendingPayment.getOrderStatus()).toBe("pending_payment");
    await payAtProvider(app, pendingPayment.order);
    expect(await deliverNotification(app, await pendingPayment.createNotification())).toBe(204);
    expect(await pendingPayment.getOrderStatus()).toBe("paid");
  });

  test("a notification about an unpaid trade changes nothing", async () => {
    const pendingPayment = await PendingPayment.create(app);
    for (const trade_state of ["NOTPAY", "CLOSED", "USERPAYING", "PAYERROR", "NEWSTATE"]) {
      const notification = signNotification(
        app,
        notificationBody(app, paidTransaction(app, pendingPayment.order, { trade_state })),
      );
      expect(await deliverNotification(app, notification)).toBe(204);
    }
    expect(await pendingPayment.getOrderStatus()).toBe("pending_payment");
  });

  test("a payment that the provider already refunded in part is a payment", async () => {
    const pendingPayment = await PendingPayment.create(app);
    await payAtProvider(app, pendingPayment.order);
    const transaction = await findTransaction(app, pendingPayment.order);
    const resource = { trade_state: "REFUND", transaction_id: transaction?.transaction_id };
    const notification = signNotification(
      app,
      notificationBody(app, paidTransaction(app, pendingPayment.order, resource)),
    );
    expect(await deliverNotification(app, notification)).toBe(204);
    expect(await pendingPayment.getOrderStatus()).toBe("paid");
  });
});
