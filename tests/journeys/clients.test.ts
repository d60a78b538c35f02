import { afterAll, beforeAll, expect, test } from "vitest";
import type { Device, Engine } from "./support/Device.ts";
import { type DevicePool, openDevicePool } from "./support/openDevicePool.ts";
import { prepareScreens } from "./support/screens.ts";
import { countCalls, setClientBehaviour } from "./support/wechat.ts";

let devices: DevicePool;
/** Local storage of a customer with a cart. */
let customer: Record<string, string>;

beforeAll(async () => {
  devices = await openDevicePool();
  const storage = (await prepareScreens(devices.environment)).getStorage("customer");
  customer = Object.fromEntries(
    storage?.origins.flatMap((origin) => origin.localStorage.map(({ name, value }) => [name, value])) ?? [],
  );
});

afterAll(async () => {
  await devices.close();
});

const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const android =
  "Mozilla/5.0 (Linux; Android 14; 23127PN0CC; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0";
const windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)";
const mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const harmony =
  "Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1.6.1 Mobile";
const chrome = `${android} Chrome/120.0.0.0 Mobile Safari/537.36`;
const safari = `${iphone} Version/17.5 Mobile/15E148 Safari/604.1`;

/** A client: the browser's own user agent outside WeChat, and the simulated WeChat's behaviour inside. */
interface Client {
  userAgent?: string;
  inWechat?: Record<string, string>;
}

const outside = (userAgent: string): Client => ({ userAgent });

/**
 * Clients with what customers see: the first login; what is asked for the position; WeChat Pay as it is offered,
 * doubted before the tap, or on the mini-program's page; how an invitation is passed on; how the table gets into the order.
 */
const clients: [what: string, engine: Engine, sees: string, client: Client][] = [
  ["WeChat, Android", "Chromium", "wechat wechat offered menu scanned", { inWechat: {} }],
  ["WeChat, iPhone", "WebKit", "wechat wechat offered menu scanned", { inWechat: {} }],
  [
    "WeChat, HarmonyOS",
    "Chromium",
    "wechat wechat offered menu scanned",
    { userAgent: chrome, inWechat: { platform: "harmony" } },
  ],
  [
    "WeChat, Windows",
    "Chromium",
    "wechat wechat doubted menu typed",
    { userAgent: chrome, inWechat: { platform: "desktop" } },
  ],
  [
    "WeChat, Mac",
    "WebKit",
    "wechat wechat doubted menu typed",
    { userAgent: `${mac} MicroMessenger/6.8.0 MacWechat/3.8.9`, inWechat: {} },
  ],
  [
    "a mini-program, Android",
    "Chromium",
    "wechat wechat page menu scanned",
    { inWechat: { container: "mini_program" } },
  ],
  [
    "a mini-program, iPhone",
    "WebKit",
    "wechat wechat page menu scanned",
    { inWechat: { container: "mini_program" } },
  ],
  [
    "WeCom, Android",
    "Chromium",
    "sms browser doubted link typed",
    outside(`${android} Chrome/108 wxwork/4.1.20 MicroMessenger/7.0.1`),
  ],
  [
    "WeCom, iPhone",
    "WebKit",
    "sms browser doubted link typed",
    outside(`${iphone} Mobile/15E148 wxwork/4.1.22 MicroMessenger/7.0.1`),
  ],
  [
    "Alipay, Android",
    "Chromium",
    "sms browser doubted link typed",
    outside(
      `${android} Chrome/105 Mobile Safari/537.36 NebulaSDK/1.8 AliApp(AP/10.5.96) AlipayClient/10.5.96`,
    ),
  ],
  [
    "Alipay, iPhone",
    "WebKit",
    "sms browser doubted link typed",
    outside(`${iphone} Mobile/15E148 Nebula AliApp(AP/10.5.96) AlipayClient/10.5.96`),
  ],
  [
    "Douyin, Android",
    "Chromium",
    "sms browser doubted link typed",
    outside(`${android} Chrome/118 Mobile Safari/537.36 aweme_290500 BytedanceWebview/d8`),
  ],
  [
    "Douyin, iPhone",
    "WebKit",
    "sms browser doubted link typed",
    outside(`${iphone} Mobile/15E148 aweme_29.5.0 JsSdk/2.0 BytedanceWebview`),
  ],
  [
    "QQ, Android",
    "Chromium",
    "sms browser doubted link typed",
    outside(`${android} Chrome/109 MQQBrowser/6.2 Mobile Safari/537.36 V1_AND_SQ_9.0.8 QQ/9.0.8.15560`),
  ],
  [
    "QQ, iPhone",
    "WebKit",
    "sms browser doubted link typed",
    outside(`${iphone} Mobile/15E148 QQ/9.0.8.665 V1_IPH_SQ_9.0.8_1_APP_A`),
  ],
  ["Chrome, Android", "Chromium", "sms browser offered link typed", outside(chrome)],
  ["HarmonyOS's browser", "Chromium", "sms browser offered link typed", outside(harmony)],
  ["Safari, iPhone", "WebKit", "sms browser offered link typed", outside(safari)],
  [
    "Chrome, Windows",
    "Chromium",
    "sms browser doubted link typed",
    outside(`${windows} Chrome/124.0.0.0 Safari/537.36`),
  ],
  ["Safari, Mac", "WebKit", "sms browser doubted link typed", outside(`${mac} Version/17.5 Safari/605.1.15`)],
];

const readText = (device: Device) => device.run<string>("return document.body.innerText");

/** A visitor opens a page that asks for a login: WeChat's leads back to it without a word, the other is a form. */
async function readLogin(device: Device, expected: string): Promise<string> {
  await device.open("/address-select");
  if (expected === "wechat") {
    await device.waitText("新增地址");
    expect(await device.path()).toBe("/address-select");
    return (await device.run<string | null>("return localStorage.getItem('token')")) === null
      ? "none"
      : "wechat";
  }
  await device.waitText("获取验证码");
  expect(await device.path()).toBe("/login?redirect=%2Faddress-select");
  return (await readText(device)).includes("微信登录") ? "wechat" : "sms";
}

/** The browser denies the position at first: outside WeChat the city is then chosen by hand, or asked for again. */
async function readLocate(device: Device, expected: string): Promise<string> {
  const setPosition = (answer: string) =>
    device.run(`
      window.asked ??= 0;
      const getCurrentPosition = (told, failed) => { window.asked += 1; ${answer}; };
      Object.defineProperty(navigator, "geolocation", { configurable: true, value: { getCurrentPosition } });`);
  const countLocationRequests = () => countCalls(devices.environment, "geoLocation");
  const before = await countLocationRequests();
  await device.open("/");
  await setPosition("failed({ code: 1 })");
  await device.press("点击定位");
  if (expected === "browser") {
    await device.waitText("定位失败，请手动输入城市");
    await device.waitText("已开通城市");
    await setPosition("told({ coords: { latitude: 31.1917, longitude: 121.4325 } })");
    await device.press("重新定位");
  }
  await device.waitText("已定位到上海");
  const asked = await device.run<number>("return window.asked");
  return [
    ...((await countLocationRequests()) > before ? ["wechat"] : []),
    ...(asked > 0 ? ["browser"] : []),
  ].join("+");
}

/** Returns how WeChat Pay is offered at the checkout. The member card is always there, and a table can be typed. */
async function readPay(device: Device, expected: string): Promise<string> {
  const texts = {
    doubted: "这里可能不能支付，请在手机微信中打开",
    page: "将打开小程序的支付页面",
  };
  await device.open("/confirm-order");
  await device.waitText(Object.entries(texts).find(([name]) => name === expected)?.[1] ?? "微信支付");
  const text = await readText(device);
  expect(text).toContain("会员卡支付");
  await device.waitText("堂食");
  await device.run("document.querySelector('input[value=dine_in]').click()");
  await device.fill("桌号", "A12");
  return Object.entries(texts).find(([, note]) => text.includes(note))?.[0] ?? "offered";
}

/** Returns how an invitation is passed on. */
async function readShare(device: Device): Promise<string> {
  await device.open("/invite");
  await device.waitText("查看海报");
  const text = await readText(device);
  return [
    ...(text.includes("点右上角") ? ["menu"] : []),
    ...(text.includes("复制链接") ? ["link"] : []),
  ].join("+");
}

/** Returns how a guest in the restaurant names the table: by a scan, which leads to the table's menu, or by typing. */
async function readTable(device: Device): Promise<string> {
  await device.open("/self-service");
  await device.waitText("换一家");
  if (!(await readText(device)).includes("扫桌码点餐")) return "typed";
  const scan_result = "https://shop.test/menu?restaurant_id=SH001&table=A12";
  await setClientBehaviour(devices.environment, { scan_result });
  await device.press("扫桌码点餐");
  await device.waitPath(/^\/menu\?restaurant_id=SH001&table=A12$/);
  await device.waitText("A12桌");
  return "scanned";
}

test.each(clients)(
  "%s: login, position, payment, passing on and table are offered as they work there",
  async (...row) => {
    const [, engine, sees, { userAgent, inWechat }] = row;
    const { handset: device } = await devices.open(engine, {
      ...(userAgent !== undefined && { userAgent }),
      isOutsideWechat: inWechat === undefined,
    });
    if (inWechat !== undefined) await setClientBehaviour(devices.environment, inWechat);
    const [login = "", locate = "", pay = ""] = sees.split(" ");
    const seen = [await readLogin(device, login)];
    await device.run(`Object.assign(localStorage, ${JSON.stringify(customer)})`);
    seen.push(await readLocate(device, locate), await readPay(device, pay));
    seen.push(await readShare(device), await readTable(device));
    expect(seen.join(" ")).toBe(sees);
  },
);
