import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addAddress, createToken, nearRestaurant } from "./support/customer.ts";
import { type Device, type Engine, engines } from "./support/Device.ts";
import { type DevicePool, openDevicePool } from "./support/openDevicePool.ts";

let devices: DevicePool;

beforeAll(async () => {
  devices = await openDevicePool();
});

afterAll(async () => {
  await devices.close();
});

/** Opens a device in WeChat as a logged-in customer with an address. */
async function openCustomer(engine: Engine): Promise<Device> {
  const { environment } = devices;
  const { handset: device, openid } = await devices.open(engine);
  const id = `layers${Date.now()}${Math.floor(Math.random() * 1e6)}`;
  await environment.queryRows(
    "insert into users (id, nickname, invite_code, openid, created_at) values ($1, '小明', $1, $2, now())",
    [id, openid],
  );
  const token = await createToken(environment, id);
  await addAddress(environment, token, nearRestaurant);
  // A page of this origin that is not the app.
  await device.open("/__wechat");
  await device.run(`localStorage.token = ${JSON.stringify(token)}`);
  return device;
}

const waitUntilHidden = async (device: Device, role: string) => {
  const count = () => device.run<number>(`return document.querySelectorAll('[role=${role}]').length`);
  await expect.poll(count, { timeout: 20_000 }).toBe(0);
};

describe.each(engines)("in %s", (engine) => {
  test("Back closes a confirmation dialog and leaves the page unchanged", async () => {
    const device = await openCustomer(engine);
    await device.open("/");
    await device.press("我的");
    await device.waitText("小明");
    await device.press("退出登录");
    await device.waitText("确定退出登录吗");
    const corner = "return getComputedStyle(document.querySelector('.rv-dialog')).borderRadius";
    expect(await device.run<string>(corner)).not.toBe("0px");
    await device.back();
    await waitUntilHidden(device, "alertdialog");
    expect(await device.path()).toBe("/profile");
    expect(await device.run<string | null>("return localStorage.token")).toMatch(/./);
    await device.press("退出登录");
    await device.confirm();
    await device.waitText("已退出登录");
  });

  test("Back on the dialog 删除 leaves the form beneath open, the next Back closes the form", async () => {
    const device = await openCustomer(engine);
    await device.open("/profile");
    await device.waitText("小明");
    await device.press("收货地址");
    await device.press("编辑");
    await device.waitText("编辑地址");
    await device.fill("门牌号", "88号");
    await device.press("删除");
    await device.waitText("确定删除这个地址吗");
    await device.back();
    await waitUntilHidden(device, "alertdialog");
    expect(
      await device.run<string>("return document.querySelector('[role=dialog]').getAttribute('aria-label')"),
    ).toBe("编辑地址");
    await device.back();
    await waitUntilHidden(device, "dialog");
    expect(await device.path()).toBe("/address-select");
    await device.press("编辑");
    await device.waitText("编辑地址");
    await device.waitText("已恢复上次没有保存的内容");
    expect(
      await device.run<string[]>(
        "return [...document.querySelectorAll('[role=dialog] :is(input, textarea)')].map((i) => i.value)",
      ),
    ).toContain("88号");
    await device.press("重新填写");
    await expect
      .poll(() =>
        device.run<string[]>(
          "return [...document.querySelectorAll('[role=dialog] :is(input, textarea)')].map((i) => i.value)",
        ),
      )
      .toContain("1201室");
  });

  test("after a login by WeChat, one Back returns to the page before it", async () => {
    const { handset: device } = await devices.open(engine);
    await device.open("/takeaway");
    await device.open("/orders");
    await device.press("去登录");
    await device.waitText("还没有订单");
    expect(await device.path()).toBe("/orders");
    await device.press("同意并继续");
    await device.waitModalHistory();
    await device.back();
    await device.waitPath(/^\/takeaway$/);
  });
});
