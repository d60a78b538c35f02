import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Device, engines } from "./support/Device.ts";
import { type DevicePool, openDevicePool } from "./support/openDevicePool.ts";
import { setClientBehaviour, wechatLog } from "./support/wechat.ts";

const failedText = "定位失败，请手动输入城市";
/** More than the five seconds of locating, less than those of two waits in a row. */
const longestMs = 8_000;

let devices: DevicePool;

beforeAll(async () => {
  devices = await openDevicePool();
});

afterAll(async () => {
  await devices.close();
});

/** How often WeChat was asked for the position so far. */
async function countLocationRequests(): Promise<number> {
  const { calls: endpoints } = await wechatLog(devices.environment);
  return endpoints.filter(({ name }) => name === "geoLocation").length;
}

/** How often a signature was held against the page so far. */
async function countConfigs(): Promise<number> {
  const { calls: endpoints } = await wechatLog(devices.environment);
  return endpoints.filter(({ name }) => name === "preVerifyJSAPI").length;
}

/** Presses a button and tells after how many milliseconds a text stood on the page, by the page's own clock. */
async function timeUntil(device: Device, button: string, text: string): Promise<number> {
  await device.run(`
    window.sinceTap = null;
    let start = 0;
    addEventListener("click", () => { start ||= performance.now(); }, { capture: true, once: true });
    new MutationObserver(() => {
      if (window.sinceTap === null && start > 0 && document.body.innerText.includes(${JSON.stringify(text)}))
        window.sinceTap = performance.now() - start;
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  `);
  await device.press(button);
  await device.waitText(text);
  return (await device.run<number | null>("return window.sinceTap")) ?? Number.NaN;
}

/** Opens the search for a place, which asks for the position by itself. */
async function openSearch(device: Device): Promise<void> {
  await device.press("新增地址");
  await device.waitText("收货人");
  await device.run("document.querySelector('input[readonly]').click()");
}

describe.each(engines)("in %s", (engine) => {
  test("who is told nothing by WeChat and nothing by the phone types the city after five seconds", async () => {
    const { handset: device } = await devices.open(engine);
    await setClientBehaviour(devices.environment, { location: "silent" });
    await device.open("/");
    await device.run(
      "Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition() {} } })",
    );
    expect(await timeUntil(device, "点击定位", failedText)).toBeLessThan(longestMs);
  });

  test("a permission that was denied is asked for once, also after a reload, and again by a tap", async () => {
    const { handset: device } = await devices.open(engine, { position: null });
    const { environment } = devices;
    const before = await countLocationRequests();
    await setClientBehaviour(environment, { location: "denied" });
    await device.open("/address-select");
    await openSearch(device);
    await device.waitText(failedText);
    expect((await countLocationRequests()) - before).toBe(1);
    await device.open("/address-select");
    await openSearch(device);
    await device.waitText(failedText);
    expect((await countLocationRequests()) - before).toBe(1);
    await setClientBehaviour(environment, { location: "normal" });
    await device.press("重新定位");
    await device.waitText("已定位到上海");
    expect((await countLocationRequests()) - before).toBe(2);
  });

  test("signatures that WeChat refuses are asked for twice in a document, whatever its pages want", async () => {
    const { handset: device } = await devices.open(engine, { position: { lat: 31.1917, lng: 121.4325 } });
    await setClientBehaviour(devices.environment, { config: "invalid" });
    const before = await countConfigs();
    await device.open("/");
    await device.press("点击定位");
    await device.waitText("已定位到上海");
    await device.press("外卖");
    await device.waitPath(/^\/takeaway$/);
    await device.back();
    await device.press("上海");
    // Each of these asks WeChat first, and the phone when WeChat has refused.
    await device.press("重新定位");
    await device.waitText("已定位到上海");
    await expect.poll(async () => (await countConfigs()) - before).toBe(2);
  });
});
