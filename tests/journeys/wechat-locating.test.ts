import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Device, engines } from "./support/Device.ts";
import { type DevicePool, openDevicePool } from "./support/openDevicePool.ts";
import { countCalls, setClientBehaviour } from "./support/wechat.ts";

const failedText = "定位失败，请手动输入城市";
/** Limit in ms: more than the five seconds of locating, less than two such timeouts in a row. */
const longestMs = 8_000;

let devices: DevicePool;

beforeAll(async () => {
  devices = await openDevicePool();
});

afterAll(async () => {
  await devices.close();
});

/** Counts the location requests to WeChat so far. */
const countLocationRequests = () => countCalls(devices.environment, "geoLocation");

/** Counts the signature verifications for the page so far. */
const countConfigs = () => countCalls(devices.environment, "preVerifyJSAPI");

/** Presses a button and returns the ms until a text is on the page, by the page's own clock. */
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

/** Opens the place search, which requests the position by itself. */
async function openSearch(device: Device): Promise<void> {
  await device.press("新增地址");
  await device.waitText("收货人");
  await device.run("document.querySelector('[readonly]').click()");
}

describe.each(engines)("in %s", (engine) => {
  test("a customer without a response from WeChat and the phone types the city after five seconds", async () => {
    const { handset: device } = await devices.open(engine);
    await setClientBehaviour(devices.environment, { location: "silent" });
    await device.open("/");
    await device.run(
      "Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition() {} } })",
    );
    expect(await timeUntil(device, "点击定位", failedText)).toBeLessThan(longestMs);
  });

  test("a denied permission is requested once, also after a reload, and again by a tap", async () => {
    const { handset: device } = await devices.open(engine, { position: null });
    const { environment } = devices;
    const before = await countLocationRequests();
    await setClientBehaviour(environment, { location: "denied" });
    await device.open("/address-select");
    await device.press("同意并继续");
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

  test("signatures that WeChat refuses are requested twice per document, whatever its pages need", async () => {
    const { handset: device } = await devices.open(engine, { position: { lat: 31.1917, lng: 121.4325 } });
    await setClientBehaviour(devices.environment, { config: "invalid" });
    const before = await countConfigs();
    await device.open("/");
    await device.press("点击定位");
    await device.waitText("已定位到上海");
    // Locating may end by the phone while the second refusal is on its way; one that comes on the next page is not
    // counted against the document.
    await expect.poll(async () => (await countConfigs()) - before).toBe(2);
    await device.press("外卖");
    await device.waitPath(/^\/takeaway$/);
    await device.back();
    await device.press("上海");
    // Each of these requests the position from WeChat first, and from the phone when WeChat has refused.
    await device.press("重新定位");
    await device.waitText("已定位到上海");
    await expect.poll(async () => (await countConfigs()) - before).toBe(2);
  });
});
