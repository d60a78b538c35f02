import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { requestAs } from "../../scripts/lib/wallet.ts";
import { type Customer, createCustomer } from "./support/customer.ts";
import { type Device, engines } from "./support/Device.ts";
import { type DevicePool, openDevicePool } from "./support/openDevicePool.ts";

let devices: DevicePool;

beforeAll(async () => {
  devices = await openDevicePool();
});

afterAll(async () => {
  await devices.close();
});

/** Creates an order of a customer; returns its id. */
async function createOrder({ token, addressId }: Customer): Promise<string> {
  const form = {
    order_type: "takeaway",
    restaurant_id: "SH001",
    items: [{ id: "10205", quantity: 1 }],
    address_id: addressId,
    expected_total: 3_800,
    client_key: randomUUID(),
  };
  const order = await requestAs<{ order_id: string }>(
    devices.environment,
    token,
    "POST",
    "order/create",
    form,
  );
  return order.order_id;
}

/** Binds the number of an older account on the page that offers it. */
async function bindPhone(device: Device, { phone }: Customer): Promise<void> {
  await device.waitText("用手机号下过单？绑定手机号即可查看");
  await device.press("同意并继续");
  await device.press("绑定手机号");
  await device.fill("手机号", phone);
  // The page behind refetches, as it does every few seconds: the input must be preserved.
  await device.run("window.dispatchEvent(new Event('online'))");
  await device.press("获取验证码");
  await device.waitText("秒后重发");
  await device.fill("验证码", await devices.environment.readLatestCode(phone));
  await device.run(
    "[...document.querySelectorAll('[role=dialog] button')].find((one) => one.textContent === '绑定手机号').click()",
  );
}

describe.each(engines)("in %s", (engine) => {
  test("a link to an order of the customer's SMS account leads to the merge, and shows the order afterwards", async () => {
    const older = await createCustomer(devices.environment);
    const orderId = await createOrder(older);
    const { handset: device, openid } = await devices.open(engine);
    await device.open(`/order/${orderId}`);
    await device.press("去登录");
    await device.waitText("订单不存在");
    await bindPhone(device, older);
    await device.waitText("剩余支付时间");
    expect(await device.path()).toBe(`/order/${orderId}`);
    const merged = await devices.environment.queryRows("select openid from users where phone = $1", [
      older.phone,
    ]);
    expect(merged).toEqual([{ openid }]);
  });

  test("an empty list of orders leads to the merge, and lists the orders afterwards", async () => {
    const older = await createCustomer(devices.environment);
    await createOrder(older);
    const { handset: device } = await devices.open(engine);
    await device.open("/login?redirect=%2Forders");
    await device.waitText("还没有订单");
    await bindPhone(device, older);
    await device.waitText("食单·徐家汇店");
    expect(await device.path()).toBe("/orders");
  });

  test("a customer with a phone number is not offered the merge", async () => {
    const { environment } = devices;
    const customer = await createCustomer(environment);
    const { handset: device } = await devices.open(engine);
    await device.open("/__wechat");
    await device.run(`localStorage.setItem("token", ${JSON.stringify(customer.token)})`);
    await device.open("/orders");
    await device.waitText("还没有订单");
    await device.open("/order/AAAAAAAAAAAAAAAAAAAAAA");
    await device.waitText("订单不存在");
    expect(await device.run<string>("return document.body.innerText")).not.toContain("用手机号下过单");
  });
});
