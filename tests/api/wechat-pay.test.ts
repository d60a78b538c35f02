import { createVerify } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { orderEndpoints as endpoints } from "#contract/order/endpoints.ts";
import type { OrderReceipt } from "#contract/order/schema.ts";
import { userEndpoints } from "#contract/user/endpoints.ts";
import { type Buyer, createBuyer, createOrder } from "../support/api/buyers.ts";
import {
  findTransaction,
  payAtProvider,
  setPaymentBehaviour,
  settleRefunds,
} from "../support/api/paymentProvider.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";
import { createOpenid, exchangeCode, requestAuthCode } from "../support/api/wechat.ts";

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
  await setPaymentBehaviour(app, { refund_delay_ms: 0 });
});

afterEach(async () => {
  app.clock.reset();
  await setPaymentBehaviour(app, { provider: "normal" });
  await settleRefunds(app);
});

afterAll(async () => {
  await app.close();
});

const agents = {
  android: "Mozilla/5.0 (Linux; Android 14) Chrome/138.0 XWEB/1380055 MicroMessenger/8.0.61.2880(0x28003D51)",
  ios: "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) MicroMessenger/8.0.60(0x18003c2f)",
  harmony: "Mozilla/5.0 (Phone; OpenHarmony 5.0) ArkWeb/4.1.6.1 Mobile MicroMessenger/8.0.9.34",
};
const startPayment = (buyer: Buyer, order: OrderReceipt, agent: string) =>
  buyer.call(endpoints.pay, { body: { order_id: order.order_id }, headers: { "user-agent": agent } });
const queryPayment = (buyer: Buyer, { order_id }: OrderReceipt) =>
  buyer.data(endpoints.payQuery, { query: { order_id } });

/** Creates a customer with a bound WeChat user, and an order. */
async function createWechatBuyer() {
  const buyer = await createBuyer(app);
  const openid = createOpenid();
  const response = await exchangeCode(app, await requestAuthCode(app, { user: openid }), {
    token: buyer.token,
  });
  expect(response.status).toBe(200);
  return { buyer, openid, order: await createOrder(buyer) };
}

function isSigned(sheet: { [name: string]: string }): boolean {
  const text = `${sheet.appId}\n${sheet.timeStamp}\n${sheet.nonceStr}\n${sheet.package}\n`;
  const verify = createVerify("RSA-SHA256").update(text);
  return verify.verify(app.keys.merchantPublicKey, sheet.paySign ?? "", "base64");
}

describe("paying inside WeChat", () => {
  test.each(Object.entries(agents))(
    "%s: opens the sheet, and the money makes the order paid",
    async (_name, agent) => {
      const { buyer, order } = await createWechatBuyer();
      const { data } = await startPayment(buyer, order, agent);
      expect(data).toMatchObject({ kind: "jsapi", h5_url: null, status: "pending_payment" });
      const transaction = await findTransaction(app, order);
      expect(data.jsapi).toMatchObject({
        appId: app.keys.appid,
        package: `prepay_id=${transaction?.prepay_id}`,
        signType: "RSA",
      });
      expect(Math.abs(Number(data.jsapi?.timeStamp) * 1000 - Date.now())).toBeLessThan(10_000);
      expect(isSigned(data.jsapi!)).toBe(true);
      expect(isSigned({ ...data.jsapi!, package: "prepay_id=other" })).toBe(false);
      expect((await queryPayment(buyer, order)).pay_status).toBe("pending");
      expect(await payAtProvider(app, order)).toBe(200);
      expect((await queryPayment(buyer, order)).pay_status).toBe("paid");
    },
  );

  test("again after a cancel opens the same prepay with a fresh signature", async () => {
    const { buyer, order } = await createWechatBuyer();
    const first = (await startPayment(buyer, order, agents.ios)).data.jsapi!;
    app.clock.advance(60_000);
    const second = (await startPayment(buyer, order, agents.ios)).data.jsapi!;
    expect(second.package).toBe(first.package);
    expect(second.nonceStr).not.toBe(first.nonceStr);
    expect(isSigned(second)).toBe(true);
    expect(await findTransaction(app, order, 2)).toBeUndefined();
  });

  test("twenty times concurrently is one prepay", async () => {
    const { buyer, order } = await createWechatBuyer();
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => startPayment(buyer, order, agents.android)),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(responses.map(({ data }) => data.jsapi?.package)).size).toBe(1);
  });

  test("needs the customer's WeChat user, and then continues", async () => {
    const buyer = await createBuyer(app);
    const order = await createOrder(buyer);
    expect(await startPayment(buyer, order, agents.android)).toMatchObject({
      status: 422,
      error: "openid_required",
    });
    expect(await findTransaction(app, order)).toBeUndefined();
    await exchangeCode(app, await requestAuthCode(app, { user: createOpenid() }), { token: buyer.token });
    expect((await buyer.data(userEndpoints.info)).has_wechat).toBe(true);
    expect((await startPayment(buyer, order, agents.android)).data.kind).toBe("jsapi");
  });

  test("does not apply to WeCom and ordinary browsers", async () => {
    for (const agent of [`${agents.android} wxwork/4.1.30`, "Mozilla/5.0 (iPhone) Safari/604.1", ""]) {
      const { buyer, order } = await createWechatBuyer();
      const { data } = await startPayment(buyer, order, agent);
      expect(data).toMatchObject({ kind: "h5", jsapi: null });
    }
  });
});

describe("switching between WeChat and the browser", () => {
  test.each([
    ["to WeChat", "", agents.ios, "jsapi"],
    ["to the browser", agents.ios, "", "h5"],
  ])("%s closes the other trade first, so that one can be paid", async (_method, from, to, kind) => {
    const { buyer, order } = await createWechatBuyer();
    await startPayment(buyer, order, from);
    expect((await startPayment(buyer, order, to)).data.kind).toBe(kind);
    expect((await findTransaction(app, order, 1))?.state).toBe("CLOSED");
    expect(await payAtProvider(app, order, 1)).toBe(400);
    expect(await payAtProvider(app, order, 2)).toBe(200);
    expect((await queryPayment(buyer, order)).pay_status).toBe("paid");
  });

  test("after the other trade was paid finds the order paid", async () => {
    const { buyer, order } = await createWechatBuyer();
    await setPaymentBehaviour(app, { notify: "lost" });
    await startPayment(buyer, order, "");
    await payAtProvider(app, order);
    expect(await startPayment(buyer, order, agents.ios)).toMatchObject({
      status: 409,
      error: "invalid_state",
    });
    expect((await queryPayment(buyer, order)).pay_status).toBe("paid");
    await setPaymentBehaviour(app, { notify: "normal" });
  });

  test("while the provider is away opens nothing", async () => {
    const { buyer, order } = await createWechatBuyer();
    await startPayment(buyer, order, "");
    await setPaymentBehaviour(app, { provider: "error" });
    expect(await startPayment(buyer, order, agents.ios)).toMatchObject({
      status: 502,
      error: "payment_failed",
    });
    expect(await findTransaction(app, order, 2)).toBeUndefined();
    await setPaymentBehaviour(app, { provider: "normal" });
    expect((await startPayment(buyer, order, agents.ios)).status).toBe(200);
  });

  test("from many tabs concurrently ends with one open trade, and one payment", async () => {
    const { buyer, order } = await createWechatBuyer();
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, n) => startPayment(buyer, order, n % 2 ? agents.ios : "")),
    );
    for (const { status } of responses) expect([200, 409, 502]).toContain(status);
    expect((await startPayment(buyer, order, agents.ios)).data.kind).toBe("jsapi");
    const open =
      "select out_trade_no from payment_attempts where order_id = $1 and state in ('created','pending')";
    const attempts = await app.sql<{ out_trade_no: string }>(open, [order.order_id]);
    expect(attempts).toHaveLength(1);
    const last = Number(attempts[0]!.out_trade_no.split("_")[1]);
    for (let nth = 1; nth < last; nth++)
      expect((await findTransaction(app, order, nth))?.state ?? "CLOSED").toBe("CLOSED");
    expect(await payAtProvider(app, order, last)).toBe(200);
    expect((await queryPayment(buyer, order)).pay_status).toBe("paid");
  });
});
