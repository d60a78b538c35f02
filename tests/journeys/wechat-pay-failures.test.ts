import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines } from "./support/Device.ts";
import { type DevicePool, openDevicePool } from "./support/openDevicePool.ts";
import { openWechatCheckout } from "./support/openWechatCheckout.ts";
import { setClientBehaviour, setPlatformBehaviour } from "./support/wechat.ts";

let devices: DevicePool;

beforeAll(async () => {
  devices = await openDevicePool();
});

afterAll(async () => {
  await devices.close();
});

const findPayment = (userId: string) =>
  devices.environment.queryRows<{ status: string; paid_fen: string }>(
    "select status, paid_fen from orders where user_id = $1",
    [userId],
  );

const listPayers = (userId: string) =>
  devices.environment.queryRows<{ openid: string | null; payer: string | null }>(
    `select u.openid, a.payer_openid as payer from users u join orders o on o.user_id = u.id
       join payment_attempts a on a.order_id = o.id where u.id = $1 order by a.out_trade_no`,
    [userId],
  );

describe.each(engines)("in %s", (engine) => {
  test.each([
    ["cancel", "您取消了支付"],
    ["fail", "支付没有完成"],
  ])("a sheet that ends with %s leaves an order that can be paid again", async (payment, text) => {
    const { handset: device, userId } = await openWechatCheckout(devices, engine);
    await setClientBehaviour(devices.environment, { payment });
    await device.press("提交订单");
    await device.waitText(text);
    expect(await findPayment(userId)).toEqual([{ status: "pending_payment", paid_fen: "0" }]);
    await setClientBehaviour(devices.environment, { payment: "ask" });
    await device.press("去支付");
    await device.press("确认支付");
    await device.waitHeading("已付款");
    expect((await findPayment(userId))[0]?.status).toBe("paid");
    await device.back();
    await device.waitPath(/^\/takeaway-menu/);
  });

  test("a sheet that takes the money and never responds ends as paid", async () => {
    const { handset: device, userId } = await openWechatCheckout(devices, engine);
    await setClientBehaviour(devices.environment, { payment: "lost" });
    await device.press("提交订单");
    await device.waitHeading("已付款");
    expect((await findPayment(userId))[0]?.status).toBe("paid");
  });

  test("a sheet that never opens can be requested again", async () => {
    const { handset: device, userId } = await openWechatCheckout(devices, engine);
    await setClientBehaviour(devices.environment, { payment: "silent" });
    await device.press("提交订单");
    await device.waitText("暂时查不到支付结果");
    await device.waitText("已完成支付");
    await setClientBehaviour(devices.environment, { payment: "success" });
    await device.press("去支付");
    await device.waitHeading("已付款");
    expect((await findPayment(userId))[0]?.status).toBe("paid");
  });

  test("a WeChat whose object comes late clears the unavailable notice, and pays", async () => {
    const { environment } = devices;
    const { handset: device, userId } = await openWechatCheckout(devices, engine);
    await setClientBehaviour(environment, { bridge: "late" });
    await device.reload();
    await device.press("提交订单");
    await device.waitText("微信里暂时不能支付");
    await device.run("document.dispatchEvent(new Event('__wechat-arrive'))");
    const waitForText = (text: string) =>
      device.run<boolean>(`return document.body.innerText.includes(${JSON.stringify(text)})`);
    await expect.poll(() => waitForText("微信里暂时不能支付")).toBe(false);
    await device.press("去支付");
    await device.press("确认支付");
    await device.waitHeading("已付款");
    expect((await findPayment(userId))[0]?.status).toBe("paid");
  });

  test("an SMS customer pays in WeChat after one silent authorisation, and the payment continues by itself", async () => {
    const {
      handset: device,
      userId,
      openid,
    } = await openWechatCheckout(devices, engine, { isUnknown: true });
    await device.press("提交订单");
    await device.press("确认支付");
    await device.waitHeading("已付款");
    expect(await listPayers(userId)).toEqual([{ openid: null, payer: openid }]);
    expect(await device.path()).toMatch(/^\/order\/[\w-]+$/);
  });

  test("whose WeChat belongs to another account of theirs pays with it, and nothing is bound", async () => {
    const {
      handset: device,
      userId,
      openid,
    } = await openWechatCheckout(devices, engine, { isUnknown: true });
    await devices.environment.queryRows(
      "insert into users (id, nickname, invite_code, openid, created_at) values ($1, '', $1, $2, now())",
      [`other${userId}`, openid],
    );
    await device.press("提交订单");
    await device.waitText("确认支付");
    await device.run("document.getElementById('__wechat-pay-cancel').click()");
    await device.waitText("您取消了支付");
    await device.press("去支付");
    await device.press("确认支付");
    await device.waitHeading("已付款");
    expect(await listPayers(userId)).toEqual([{ openid: null, payer: openid }]);
    expect(await listPayers(`other${userId}`)).toEqual([]);
  });

  test("whose account has another WeChat user than the current one pays after one more press", async () => {
    const { handset: device, userId, openid } = await openWechatCheckout(devices, engine);
    await devices.environment.queryRows("update users set openid = $2 where id = $1", [
      userId,
      `oElse${userId}`,
    ]);
    await device.press("提交订单");
    await device.waitText("支付没有完成");
    await device.press("去支付");
    await device.press("确认支付");
    await device.waitHeading("已付款");
    expect((await listPayers(userId)).at(-1)).toEqual({ openid: `oElse${userId}`, payer: openid });
  });

  test("without an openid the order waits, and the page shows how to open it in a browser", async () => {
    const { handset: device, userId } = await openWechatCheckout(devices, engine, { isUnknown: true });
    await setPlatformBehaviour(devices.environment, { authorize: "refuse" });
    await device.press("提交订单");
    await device.waitText("微信里暂时不能支付");
    const path = await device.path();
    const countDialogs = () => device.run<number>("return document.querySelectorAll('[role=dialog]').length");
    await device.press("怎么打开");
    await device.waitText("在浏览器打开");
    await device.back();
    await expect.poll(countDialogs).toBe(0);
    expect(await device.path()).toBe(path);
    await device.press("怎么打开");
    await device.press("知道了");
    await expect.poll(countDialogs).toBe(0);
    expect((await findPayment(userId))[0]?.status).toBe("pending_payment");
  });
});
