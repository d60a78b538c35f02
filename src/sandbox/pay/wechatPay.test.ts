import { generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  catchMerchantError,
  decryptNotification,
  h5Order,
  merchantClient,
  notificationReceiver,
} from "../testing/merchantClient.ts";
import { H5, merchantHarness, tradePath } from "../testing/merchantHarness.ts";
import { postJson } from "../testing/testSandbox.ts";

const JSAPI = "v3/pay/transactions/jsapi";

describe("orders", () => {
  test("an H5 order is created, paid at the cashier, and its notification can be verified and decrypted", async () => {
    const { env, order, state } = await merchantHarness();
    const receiver = await notificationReceiver();
    const { data } = await order("trade-0001", { notify_url: receiver.url, attach: "店" });
    const cashier = String(data.h5_url);
    expect(await (await fetch(cashier)).text()).toContain("¥42.80");
    expect(await state("trade-0001")).toBe("NOTPAY");

    const payUrl = cashier.replace(/cashier\?prepay_id=(.*)$/, "cashier/$1/pay");
    const back = "http://127.0.0.1:9/order/1?from=pay";
    const form = () =>
      fetch(payUrl, {
        method: "POST",
        body: new URLSearchParams({ redirect_url: back }),
        redirect: "manual",
      });
    const [first, second] = [await form(), await form()];
    expect([first.status, second.status]).toEqual([303, 303]);
    expect(first.headers.get("location")).toBe(back);
    expect(await state("trade-0001")).toBe("SUCCESS");

    await expect.poll(() => receiver.arrivals.length).toBe(1);
    const notice = decryptNotification(receiver.arrivals[0]!, env);
    expect(notice.event_type).toBe("TRANSACTION.SUCCESS");
    expect(notice.content).toMatchObject({
      out_trade_no: "trade-0001",
      mchid: env.WECHAT_PAY_MCHID,
      appid: env.WECHAT_PAY_APPID,
      trade_state: "SUCCESS",
      trade_type: "MWEB",
      attach: "店",
      amount: { total: 4_280, payer_total: 4_280, currency: "CNY" },
    });
    expect(receiver.arrivals).toHaveLength(1);
  });

  test("a JSAPI order requires an openid and returns a prepay id", async () => {
    const { env, client } = await merchantHarness();
    const body = { ...h5Order(env, "trade-0002"), scene_info: undefined };
    expect(await catchMerchantError(client.post(JSAPI, body))).toEqual({ status: 400, code: "PARAM_ERROR" });
    const { data } = await client.post(JSAPI, { ...body, payer: { openid: "oABC" } });
    expect(data.prepay_id).toMatch(/^wx\d{14}[0-9a-f]{20}$/);
  });

  test("the same order again returns the same prepay id, a different one under its number is rejected", async () => {
    const { order } = await merchantHarness();
    const first = await order("trade-0003");
    expect((await order("trade-0003")).data).toEqual(first.data);
    expect(await catchMerchantError(order("trade-0003", { amount: { total: 1, currency: "CNY" } }))).toEqual({
      status: 400,
      code: "INVALID_REQUEST",
    });
  });

  test.each([
    ["a short number", { out_trade_no: "12345" }],
    ["a strange sign in the number", { out_trade_no: "trade 0004" }],
    ["no fen", { amount: { total: 0, currency: "CNY" } }],
    ["half a fen", { amount: { total: 1.5, currency: "CNY" } }],
    ["dollars", { amount: { total: 1, currency: "USD" } }],
    ["no description", { description: "" }],
    ["a notify address with a query", { notify_url: "http://127.0.0.1:9/notify?a=1" }],
    ["no scene", { scene_info: {} }],
    ["another merchant", { mchid: "1900000000" }],
  ])("an order with %s is refused", async (_what, change) => {
    const { order } = await merchantHarness();
    expect(await catchMerchantError(order("trade-0004", change))).toEqual({
      status: 400,
      code: "PARAM_ERROR",
    });
  });

  test("closing ends an unpaid transaction: 204, signed, CLOSED, and neither payable nor orderable again", async () => {
    const { env, client, order, pay, state } = await merchantHarness();
    await order("trade-0005");
    const closed = await client.post(`${tradePath("trade-0005")}/close`, { mchid: env.WECHAT_PAY_MCHID });
    expect(closed.status).toBe(204);
    expect(closed.headers["wechatpay-serial"]).toBe(env.WECHAT_PAY_PUBLIC_KEY_ID);
    expect(await state("trade-0005")).toBe("CLOSED");
    expect((await pay("trade-0005")).status).toBe(400);
    expect(await state("trade-0005")).toBe("CLOSED");
    expect(await catchMerchantError(order("trade-0005"))).toEqual({ status: 400, code: "ORDER_CLOSED" });
  });

  test("a paid transaction can be neither closed nor ordered again", async () => {
    const { env, client, order, pay } = await merchantHarness();
    await order("trade-0006");
    await pay("trade-0006");
    const close = client.post(`${tradePath("trade-0006")}/close`, { mchid: env.WECHAT_PAY_MCHID });
    expect(await catchMerchantError(close)).toEqual({ status: 400, code: "ORDERPAID" });
    expect(await catchMerchantError(order("trade-0006"))).toEqual({ status: 400, code: "ORDERPAID" });
  });

  test("an unknown transaction is 404", async () => {
    const { env, client } = await merchantHarness();
    const unknown = client.get(tradePath("nothing-here"), { mchid: env.WECHAT_PAY_MCHID });
    expect(await catchMerchantError(unknown)).toEqual({ status: 404, code: "ORDER_NOT_EXIST" });
  });
});

describe("the cashier", () => {
  test("cancelling and failing leave the transaction payable, a closed one shows that it is closed", async () => {
    const { env, url, client, order, pay, state } = await merchantHarness();
    const cashier = String((await order("trade-0010")).data.h5_url);
    const act = (name: string) =>
      fetch(cashier.replace(/cashier\?prepay_id=(.*)$/, `cashier/$1/${name}`), { method: "POST" });
    expect(await (await act("cancel")).text()).toContain("支付已取消");
    expect(await (await act("fail")).text()).toContain("支付失败");
    expect(await state("trade-0010")).toBe("NOTPAY");
    await client.post(`${tradePath("trade-0010")}/close`, { mchid: env.WECHAT_PAY_MCHID });
    expect(await (await fetch(cashier)).text()).toContain("订单已关闭");
    expect(await (await act("pay")).text()).toContain("订单已关闭");
    expect((await fetch(`${url}/pay/cashier?prepay_id=nothing`)).status).toBe(404);

    await order("trade-0011");
    expect((await pay("trade-0011")).status).toBe(200);
  });

  test("external input is escaped and redirects go to web addresses only", async () => {
    const { url, order } = await merchantHarness();
    const cashier = String((await order("trade-0012", { description: "<script>x</script>" })).data.h5_url);
    const page = await (
      await fetch(`${cashier}&redirect_url=${encodeURIComponent("javascript:alert(1)")}`)
    ).text();
    expect(page).toContain("&lt;script&gt;x&lt;/script&gt;");
    expect(page).not.toContain("javascript:alert");
    expect(await (await fetch(`${url}/pay`)).text()).toContain("&lt;script&gt;x");
  });

  test("a transaction past its time_expire cannot be paid", async () => {
    const { order, pay, state } = await merchantHarness();
    await order("trade-0013", { time_expire: "2020-01-01T00:00:00+08:00" });
    expect((await pay("trade-0013")).status).toBe(400);
    expect(await state("trade-0013")).toBe("NOTPAY");
  });
});

describe("signatures", () => {
  test("a request signed with another key, or not at all, is rejected with 401", async () => {
    const { env } = await merchantHarness();
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const stranger = merchantClient(env, privateKey.export({ format: "pem", type: "pkcs8" }).toString());
    const refused = { status: 401, code: "SIGN_ERROR" };
    expect(await catchMerchantError(stranger.post(H5, h5Order(env, "trade-0020")))).toEqual(refused);

    const unsigned = await postJson(`${env.WECHAT_PAY_BASE_URL}/${H5}`, h5Order(env, "trade-0021"));
    expect(unsigned.status).toBe(401);
    expect(unsigned.headers.get("wechatpay-signature")).toBeTruthy();
  });
});
