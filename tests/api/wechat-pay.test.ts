import { createVerify } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { orderEndpoints as calls } from "#contract/order/endpoints.ts";
import type { OrderReceipt } from "#contract/order/schema.ts";
import { userEndpoints } from "#contract/user/endpoints.ts";
import { type Buyer, newBuyer, newOrder } from "../support/api/buyers.ts";
import { behave, payAtProvider, settleRefunds, tradeOf } from "../support/api/provider.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";
import { codeOf, exchange, newOpenid } from "../support/api/wechat.ts";

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
  await behave(app, { refund_delay_ms: 0 });
});

afterEach(async () => {
  app.clock.reset();
  await behave(app, { provider: "normal" });
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
const pay = (buyer: Buyer, order: OrderReceipt, agent: string) =>
  buyer.call(calls.pay, { body: { order_id: order.order_id }, headers: { "user-agent": agent } });
const ask = (buyer: Buyer, { order_id }: OrderReceipt) => buyer.data(calls.payQuery, { query: { order_id } });

/** A customer with a WeChat user bound, and an order. */
async function wechatBuyer() {
  const buyer = await newBuyer(app);
  const openid = newOpenid();
  const answer = await exchange(app, await codeOf(app, { user: openid }), { token: buyer.token });
  expect(answer.status).toBe(200);
  return { buyer, openid, order: await newOrder(buyer) };
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
      const { buyer, order } = await wechatBuyer();
      const { data } = await pay(buyer, order, agent);
      expect(data).toMatchObject({ kind: "jsapi", h5_url: null, status: "pending_payment" });
      const trade = await tradeOf(app, order);
      expect(data.jsapi).toMatchObject({
        appId: app.keys.appid,
        package: `prepay_id=${trade?.prepay_id}`,
        signType: "RSA",
      });
      expect(Math.abs(Number(data.jsapi?.timeStamp) * 1000 - Date.now())).toBeLessThan(10_000);
      expect(isSigned(data.jsapi!)).toBe(true);
      expect(isSigned({ ...data.jsapi!, package: "prepay_id=other" })).toBe(false);
      expect((await ask(buyer, order)).pay_status).toBe("pending");
      expect(await payAtProvider(app, order)).toBe(200);
      expect((await ask(buyer, order)).pay_status).toBe("paid");
    },
  );

  test("again after a cancel opens the same prepay with a fresh signature", async () => {
    const { buyer, order } = await wechatBuyer();
    const first = (await pay(buyer, order, agents.ios)).data.jsapi!;
    app.clock.pass(60_000);
    const second = (await pay(buyer, order, agents.ios)).data.jsapi!;
    expect(second.package).toBe(first.package);
    expect(second.nonceStr).not.toBe(first.nonceStr);
    expect(isSigned(second)).toBe(true);
    expect(await tradeOf(app, order, 2)).toBeUndefined();
  });

  test("twenty times at once is one prepay", async () => {
    const { buyer, order } = await wechatBuyer();
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay(buyer, order, agents.android)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map(({ data }) => data.jsapi?.package)).size).toBe(1);
  });

  test("needs the customer's WeChat user, and then goes on", async () => {
    const buyer = await newBuyer(app);
    const order = await newOrder(buyer);
    expect(await pay(buyer, order, agents.android)).toMatchObject({ status: 422, error: "openid_required" });
    expect(await tradeOf(app, order)).toBeUndefined();
    await exchange(app, await codeOf(app, { user: newOpenid() }), { token: buyer.token });
    expect((await buyer.data(userEndpoints.info)).has_wechat).toBe(true);
    expect((await pay(buyer, order, agents.android)).data.kind).toBe("jsapi");
  });

  test("is not what WeCom and ordinary browsers do", async () => {
    for (const agent of [`${agents.android} wxwork/4.1.30`, "Mozilla/5.0 (iPhone) Safari/604.1", ""]) {
      const { buyer, order } = await wechatBuyer();
      const { data } = await pay(buyer, order, agent);
      expect(data).toMatchObject({ kind: "h5", jsapi: null });
    }
  });
});

describe("M2: changing between WeChat and the browser", () => {
  test.each([
    ["to WeChat", "", agents.ios, "jsapi"],
    ["to the browser", agents.ios, "", "h5"],
  ])("%s closes the other trade first, so that one can be paid", async (_way, from, to, kind) => {
    const { buyer, order } = await wechatBuyer();
    await pay(buyer, order, from);
    expect((await pay(buyer, order, to)).data.kind).toBe(kind);
    expect((await tradeOf(app, order, 1))?.state).toBe("CLOSED");
    expect(await payAtProvider(app, order, 1)).toBe(400);
    expect(await payAtProvider(app, order, 2)).toBe(200);
    expect((await ask(buyer, order)).pay_status).toBe("paid");
  });

  test("after the other trade was paid finds the order paid", async () => {
    const { buyer, order } = await wechatBuyer();
    await behave(app, { notify: "lost" });
    await pay(buyer, order, "");
    await payAtProvider(app, order);
    expect(await pay(buyer, order, agents.ios)).toMatchObject({ status: 409, error: "invalid_state" });
    expect((await ask(buyer, order)).pay_status).toBe("paid");
    await behave(app, { notify: "normal" });
  });

  test("while the provider is away opens nothing", async () => {
    const { buyer, order } = await wechatBuyer();
    await pay(buyer, order, "");
    await behave(app, { provider: "error" });
    expect(await pay(buyer, order, agents.ios)).toMatchObject({ status: 502, error: "payment_failed" });
    expect(await tradeOf(app, order, 2)).toBeUndefined();
    await behave(app, { provider: "normal" });
    expect((await pay(buyer, order, agents.ios)).status).toBe(200);
  });

  test("from many tabs at once ends with one open trade, and one payment", async () => {
    const { buyer, order } = await wechatBuyer();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => pay(buyer, order, n % 2 ? agents.ios : "")),
    );
    for (const { status } of answers) expect([200, 409, 502]).toContain(status);
    expect((await pay(buyer, order, agents.ios)).data.kind).toBe("jsapi");
    const open =
      "select out_trade_no from payment_attempts where order_id = $1 and state in ('created','pending')";
    const attempts = await app.sql<{ out_trade_no: string }>(open, [order.order_id]);
    expect(attempts).toHaveLength(1);
    const last = Number(attempts[0]!.out_trade_no.split("_")[1]);
    for (let nth = 1; nth < last; nth++)
      expect((await tradeOf(app, order, nth))?.state ?? "CLOSED").toBe("CLOSED");
    expect(await payAtProvider(app, order, last)).toBe(200);
    expect((await ask(buyer, order)).pay_status).toBe("paid");
  });
});
