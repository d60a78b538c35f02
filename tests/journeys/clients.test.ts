import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { WebKitDriver } from "../../scripts/lib/WebKitDriver.ts";
import { prepareScreens, type ScreenContext } from "./support/screens.ts";
import { startEnvironment } from "./support/startEnvironment.ts";

let environment: TestEnvironment;
let context: ScreenContext;
let driver: WebKitDriver;

beforeAll(async () => {
  environment = await startEnvironment();
  context = await prepareScreens(environment);
  driver = await WebKitDriver.start();
});

afterAll(async () => {
  await driver.close();
  await environment.close();
});

const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const android =
  "Mozilla/5.0 (Linux; Android 14; 23127PN0CC; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0";
const windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)";
const warning = "这里可能不能支付，请在手机微信中打开";

/** Clients without WeChat's object, and whether their payment is doubted before the tap. */
const clients: [what: string, engine: "Chromium" | "WebKit", userAgent: string, isDoubted: boolean][] = [
  ["WeCom, Android", "Chromium", `${android} Chrome/108 wxwork/4.1.20 MicroMessenger/7.0.1`, true],
  [
    "Douyin, Android",
    "Chromium",
    `${android} Chrome/118 Mobile Safari/537.36 aweme_290500 BytedanceWebview/d8`,
    true,
  ],
  ["Chrome, Windows", "Chromium", `${windows} Chrome/124.0.0.0 Safari/537.36`, true],
  ["Chrome, Android", "Chromium", `${android} Chrome/120.0.0.0 Mobile Safari/537.36`, false],
  ["WeCom, iPhone", "WebKit", `${iphone} Mobile/15E148 wxwork/4.1.22 MicroMessenger/7.0.1`, true],
  [
    "Alipay, iPhone",
    "WebKit",
    `${iphone} Mobile/15E148 Nebula AliApp(AP/10.5.96) AlipayClient/10.5.96`,
    true,
  ],
  ["QQ, iPhone", "WebKit", `${iphone} Mobile/15E148 QQ/9.0.8.665 V1_IPH_SQ_9.0.8_1_APP_A`, true],
  ["Safari, iPhone", "WebKit", `${iphone} Version/17.5 Mobile/15E148 Safari/604.1`, false],
];

/** Opens pages of a customer in a client; `read` returns the text of a page once it contains a text. */
async function openClient(engine: "Chromium" | "WebKit", userAgent: string) {
  const storage = context.getStorage("customer");
  if (engine === "Chromium") {
    const phone = await environment.phone({ storage });
    await phone.page.addInitScript(
      (text) => Object.defineProperty(navigator, "userAgent", { get: () => text }),
      userAgent,
    );
    const read = async (path: string, text: string) => {
      await phone.open(path);
      await phone.page.getByText(text).first().waitFor();
      return await phone.page.locator("body").innerText();
    };
    return { read, close: () => phone.close() };
  }
  const { url } = environment.installation;
  const phone = await driver.phone(userAgent);
  await phone.open(`${url}/icon.svg`);
  for (const { name, value } of storage?.origins.flatMap((one) => one.localStorage) ?? [])
    await phone.run("localStorage.setItem(arguments[0], arguments[1])", name, value);
  const read = async (path: string, text: string) => {
    await phone.open(url + path);
    await phone.waitText(text);
    return await phone.run<string>("return document.body.innerText");
  };
  return { read, close: () => phone.close() };
}

test.each(clients)(
  "%s: what works is offered, and a payment that may fail is doubted before the tap",
  async (...row) => {
    const [, engine, userAgent, isDoubted] = row;
    const client = await openClient(engine, userAgent);
    const checkout = await client.read("/confirm-order", isDoubted ? warning : "微信支付");
    expect(checkout.includes(warning)).toBe(isDoubted);
    expect(checkout).toContain("会员卡支付");
    const invite = await client.read("/invite", "复制链接");
    expect(invite).not.toContain("点右上角");
    expect(await client.read("/self-service", "换一家")).not.toContain("扫");
    await client.close();
  },
);
