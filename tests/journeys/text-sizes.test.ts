import { afterAll, beforeAll, expect, test } from "vitest";
import type { Phone } from "../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { WebKitDriver } from "../../scripts/lib/WebKitDriver.ts";
import { findTextFaults } from "./support/findTextFaults.ts";
import { prepareScreens, type ScreenContext, screens, type Viewer } from "./support/screens.ts";
import { startEnvironment } from "./support/startEnvironment.ts";
import { openWechat, setClientBehaviour } from "./support/wechat.ts";

let environment: TestEnvironment;
let context: ScreenContext;

beforeAll(async () => {
  environment = await startEnvironment();
  context = await prepareScreens(environment);
});

afterAll(async () => {
  await environment.close();
});

const viewers = ["visitor", "customer", "demo"] as const;
/** Percentages of WeChat's four sizes of earlier versions, and the largest text of the system. */
const percentages = [80, 100, 120, 140, 200];
const widths = [390, 320];

function screensOf(who: Viewer) {
  return screens.filter(([path, , viewer]) => viewer === who && !path.startsWith("/admin"));
}

/** Lists what is broken on the open page, once it is laid out. */
async function findFaults({ page }: Phone, place: string): Promise<string[]> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  return (await page.evaluate(findTextFaults)).map((fault) => `${place}: ${fault}`);
}

test.each(viewers)(
  "every screen of a %s stays whole with text of each size of WeChat, and twice as large",
  async (who) => {
    const wrong: string[] = [];
    const phone = await environment.phone({ storage: context.getStorage(who) });
    const { page } = phone;
    for (const [route, title] of screensOf(who)) {
      await phone.open(context.getPath(route));
      await page.waitForFunction((text) => document.title === text, `${title} - 食单`);
      await phone.waitUntilIdle();
      const sheet = await page.addStyleTag({ content: "*{}" });
      for (const percentage of percentages) {
        // Enlarges text and leaves lengths, as phones do.
        await sheet.evaluate((element, size) => {
          element.textContent = `* { text-size-adjust: ${size}% !important; }`;
        }, percentage);
        for (const width of widths) {
          await page.setViewportSize({ width, height: 844 });
          wrong.push(...(await findFaults(phone, `${route} at ${percentage} %, ${width} px`)));
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(phone.unexpectedErrors).toEqual([]);
    await phone.close();
  },
);

const safari =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";
/** The narrowest window of this browser; larger text makes up for what it is wider than 390 px. */
const windowPx = 447;

test.each(viewers)(
  "every screen of a %s stays whole in WebKit with text of each size of WeChat, and twice as large",
  async (who) => {
    const { url } = environment.installation;
    const wrong: string[] = [];
    const driver = await WebKitDriver.start();
    const phone = await driver.phone(safari);
    await phone.open(`${url}/icon.svg`);
    for (const { name, value } of context.getStorage(who)?.origins.flatMap((one) => one.localStorage) ?? [])
      await phone.run("localStorage.setItem(arguments[0], arguments[1])", name, value);
    await phone.resize(windowPx);
    for (const [route, title, , heading = title] of screensOf(who)) {
      await phone.open(url + context.getPath(route));
      await phone.waitFor(`return document.title === ${JSON.stringify(`${title} - 食单`)}`);
      if (route !== "/") await phone.waitHeading(heading);
      await phone.waitFor("return document.querySelector('.rv-skeleton') === null");
      for (const percentage of percentages) {
        await phone.run(
          `document.documentElement.style.setProperty("--text-scale", "${(percentage / 100) * (windowPx / 390)}")`,
        );
        const faults = await phone.run<string[]>(`return (${findTextFaults})()`);
        for (const fault of faults) wrong.push(`${route} at ${percentage} %: ${fault}`);
      }
    }
    await phone.close();
    await driver.close();
    expect(wrong).toEqual([]);
  },
);

test.each(["android", "ios"] as const)(
  "nothing pins the text size that WeChat on %s was told",
  async (inWechat) => {
    const { phone } = await openWechat(environment, { inWechat });
    const { page } = phone;
    const greetingHeight = async () => {
      await phone.open("/");
      await phone.waitUntilIdle();
      return (await page.getByRole("heading", { level: 1 }).boundingBox())?.height ?? 0;
    };
    const standard = await greetingHeight();
    await setClientBehaviour(environment, { font_size: 8 });
    await expect.poll(greetingHeight).toBeGreaterThan(1.5 * standard);
    expect(await findFaults(phone, "/")).toEqual([]);
    await phone.open("/menu?restaurant_id=SH001&table=A12");
    await phone.waitUntilIdle();
    expect(await findFaults(phone, "/menu")).toEqual([]);
    await setClientBehaviour(environment, { font_size: 2 });
    await phone.close();
  },
);

test("elder mode enlarges and clears the pages, and is there before the app's code at the next visit", async () => {
  const phone = await environment.phone({ storage: context.getStorage("demo") });
  const { page } = phone;
  await phone.open("/profile");
  const mode = page.getByRole("switch", { name: "长辈模式" });
  await mode.click();
  expect(await mode.isChecked()).toBe(true);
  expect(await findFaults(phone, "/profile")).toEqual([]);
  await page.route("**/assets/*.js", (route) => route.abort());
  await phone.open("/");
  await page.getByText("推荐门店").waitFor();
  const isOn = () => document.documentElement.hasAttribute("data-elder");
  expect(await page.evaluate(isOn)).toBe(true);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe("20px");
  await page.unroute("**/assets/*.js");
  await phone.open("/");
  await phone.waitUntilIdle();
  expect(await page.getByText("大家都在点").isVisible()).toBe(false);
  expect(await page.getByText("邀请好友").isVisible()).toBe(false);
  expect(await findFaults(phone, "/")).toEqual([]);
  await phone.open("/profile");
  await mode.click();
  expect(await page.evaluate(isOn)).toBe(false);
  await phone.close();
});
