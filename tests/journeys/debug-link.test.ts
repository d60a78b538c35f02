import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seriousFindings } from "./support/axe.ts";
import { createToken, storageState } from "./support/customer.ts";
import { type Device, engines } from "./support/Device.ts";
import { type DevicePool, openDevicePool } from "./support/openDevicePool.ts";
import { startOwnEnvironment } from "./support/startEnvironment.ts";
import { waitForModalHistory } from "./support/waitForModalHistory.ts";

const notification = "调试中，会显示登录信息，请勿截图外传";

let devices: DevicePool;

beforeAll(async () => {
  // As in production: seven taps open nothing.
  devices = await openDevicePool(startOwnEnvironment({ VCONSOLE: "0" }));
});

afterAll(async () => {
  await devices.close();
});

async function createAdmin(): Promise<string> {
  const id = randomUUID();
  const phone = `188${String(Date.now()).slice(-8)}`;
  await devices.environment.queryRows(
    "insert into staff (id, phone, name, role, created_at) values ($1, $2, '总部', 'admin', now())",
    [id, phone],
  );
  return await createToken(devices.environment, id, "staff");
}

/** Returns the path of a link that an admin has just signed. */
async function signedPath(): Promise<string> {
  const response = await fetch(`${devices.environment.installation.url}/api/v1/chat/admin/debug-link`, {
    method: "POST",
    headers: { authorization: `Bearer ${await createAdmin()}` },
  });
  const { data } = (await response.json()) as { data: { url: string } };
  const { pathname, search } = new URL(data.url);
  return pathname + search;
}

const hasConsole = (device: Device) =>
  device.run<boolean>("return document.querySelector('#__vconsole .vc-switch') !== null");
const waitForConsole = (device: Device) =>
  expect.poll(() => hasConsole(device), { timeout: 30_000 }).toBe(true);

test("an admin creates a link, which can be copied and is in the audit log", async () => {
  const { environment } = devices;
  const storage = storageState(environment, { service_token: await createAdmin() });
  const phone = await environment.phone({ width: 1440, height: 900, storage });
  await phone.open("/admin/audit");
  await phone.button("调试链接").click();
  await phone.page.getByText("一小时内有效").waitFor();
  await phone.button("生成").click();
  await phone.page
    .getByRole("dialog", { name: "调试链接" })
    .getByText(/\?vconsole=\d+\./)
    .waitFor();
  expect(await seriousFindings(phone.page)).toEqual([]);
  await phone.button("关闭").click();
  await waitForModalHistory(phone.page);
  await phone.page.reload();
  await phone.page.getByRole("cell", { name: "生成调试链接" }).waitFor();
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});

describe.each(engines)("in %s", (engine) => {
  test("a debug link opens the console on the first page, across WeChat's login, until it is closed", async () => {
    const { handset: device } = await devices.open(engine);
    await device.open(await signedPath());
    await device.waitText(notification);
    await waitForConsole(device);
    expect(await device.path()).toBe("/");
    // Away to WeChat's page and back.
    await device.open("/address-select");
    await device.waitText("新增地址");
    await device.waitText(notification);
    await waitForConsole(device);
    await device.press("关闭调试");
    await expect.poll(() => hasConsole(device), { timeout: 30_000 }).toBe(false);
    await device.waitText("新增地址");
    await device.reload();
    await device.waitText("新增地址");
    expect(await hasConsole(device)).toBe(false);
  });

  test("a forged link opens nothing and shows an error", async () => {
    const { handset: device } = await devices.open(engine);
    await device.open("/?vconsole=9999999999.forged");
    await device.waitText("调试链接无效或已过期");
    expect(await hasConsole(device)).toBe(false);
    expect(await device.run<string | null>("return sessionStorage.getItem('debug_console')")).toBeNull();
  });
});
