import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines, type Handset } from "./support/Handset.ts";
import { type Handsets, openHandsets } from "./support/openHandsets.ts";
import { behaveAs, wechatLog } from "./support/wechat.ts";

const failed = "定位失败，请手动输入城市";
/** More than the five seconds of locating, less than those of two waits in a row. */
const longestMs = 8_000;

let handsets: Handsets;

beforeAll(async () => {
  handsets = await openHandsets();
});

afterAll(async () => {
  await handsets.close();
});

/** How often WeChat was asked for the position so far. */
async function countAsked(): Promise<number> {
  const { calls } = await wechatLog(handsets.stage);
  return calls.filter(({ name }) => name === "geoLocation").length;
}

/** How often a signature was held against the page so far. */
async function countConfigs(): Promise<number> {
  const { calls } = await wechatLog(handsets.stage);
  return calls.filter(({ name }) => name === "preVerifyJSAPI").length;
}

/** Presses a button and tells after how many milliseconds a text stood on the page, by the page's own clock. */
async function timeUntil(handset: Handset, button: string, text: string): Promise<number> {
  await handset.run(`
    window.sinceTap = null;
    let start = 0;
    addEventListener("click", () => { start ||= performance.now(); }, { capture: true, once: true });
    new MutationObserver(() => {
      if (window.sinceTap === null && start > 0 && document.body.innerText.includes(${JSON.stringify(text)}))
        window.sinceTap = performance.now() - start;
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  `);
  await handset.press(button);
  await handset.waitText(text);
  return (await handset.run<number | null>("return window.sinceTap")) ?? Number.NaN;
}

/** Opens the search for a place, which asks for the position by itself. */
async function openSearch(handset: Handset): Promise<void> {
  await handset.press("新增地址");
  await handset.waitText("收货人");
  await handset.run("document.querySelector('input[readonly]').click()");
}

describe.each(engines)("in %s", (engine) => {
  test("who is told nothing by WeChat and nothing by the phone types the city after five seconds", async () => {
    const { handset } = await handsets.open(engine);
    await behaveAs(handsets.stage, { location: "silent" });
    await handset.open("/");
    await handset.run(
      "Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition() {} } })",
    );
    expect(await timeUntil(handset, "点击定位", failed)).toBeLessThan(longestMs);
  });

  test("a permission that was denied is asked for once, also after a reload, and again by a tap", async () => {
    const { handset } = await handsets.open(engine, { position: null });
    const { stage } = handsets;
    const before = await countAsked();
    await behaveAs(stage, { location: "denied" });
    await handset.open("/address-select");
    await openSearch(handset);
    await handset.waitText(failed);
    expect((await countAsked()) - before).toBe(1);
    await handset.open("/address-select");
    await openSearch(handset);
    await handset.waitText(failed);
    expect((await countAsked()) - before).toBe(1);
    await behaveAs(stage, { location: "normal" });
    await handset.press("重新定位");
    await handset.waitText("已定位到上海");
    expect((await countAsked()) - before).toBe(2);
  });

  test("signatures that WeChat refuses are asked for twice in a document, whatever its pages want", async () => {
    const { handset } = await handsets.open(engine, { position: { lat: 31.1917, lng: 121.4325 } });
    await behaveAs(handsets.stage, { config: "invalid" });
    const before = await countConfigs();
    await handset.open("/");
    await handset.press("点击定位");
    await handset.waitText("已定位到上海");
    await handset.press("外卖");
    await handset.waitPath(/^\/takeaway$/);
    await handset.back();
    await handset.press("上海");
    // Each of these asks WeChat first, and the phone when WeChat has refused.
    await handset.press("重新定位");
    await handset.waitText("已定位到上海");
    await expect.poll(async () => (await countConfigs()) - before).toBe(2);
  });
});
