import { createVerify } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { wechatEndpoints } from "#contract/wechat/endpoints.ts";
import { buildApp } from "#server/app.ts";
import { miniProgramOpenid } from "../../src/sandbox/wechat/open/users.ts";
import { type Buyer, createBuyer, createOrder } from "../support/api/buyers.ts";
import { Client } from "../support/api/Client.ts";
import { findTransaction, payAtProvider, setPaymentBehaviour } from "../support/api/paymentProvider.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";
import { createOpenid, setOpenPlatformBehaviour } from "../support/api/wechat.ts";

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterEach(async () => {
  app.clock.reset();
  await setOpenPlatformBehaviour(app, { api: "normal" });
});

afterAll(async () => {
  await app.close();
});

const minuteMs = 60_000;

/** Runs `wx.login` in the mini-program of a WeChat user; returns the code. */
async function login(user = createOpenid()): Promise<{ code: string; openid: string }> {
  await setOpenPlatformBehaviour(app, { user });
  const url = `${app.sandbox.wechatUrl}/__wechat/mini-program/login`;
  const response = await fetch(url, { method: "POST" });
  const { code } = (await response.json()) as { code: string };
  return { code, openid: miniProgramOpenid(user, app.keys.miniProgramAppid) };
}

const requestTicket = (buyer: Client, order_id: string, points_payment = 0) =>
  buyer.call(wechatEndpoints.miniProgramTicket, { body: { order_id, points_payment } });
const pay = (ticket: string, code: string) =>
  new Client(app.server).call(wechatEndpoints.miniProgramPay, { body: { ticket, code } });
const payStatus = async (buyer: Buyer, order_id: string) =>
  (await buyer.data(orderEndpoints.payQuery, { query: { order_id } })).pay_status;
const listAttempts = (orderId: string) =>
  app.sql<{ channel: string; state: string; payer_openid: string | null }>(
    "select channel, state, payer_openid from payment_attempts where order_id = $1 order by out_trade_no",
    [orderId],
  );

function isSigned(payment: { [name: string]: string }): boolean {
  const { miniProgramAppid, merchantPublicKey } = app.keys;
  const text = `${miniProgramAppid}\n${payment.timeStamp}\n${payment.nonceStr}\n${payment.package}\n`;
  return createVerify("RSA-SHA256")
    .update(text)
    .verify(merchantPublicKey, payment.paySign ?? "", "base64");
}

test("a ticket pays its order as the mini-program's user, also after the sheet was closed once", async () => {
  const buyer = await createBuyer(app);
  const order = await createOrder(buyer);
  const { data } = await requestTicket(buyer, order.order_id);
  const { code, openid } = await login();
  const first = await pay(data.ticket, code);
  expect(first).toMatchObject({ status: 200, data: { order_id: order.order_id } });
  const prepayId = (await findTransaction(app, order))?.prepay_id;
  expect(first.data.payment).toMatchObject({ package: `prepay_id=${prepayId}`, signType: "RSA" });
  expect(isSigned(first.data.payment!)).toBe(true);
  expect(isSigned({ ...first.data.payment!, package: "prepay_id=other" })).toBe(false);
  app.clock.advance(minuteMs);
  const again = await pay(data.ticket, (await login(undefined)).code);
  expect(again.status).toBe(200);
  const attempts = await listAttempts(order.order_id);
  expect(attempts.map(({ channel }) => channel)).toEqual(["mini_program", "mini_program"]);
  expect(attempts[0]).toMatchObject({ state: "closed", payer_openid: openid });
  expect(await payAtProvider(app, order, 2)).toBe(200);
  expect(await payStatus(buyer, order.order_id)).toBe("paid");
  expect(await requestTicket(buyer, order.order_id)).toMatchObject({ status: 409, error: "invalid_state" });
  expect(await pay(data.ticket, (await login()).code)).toMatchObject({ status: 409, error: "invalid_state" });
});

test("the same user opens the same prepay again", async () => {
  const buyer = await createBuyer(app);
  const order = await createOrder(buyer);
  const { data } = await requestTicket(buyer, order.order_id);
  const user = createOpenid();
  const first = await pay(data.ticket, (await login(user)).code);
  const second = await pay(data.ticket, (await login(user)).code);
  expect(second.data.payment?.package).toBe(first.data.payment?.package);
  expect(second.data.payment?.nonceStr).not.toBe(first.data.payment?.nonceStr);
  expect(await listAttempts(order.order_id)).toHaveLength(1);
});

test("an order that the mini-program began to pay is paid on a page only by a WeChat user who is known there", async () => {
  const buyer = await createBuyer(app);
  const order = await createOrder(buyer);
  const { data } = await requestTicket(buyer, order.order_id);
  await pay(data.ticket, (await login()).code);
  const headers = { "user-agent": "Mozilla/5.0 (Linux; Android 14) Chrome/138.0 MicroMessenger/8.0.61" };
  const body = { order_id: order.order_id };
  expect(await buyer.call(orderEndpoints.pay, { body, headers })).toMatchObject({
    status: 422,
    error: "openid_required",
  });
  expect(await listAttempts(order.order_id)).toMatchObject([{ channel: "mini_program", state: "pending" }]);
});

test("a ticket ends after ten minutes, and one that was never issued pays nothing", async () => {
  const buyer = await createBuyer(app);
  const order = await createOrder(buyer);
  const { data } = await requestTicket(buyer, order.order_id);
  app.clock.advance(10 * minuteMs);
  for (const ticket of [data.ticket, "guessed"])
    expect(await pay(ticket, (await login()).code)).toMatchObject({ status: 404, error: "not_found" });
  expect(await listAttempts(order.order_id)).toEqual([]);
});

test("a customer gets no ticket for another's order", async () => {
  const order = await createOrder(await createBuyer(app));
  const stranger = await createBuyer(app);
  expect(await requestTicket(stranger, order.order_id)).toMatchObject({ status: 404, error: "not_found" });
});

test("a code works once, and failures of WeChat are told", async () => {
  const buyer = await createBuyer(app);
  const order = await createOrder(buyer);
  const { data } = await requestTicket(buyer, order.order_id);
  const { code } = await login();
  expect((await pay(data.ticket, code)).status).toBe(200);
  expect(await pay(data.ticket, code)).toMatchObject({ status: 401, error: "bad_code" });
  expect(await pay(data.ticket, "invented")).toMatchObject({ status: 401, error: "bad_code" });
  const { code: next } = await login();
  await setOpenPlatformBehaviour(app, { api: "error", errcode: -1 });
  expect(await pay(data.ticket, next)).toMatchObject({ status: 502, error: "wechat_failed" });
});

test("money that came for another app does not pay the order", async () => {
  const buyer = await createBuyer(app);
  const order = await createOrder(buyer);
  const { data } = await requestTicket(buyer, order.order_id);
  await pay(data.ticket, (await login()).code);
  await app.sql("update payment_attempts set app_id = 'wx0000000000000000' where order_id = $1", [
    order.order_id,
  ]);
  await payAtProvider(app, order);
  expect(await payStatus(buyer, order.order_id)).toBe("pending");
  const alerts = await app.sql("select 1 from audit_log where action = 'payment.mismatch' and target = $1", [
    `${order.order_no}_1`,
  ]);
  expect(alerts.length).toBeGreaterThan(0);
  await app.sql("update payment_attempts set app_id = null where order_id = $1", [order.order_id]);
  expect(await payStatus(buyer, order.order_id)).toBe("paid");
});

test("money for a mini-program that has left the settings meanwhile pays the order all the same", async () => {
  const buyer = await createBuyer(app);
  const order = await createOrder(buyer);
  const { data } = await requestTicket(buyer, order.order_id);
  await pay(data.ticket, (await login()).code);
  await setPaymentBehaviour(app, { notify: "lost" });
  await payAtProvider(app, order);
  await setPaymentBehaviour(app, { notify: "normal" });
  const config = { ...app.config, miniProgram: null };
  const { server } = await buildApp({ config, database: app.database, logger: false });
  const customer = new Client(server, buyer.token);
  const { pay_status } = await customer.data(orderEndpoints.payQuery, {
    query: { order_id: order.order_id },
  });
  await server.close();
  expect(pay_status).toBe("paid");
});
