import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import type { OrderReceipt } from "#contract/order/schema.ts";
import { wechatEndpoints } from "#contract/wechat/endpoints.ts";
import { type Buyer, createBuyer, createOrder } from "../support/api/buyers.ts";
import { Client } from "../support/api/Client.ts";
import { createToken } from "../support/api/namedEndpoints.ts";
import { payAtProvider } from "../support/api/paymentProvider.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";
import {
  createOpenid,
  exchangeCode,
  loginWechatCustomer,
  requestAuthCode,
  setOpenPlatformBehaviour,
} from "../support/api/wechat.ts";

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterEach(async () => {
  app.clock.reset();
  await setOpenPlatformBehaviour(app, { authorize: "normal", api: "normal", errcode: -1 });
});

afterAll(async () => {
  await app.close();
});

const agent =
  "Mozilla/5.0 (Linux; Android 14) Chrome/138.0 XWEB/1380055 MicroMessenger/8.0.61.2880(0x28003D51)";
const monthMs = 30 * 86_400_000;

const startPayment = (customer: Client, { order_id }: OrderReceipt) =>
  customer.call(orderEndpoints.pay, { body: { order_id }, headers: { "user-agent": agent } });
const createState = async (customer: Client, { order_id }: OrderReceipt) => {
  const redirect_uri = `${app.url}/wechat-callback`;
  const { data } = await customer.call(wechatEndpoints.payerAuthUrl, { query: { redirect_uri, order_id } });
  return data.state;
};
const authorize = (customer: Client, code: string, state: string) =>
  customer.call(wechatEndpoints.payer, { body: { code, state } });
const listOpenids = async ({ userId }: Buyer) =>
  await app.sql<{ openid: string | null }>("select openid from users where id = $1", [userId]);
const listPayers = async ({ order_id }: OrderReceipt) =>
  await app.sql<{ payer_openid: string | null; state: string }>(
    "select payer_openid, state from payment_attempts where order_id = $1 order by out_trade_no",
    [order_id],
  );

/** Creates an SMS customer with an order, inside the WeChat of another account. */
async function createOtherWechatCase() {
  const other = await loginWechatCustomer(app);
  const buyer = await createBuyer(app);
  return { buyer, other, openid: other.openid, order: await createOrder(buyer) };
}

describe("paying in a WeChat that belongs to another account", () => {
  test("needs the payer first, then opens that user's sheet; it binds nothing and shows no error", async () => {
    const { buyer, openid, order, other } = await createOtherWechatCase();
    expect(await startPayment(buyer, order)).toMatchObject({ status: 422, error: "openid_required" });
    const state = await createState(buyer, order);
    const response = await authorize(buyer, await requestAuthCode(app, { user: openid }), state);
    expect(response).toMatchObject({ status: 200, data: { order_id: order.order_id } });
    expect((await startPayment(buyer, order)).data.kind).toBe("jsapi");
    expect(await listPayers(order)).toEqual([{ payer_openid: openid, state: "pending" }]);
    expect(await listOpenids(buyer)).toEqual([{ openid: null }]);
    expect(await app.sql("select id from users where openid = $1", [openid])).toEqual([{ id: other.userId }]);
    expect(await payAtProvider(app, order)).toBe(200);
  });

  test("continues with the same trade after a cancel, also when the proof has expired", async () => {
    const { buyer, openid, order } = await createOtherWechatCase();
    await authorize(buyer, await requestAuthCode(app, { user: openid }), await createState(buyer, order));
    const first = (await startPayment(buyer, order)).data.jsapi?.package;
    expect((await startPayment(buyer, order)).data.jsapi?.package).toBe(first);
    app.clock.advance(11 * 60_000);
    expect((await startPayment(buyer, order)).data.jsapi?.package).toBe(first);
    expect(await listPayers(order)).toHaveLength(1);
  });

  test("an account with its own WeChat user pays with the current one, and the earlier trade is closed", async () => {
    const { buyer, openid, order } = await createOtherWechatCase();
    const own = createOpenid();
    await exchangeCode(app, await requestAuthCode(app, { user: own }), { token: buyer.token });
    await startPayment(buyer, order);
    await authorize(buyer, await requestAuthCode(app, { user: openid }), await createState(buyer, order));
    expect((await startPayment(buyer, order)).data.kind).toBe("jsapi");
    expect(await listPayers(order)).toEqual([
      { payer_openid: own, state: "closed" },
      { payer_openid: openid, state: "pending" },
    ]);
    expect(await listOpenids(buyer)).toEqual([{ openid: own }]);
  });

  test("the proof is for that order and that session only", async () => {
    const { buyer, openid, order } = await createOtherWechatCase();
    await authorize(buyer, await requestAuthCode(app, { user: openid }), await createState(buyer, order));
    const second = await createOrder(buyer);
    expect(await startPayment(buyer, second)).toMatchObject({ error: "openid_required" });
    const otherSession = new Client(app.server, await createToken(app, "customer", buyer.userId, monthMs));
    expect(await startPayment(otherSession, order)).toMatchObject({ error: "openid_required" });
  });
});

describe("a payer's code is refused", () => {
  test("without a session, and for another customer's order", async () => {
    const { buyer, order } = await createOtherWechatCase();
    const stranger = await createBuyer(app);
    const query = { redirect_uri: `${app.url}/wechat-callback`, order_id: order.order_id };
    expect(await stranger.call(wechatEndpoints.payerAuthUrl, { query })).toMatchObject({
      error: "not_found",
    });
    const anonymousClient = new Client(app.server);
    expect(await anonymousClient.call(wechatEndpoints.payerAuthUrl, { query })).toMatchObject({
      error: "unauthenticated",
    });
    const state = await createState(buyer, order);
    const code = await requestAuthCode(app);
    expect(await authorize(anonymousClient, code, state)).toMatchObject({ error: "unauthenticated" });
    expect(await authorize(stranger, code, state)).toMatchObject({ status: 401, error: "bad_code" });
    expect(await startPayment(buyer, order)).toMatchObject({ error: "openid_required" });
  });

  test("with a state of another session, purpose or issuer, or an expired one", async () => {
    const { buyer, order } = await createOtherWechatCase();
    const otherSession = new Client(app.server, await createToken(app, "customer", buyer.userId, monthMs));
    const login = await buyer.call(wechatEndpoints.authUrl, {
      query: { redirect_uri: `${app.url}/wechat-callback`, target: `/order/${order.order_id}` },
    });
    const own = await createState(buyer, order);
    const swapped = own.slice(0, -1) + (own.endsWith("a") ? "b" : "a");
    for (const state of [await createState(otherSession, order), login.data.state, swapped, "forged"])
      expect(await authorize(buyer, await requestAuthCode(app), state)).toMatchObject({ error: "bad_code" });
    app.clock.advance(10 * 60_000);
    expect(await authorize(buyer, await requestAuthCode(app), own)).toMatchObject({ error: "bad_code" });
    expect(await startPayment(buyer, order)).toMatchObject({ error: "openid_required" });
  });

  test("a second time: neither the code for another order, nor the state with another code", async () => {
    const { buyer, openid, order } = await createOtherWechatCase();
    const state = await createState(buyer, order);
    const code = await requestAuthCode(app, { user: openid });
    // A webview may load its page twice.
    for (let nth = 0; nth < 2; nth++) expect((await authorize(buyer, code, state)).status).toBe(200);
    expect(await authorize(buyer, await requestAuthCode(app), state)).toMatchObject({ error: "bad_code" });
    const second = await createOrder(buyer);
    expect(await authorize(buyer, code, await createState(buyer, second))).toMatchObject({
      error: "bad_code",
    });
    expect(await exchangeCode(app, code)).toMatchObject({ error: "bad_code" });
    expect(await exchangeCode(app, code, { token: buyer.token })).toMatchObject({ error: "bad_code" });
    expect(await listOpenids(buyer)).toEqual([{ openid: null }]);
  });

  test("that was used for a login, and a state for a payer does not log in", async () => {
    const { buyer, openid, order } = await createOtherWechatCase();
    const used = await requestAuthCode(app, { user: openid });
    await exchangeCode(app, used);
    expect(await authorize(buyer, used, await createState(buyer, order))).toMatchObject({
      error: "bad_code",
    });
    const query = { code: await requestAuthCode(app), state: await createState(buyer, order) };
    expect(await buyer.call(wechatEndpoints.callback, { query })).toMatchObject({ error: "bad_code" });
  });

  test.each([
    [{ api: "error", errcode: 40029 } as const, "bad_code"],
    [{ api: "down" } as const, "wechat_failed"],
  ])("when the provider does %j", async (change, error) => {
    const { buyer, order } = await createOtherWechatCase();
    const state = await createState(buyer, order);
    const code = await requestAuthCode(app);
    await setOpenPlatformBehaviour(app, change);
    expect(await authorize(buyer, code, state)).toMatchObject({ error });
    await setOpenPlatformBehaviour(app, { api: "normal" });
    // A lost response may be requested again; a refusal is final.
    const again = await authorize(buyer, code, state);
    expect(again.error).toBe(error === "bad_code" ? "bad_code" : undefined);
  });

  test("of a snapshot page's placeholder user", async () => {
    const { buyer, order } = await createOtherWechatCase();
    const code = await requestAuthCode(app, { snapshot: true });
    expect(await authorize(buyer, code, await createState(buyer, order))).toMatchObject({
      error: "snapshot_user",
    });
  });
});

describe("the state of a login", () => {
  const authUrl = (target: string) =>
    new Client(app.server).call(wechatEndpoints.authUrl, {
      query: { redirect_uri: `${app.url}/wechat-callback`, target },
    });
  const read = (state: string) =>
    new Client(app.server).call(wechatEndpoints.authState, { query: { state } });

  test("carries the customer's target for ten minutes, and only as this server signed it", async () => {
    const { state } = (await authUrl("/menu?restaurant_id=SH001")).data;
    expect((await read(state)).data).toEqual({ purpose: "login", target: "/menu?restaurant_id=SH001" });
    expect(await read(`${state.slice(0, -1)}_`)).toMatchObject({ status: 400 });
    expect(await read("forged")).toMatchObject({ status: 401, error: "bad_code" });
    app.clock.advance(10 * 60_000);
    expect(await read(state)).toMatchObject({ status: 401, error: "bad_code" });
  });

  test("is verified where a client sends it with the code, and is optional", async () => {
    const { state } = (await authUrl("/")).data;
    const callback = async (overrides: { state?: string }) =>
      new Client(app.server).call(wechatEndpoints.callback, {
        query: { code: await requestAuthCode(app), ...overrides },
      });
    expect((await callback({ state })).status).toBe(200);
    expect((await callback({})).status).toBe(200);
    expect(await callback({ state: "forged" })).toMatchObject({ error: "bad_code" });
    app.clock.advance(10 * 60_000);
    expect(await callback({ state })).toMatchObject({ error: "bad_code" });
  });
});
