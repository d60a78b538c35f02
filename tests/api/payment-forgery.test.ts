import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { countStoredNotifications, PendingPayment } from "../support/api/PendingPayment.ts";
import {
  deliverNotification,
  notificationBody,
  paidTransaction,
  payAtProvider,
  type SignedNotification,
  signNotification,
} from "../support/api/paymentProvider.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

let app: TestApp;
let pendingPayment: PendingPayment;

beforeAll(async () => {
  app = await startTestApp();
  pendingPayment = await PendingPayment.create(app);
});

afterAll(async () => {
  await app.close();
});

const nowS = () => Math.floor(Date.now() / 1000);

/** Builds the body of a notification that the order is paid. */
const paidNotificationBody = () => notificationBody(app, paidTransaction(app, pendingPayment.order));

describe("a forged notification is refused, changes nothing and is recorded", () => {
  const stranger = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });

  function withoutHeader(text: string, name: string): SignedNotification {
    const { body, headers } = signNotification(app, text);
    const { [name]: _gone, ...rest } = headers;
    return { body, headers: rest };
  }

  function withHeader(text: string, name: string, value: string): SignedNotification {
    const { body, headers } = signNotification(app, text);
    return { body, headers: { ...headers, [name]: value } };
  }

  function withBody(text: string, body: string): SignedNotification {
    return { ...signNotification(app, text), body };
  }

  function unreadable(text: string): string {
    const envelope = JSON.parse(text);
    envelope.resource.ciphertext = Buffer.from("nonsense".repeat(8)).toString("base64");
    return JSON.stringify(envelope);
  }

  const forgeries: [string, (text: string) => SignedNotification][] = [
    ["no signature", (text) => withoutHeader(text, "wechatpay-signature")],
    ["an empty signature", (text) => withHeader(text, "wechatpay-signature", "")],
    ["no serial", (text) => withoutHeader(text, "wechatpay-serial")],
    ["another serial", (text) => withHeader(text, "wechatpay-serial", "PUB_KEY_ID_0000000000")],
    ["a serial that every object has", (text) => withHeader(text, "wechatpay-serial", "constructor")],
    ["no nonce", (text) => withoutHeader(text, "wechatpay-nonce")],
    ["another nonce", (text) => withHeader(text, "wechatpay-nonce", "0".repeat(32))],
    ["no timestamp", (text) => withoutHeader(text, "wechatpay-timestamp")],
    ["a timestamp in words", (text) => withHeader(text, "wechatpay-timestamp", "now")],
    ["another timestamp", (text) => withHeader(text, "wechatpay-timestamp", String(nowS() - 10))],
    ["another key", (text) => signNotification(app, text, { key: stranger.privateKey })],
    ["301 seconds too old", (text) => signNotification(app, text, { atS: nowS() - 301 })],
    ["302 seconds ahead", (text) => signNotification(app, text, { atS: nowS() + 302 })],
    ["the signature of another message", (text) => withBody(paidNotificationBody(), text)],
    ["WeChat's own probe", (text) => withHeader(text, "wechatpay-signature", "WECHATPAY/SIGNTEST/QUJD")],
    ["one byte more", (text) => withBody(text, `${text} `)],
    ["one byte changed", (text) => withBody(text, text.replace("支付成功", "支付成功！"))],
    ["JSON written anew", (text) => withBody(text, JSON.stringify(JSON.parse(text), null, 1))],
    ["no body", (text) => withBody(text, "")],
    ["a good signature over no envelope", () => signNotification(app, '{"hello":"world"}')],
    ["a good signature over no JSON", () => signNotification(app, "hello")],
    ["a good signature over what does not open", (text) => signNotification(app, unreadable(text))],
  ];

  test.each(forgeries)("%s", async (_what, forge) => {
    const before = await countStoredNotifications(app, "refused");
    const notification = forge(paidNotificationBody());
    expect(await deliverNotification(app, notification)).toBe(401);
    expect(await pendingPayment.getOrderStatus()).toBe("pending_payment");
    expect(await countStoredNotifications(app, "refused")).toBe(before + 1);
    const [stored] = await app.sql<{ body: Buffer }>(
      "select body from payment_notifications where outcome = 'refused' order by received_at desc limit 1",
    );
    expect(stored?.body.toString()).toBe(notification.body);
  });

  test("and the response has the form that WeChat Pay requires", async () => {
    const url = "/api/v1/payment/wechat/notify";
    const response = await app.server.inject({ method: "POST", url, payload: "{}" });
    expect([response.statusCode, response.json()]).toEqual([401, { code: "FAIL", message: "验签失败" }]);
  });

  test("but 299 seconds of clock difference are accepted", async () => {
    for (const differenceS of [-299, 298]) {
      // Not at the end of a second: the notification must arrive in the second in which it is signed.
      await expect.poll(() => Date.now() % 1_000, { interval: 20 }).toBeLessThan(200);
      const atS = nowS() + differenceS;
      const transaction = paidTransaction(app, pendingPayment.order, { trade_state: "NOTPAY" });
      expect(
        await deliverNotification(app, signNotification(app, notificationBody(app, transaction), { atS })),
      ).toBe(204);
    }
  });
});

describe("a genuine notification that does not match is never a payment, and staff are alerted", () => {
  test.each([
    ["a fen less", () => ({ amount: { total: pendingPayment.order.pay_amount - 1, currency: "CNY" } })],
    ["a fen more", () => ({ amount: { total: pendingPayment.order.pay_amount + 1, currency: "CNY" } })],
    ["no amount", () => ({ amount: undefined })],
    ["another currency", () => ({ amount: { total: pendingPayment.order.pay_amount, currency: "HKD" } })],
    ["another merchant", () => ({ mchid: "1900000000" })],
    ["another app", () => ({ appid: "wx0000000000000000" })],
  ])("with %s", async (_what, change) => {
    const before = await pendingPayment.countAlerts("payment.mismatch");
    const notification = signNotification(
      app,
      notificationBody(app, paidTransaction(app, pendingPayment.order, change())),
    );
    expect(await deliverNotification(app, notification)).toBe(204);
    expect(await pendingPayment.getOrderStatus()).toBe("pending_payment");
    expect(await pendingPayment.countAlerts("payment.mismatch")).toBe(before + 1);
  });

  test("and the actual payment is still found by a query", async () => {
    const other = await PendingPayment.create(app);
    const total = other.order.pay_amount + 1;
    const resource = paidTransaction(app, other.order, { amount: { total, currency: "CNY" } });
    await payAtProvider(app, other.order);
    expect(await deliverNotification(app, signNotification(app, notificationBody(app, resource)))).toBe(204);
    expect(await other.getOrderStatus()).toBe("pending_payment");
    app.clock.advance(10_000);
    await app.sweep("unanswered-payments");
    expect(await other.getOrderStatus()).toBe("paid");
  });

  test("with the transaction of another trade", async () => {
    const [paid, other] = [await PendingPayment.create(app), await PendingPayment.create(app)];
    await payAtProvider(app, paid.order);
    expect(await deliverNotification(app, await paid.createNotification())).toBe(204);
    const [row] = await app.sql<{ transaction_id: string }>(
      "select transaction_id from payment_attempts where order_id = $1",
      [paid.order.order_id],
    );
    const resource = paidTransaction(app, other.order, { transaction_id: row?.transaction_id });
    expect(await deliverNotification(app, signNotification(app, notificationBody(app, resource)))).toBe(204);
    expect([await paid.getOrderStatus(), await other.getOrderStatus()]).toEqual(["paid", "pending_payment"]);
    expect(await other.countAlerts("payment.mismatch")).toBe(1);
  });

  test("for an unknown trade", async () => {
    const out_trade_no = `NOBODY${Date.now()}`;
    const notification = signNotification(
      app,
      notificationBody(app, paidTransaction(app, pendingPayment.order, { out_trade_no })),
    );
    expect(await deliverNotification(app, notification)).toBe(204);
    const sql = "select 1 from audit_log where action = 'payment.unknown' and target = $1";
    expect(await app.sql(sql, [out_trade_no])).toHaveLength(1);
  });

  test("also when a query of the provider returns it, until the amounts agree", async () => {
    await payAtProvider(app, pendingPayment.order);
    const sql = "update payment_attempts set amount_fen = amount_fen + $2 where order_id = $1";
    await app.sql(sql, [pendingPayment.order.order_id, 1]);
    expect([await pendingPayment.queryStatus(), await pendingPayment.getOrderStatus()]).toEqual([
      "pending",
      "pending_payment",
    ]);
    await app.sql(sql, [pendingPayment.order.order_id, -1]);
    expect([await pendingPayment.queryStatus(), await pendingPayment.getOrderStatus()]).toEqual([
      "paid",
      "paid",
    ]);
  });
});
