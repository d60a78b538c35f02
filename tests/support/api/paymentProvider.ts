import { createSign, randomBytes } from "node:crypto";
import { expect, vi } from "vitest";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import type { OrderReceipt } from "#contract/order/schema.ts";
import type { PayBehaviour } from "../../../src/sandbox/pay/payBehaviour.ts";
import { encryptResource } from "../../../src/sandbox/pay/signing.ts";
import type { Client } from "./Client.ts";
import type { TestApp } from "./testApp.ts";

/** A transaction in the provider's own records, in fen. */
export interface ProviderTransaction {
  out_trade_no: string;
  prepay_id: string;
  transaction_id: string | null;
  description: string;
  state: "NOTPAY" | "SUCCESS" | "CLOSED" | "REFUND";
  total: number;
  paid: number;
  refunded: number;
  refunding: number;
  refunds: { out_refund_no: string; amount: number; status: string }[];
}

/** Lists all transactions of the provider. */
export async function listProviderTransactions(
  app: Pick<TestApp, "sandbox">,
): Promise<ProviderTransaction[]> {
  const response = await fetch(`${app.sandbox.url}/pay/books`);
  return ((await response.json()) as { trades: ProviderTransaction[] }).trades;
}

/** Returns the provider's record of an order's nth attempt. */
export async function findTransaction(
  app: TestApp,
  order: OrderReceipt,
  nth = 1,
): Promise<ProviderTransaction | undefined> {
  const number = `${order.order_no}_${nth}`;
  return (await listProviderTransactions(app)).find((transaction) => transaction.out_trade_no === number);
}

/** Sets the provider's switches. */
export async function setPaymentBehaviour(app: TestApp, change: Partial<PayBehaviour>): Promise<void> {
  const response = await fetch(`${app.sandbox.url}/pay/behaviour`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(change),
  });
  expect(response.status).toBe(200);
}

/** Pays at the provider as the customer; returns the HTTP status, 200 when the payment succeeded. */
export async function payAtProvider(app: TestApp, order: OrderReceipt, nth = 1): Promise<number> {
  const url = `${app.sandbox.url}/pay/trades/${order.order_no}_${nth}/pay`;
  return (await fetch(url, { method: "POST" })).status;
}

/** Starts and completes the payment of an order. */
export async function payOrder(app: TestApp, buyer: Client, order: OrderReceipt): Promise<void> {
  await buyer.data(orderEndpoints.pay, { body: { order_id: order.order_id } });
  expect(await payAtProvider(app, order)).toBe(200);
  const state = await buyer.data(orderEndpoints.payQuery, { query: { order_id: order.order_id } });
  expect(state.pay_status).toBe("paid");
}

/** Runs the refund jobs until no refund is pending, advancing the clock quickly. */
export async function settleRefunds(app: TestApp): Promise<void> {
  await vi.waitFor(
    async () => {
      await app.sweep("refunds");
      app.clock.advance(2_000);
      expect(
        await app.sql("select refund_no, state from refunds where state in ('created','processing')"),
      ).toEqual([]);
    },
    { timeout: 15_000, interval: 20 },
  );
}

/** A notification ready to be sent. */
export interface SignedNotification {
  body: string;
  headers: Record<string, string>;
}

/** Builds WeChat Pay's report of a paid transaction, with overrides. */
export function paidTransaction(
  app: TestApp,
  order: Pick<OrderReceipt, "order_no" | "pay_amount">,
  overrides: Record<string, unknown> = {},
): object {
  return {
    appid: app.keys.appid,
    mchid: app.keys.mchid,
    out_trade_no: `${order.order_no}_1`,
    transaction_id: `4200${randomBytes(12).toString("hex")}`,
    trade_type: "MWEB",
    trade_state: "SUCCESS",
    trade_state_desc: "支付成功",
    success_time: new Date().toISOString(),
    payer: { openid: "oTestPayer" },
    amount: {
      total: order.pay_amount,
      payer_total: order.pay_amount,
      currency: "CNY",
      payer_currency: "CNY",
    },
    ...overrides,
  };
}

/** Signs a notification's text as the provider does, with a timestamp and key chosen by the test. */
export function signNotification(
  app: TestApp,
  body: string,
  overrides: { atS?: number; key?: string } = {},
): SignedNotification {
  const timestamp = String(overrides.atS ?? Math.floor(Date.now() / 1000));
  const nonce = randomBytes(16).toString("hex");
  const signature = createSign("RSA-SHA256")
    .update(`${timestamp}\n${nonce}\n${body}\n`)
    .sign(overrides.key ?? app.keys.platformPrivateKey, "base64");
  return {
    body,
    headers: {
      "content-type": "application/json",
      "wechatpay-timestamp": timestamp,
      "wechatpay-nonce": nonce,
      "wechatpay-signature": signature,
      "wechatpay-serial": app.keys.platformKeyId,
    },
  };
}

/** Builds the encrypted text of a notification about a transaction. */
export function notificationBody(app: TestApp, transaction: object): string {
  return JSON.stringify({
    id: randomBytes(16).toString("hex"),
    create_time: new Date().toISOString(),
    resource_type: "encrypt-resource",
    event_type: "TRANSACTION.SUCCESS",
    summary: "支付成功",
    resource: encryptResource("transaction", transaction, app.keys),
  });
}

/** Sends a notification as the provider does, retrying while the server is busy; returns the HTTP status. */
export async function deliverNotification(app: TestApp, notification: SignedNotification): Promise<number> {
  const response = await app.server.inject({
    method: "POST",
    url: "/api/v1/payment/wechat/notify",
    headers: notification.headers,
    payload: notification.body,
  });
  return response.statusCode === 503 ? await deliverNotification(app, notification) : response.statusCode;
}
