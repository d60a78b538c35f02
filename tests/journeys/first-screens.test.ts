import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Phone } from "../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { createCart, shrimpRice } from "./support/cart.ts";
import { createCustomer, storageState } from "./support/customer.ts";
import { engines } from "./support/Device.ts";
import { type DevicePool, openDevicePool } from "./support/openDevicePool.ts";
import { createPaidOrder } from "./support/staff.ts";
import { watchShifts } from "./support/watchShifts.ts";

const menu = "/menu?restaurant_id=SH001";
let devices: DevicePool;
let environment: TestEnvironment;

beforeAll(async () => {
  devices = await openDevicePool();
  environment = devices.environment;
});

// A busy server sends documents without their rendered screen rather than late: each test waits for the
// screens.
beforeEach(async () => {
  for (const path of ["/", menu, `${menu}&type=dine_in`])
    await expect.poll(async () => await fetchFoodHtml(path)).toContain("¥");
});

afterAll(async () => {
  await devices.close();
});

/** Returns the rendered HTML of a document as sent, without scripts. */
async function fetchFoodHtml(path: string): Promise<string> {
  const text = await (await fetch(`${environment.installation.url}${path}`)).text();
  return (/<div id="root">([\s\S]*?)<script/.exec(text)?.[1] ?? "").replace(/<[^>]*>/g, "");
}

describe("home and menus show dishes and prices", () => {
  const seen = async (phone: Phone) => {
    for (const [path, dish] of [
      ["/", "main li"],
      [menu, "li h3"],
    ] as const) {
      await phone.open(path);
      await phone.page.locator(dish).first().waitFor();
      expect(await phone.page.locator("#root").innerText()).toMatch(/¥\s*\d+/);
    }
  };

  test("with scripts disabled", async () => {
    const phone = await environment.phone({ hasNoScripts: true });
    await seen(phone);
    expect(await phone.page.locator(".off").innerText()).toBe("请开启 JavaScript 后使用食单");
    expect(phone.unexpectedErrors).toEqual([]);
    await phone.close();
  });

  test("when no script arrives, and a tap reloads everything", async () => {
    const phone = await environment.phone({ expected: /ERR_FAILED|Failed to load/ });
    await phone.page.route("**/assets/*.js", (route) => route.abort());
    await seen(phone);
    await phone.waitForQuietNetwork();
    await phone.page.unroute("**/assets/*.js");
    const loaded = phone.page.waitForEvent("load");
    await phone.button(/^增加/).first().click();
    await loaded;
    await phone.waitUntilIdle();
    await phone.button(/^增加/).first().click();
    await phone.page.getByText("还没有选商品").waitFor({ state: "detached" });
    await phone.close();
  });

  /** Opens the menu with its code held back, does something, then lets the code through. */
  async function actBeforeCode(phone: Phone, act: () => Promise<void>): Promise<void> {
    let letCodeThrough = () => {};
    const isCodeAllowed = new Promise<void>((resolve) => {
      letCodeThrough = resolve;
    });
    await phone.page.route("**/assets/*.js", async (route) => {
      await isCodeAllowed;
      await route.continue();
    });
    await phone.page.goto(environment.installation.url + menu, { waitUntil: "commit" });
    await act();
    letCodeThrough();
  }

  test("and a tap before the app's code has loaded takes effect afterwards", async () => {
    const phone = await environment.phone();
    const { page } = phone;
    await actBeforeCode(phone, async () => {
      await phone.button(/^增加/).first().click();
      await page.getByText("还没有选商品").waitFor();
    });
    await page.getByText("还没有选商品").waitFor({ state: "detached" });
    expect(phone.unexpectedErrors).toEqual([]);
    await phone.close();
  });

  test("and a dish typed before the app's code has loaded is found afterwards", async () => {
    const phone = await environment.phone();
    const { page } = phone;
    const box = page.getByRole("searchbox", { name: "搜索商品" });
    await actBeforeCode(phone, () => box.fill("滑蛋虾仁饭"));
    await expect.poll(() => phone.button(/^增加/).count()).toBe(1);
    expect(await box.inputValue()).toBe("滑蛋虾仁饭");
    expect(phone.unexpectedErrors).toEqual([]);
    await phone.close();
  });

  test("while the browser is too old, with a notice", async () => {
    const phone = await environment.phone();
    await seen(phone);
    expect(await phone.page.locator(".old").isVisible()).toBe(false);
    await phone.page.addInitScript(() => Reflect.deleteProperty(Promise, "any"));
    await seen(phone);
    expect(await phone.page.locator(".old").innerText()).toMatch(/版本较旧.*请升级/);
    expect(await phone.page.locator(".old").isVisible()).toBe(true);
    await phone.close();
  });

  test("while a page's code cannot be loaded, and continue when it can", async () => {
    const phone = await environment.phone({ expected: /ERR_FAILED|Failed to/ });
    await phone.page.route("**/assets/MenuPage-*.js", (route) => route.abort());
    await seen(phone);
    // The app requests the document once more by itself.
    await phone.waitForQuietNetwork();
    await phone.page.unroute("**/assets/MenuPage-*.js");
    await phone.page.reload();
    await phone.button(/^增加/).first().click();
    await phone.page.getByText("还没有选商品").waitFor({ state: "detached" });
    await phone.close();
  });
});

/** Script that writes the document of a path into the open page, for inspection before its scripts run. */
const openingScript = (path: string) => `
  return (async () => {
    // The page it is put into allows no script of this document's own: the one that begins the app is made an element.
    const html = (await (await fetch(${JSON.stringify(path)})).text()).replace(/<script>[\\s\\S]*?<.script>/g, "")
      .replace(/<script data-files="(\\S+)[\\s\\S]*?<.script>/, '<script type="module" crossorigin src="$1"></' + "script>");
    history.replaceState(null, "", ${JSON.stringify(path)});
    document.open();
    document.write(html);
    document.close();
    window.faults = [];
    addEventListener("error", (event) => window.faults.push(String(event.message)));
    addEventListener("unhandledrejection", (event) => window.faults.push(String(event.reason)));
    window.sent = [...document.querySelectorAll("#root *")];
    return window.sent.length;
  })();`;

const isHydratedScript = `
  const head = document.querySelector("#root h1");
  return head !== null && Object.keys(head).some((name) => name.startsWith("__reactFiber"));`;

const outcomeScript = `return {
  faults: window.faults,
  lost: window.sent.filter((element) => !element.isConnected).map((element) => element.outerHTML.slice(0, 120)),
  asked: performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname)
    .filter((path) => /^.api.v1.(restaurant|menu)/.test(path)),
};`;

describe.each(engines)("on %s", (engine) => {
  test.each(["/", menu, `${menu}&type=dine_in&table=A8`])(
    "the app takes over %s as it came: nothing is made anew, asked again or complained of",
    async (path) => {
      const { handset: device } = await devices.open(engine);
      await device.open("/healthz");
      expect(await device.run<number>(openingScript(path))).toBeGreaterThan(30);
      await expect.poll(() => device.run<boolean>(isHydratedScript)).toBe(true);
      if (path === "/") await device.waitText("邀请好友");
      else await device.press("增加");
      expect(await device.run(outcomeScript)).toEqual({ faults: [], lost: expect.anything(), asked: [] });
      const { lost } = await device.run<{ lost: string[] }>(outcomeScript);
      // A portion in the cart changes the cart bar; everything else is as the server sent it.
      expect(lost.filter((html) => !/还没有选商品/.test(html))).toEqual([]);
    },
  );
});

test("device-only data is added later without a layout shift: orders, cart, table", async () => {
  const customer = await createCustomer(environment);
  await createPaidOrder(environment, customer);
  const storage = storageState(environment, { token: customer.token });
  const phone = await environment.phone({ storage });
  const shifts = await watchShifts(phone);
  const { page } = phone;
  await phone.open("/");
  await page.getByText("进行中的订单").waitFor();
  await phone.waitUntilIdle();
  // The first visit cannot know the height of the orders; from the second on their space is reserved.
  await page.reload();
  await page.getByText("进行中的订单").waitFor();
  await phone.waitUntilIdle();
  expect(await shifts()).toEqual([]);
  await phone.open(`${menu}&type=dine_in&table=A8`);
  await page.getByText("A8").first().waitFor();
  await phone.waitUntilIdle();
  expect(await shifts()).toEqual([]);
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});

test("a cart of an earlier visit is in the menu that came with the document", async () => {
  const cart = { ...createCart([shrimpRice]), restaurantName: "食单·徐家汇店" };
  const carts = { version: 1, current: "SH001", carts: [cart] };
  const phone = await environment.phone({ storage: storageState(environment, { inStoreCarts: carts }) });
  const shifts = await watchShifts(phone);
  await phone.open(menu);
  await phone.page.getByText("还没有选商品").waitFor({ state: "detached" });
  await phone.waitUntilIdle();
  // The cart bar's button has larger text when it is enabled.
  expect((await shifts()).filter((shift) => !shift.includes("选好了"))).toEqual([]);
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});

test("a customer with a known location gets the nearest restaurant", async () => {
  const place = { city: "上海", position: { lat: 31.2304, lng: 121.4737 } };
  const phone = await environment.phone({ storage: storageState(environment, { last_position: place }) });
  const { page } = phone;
  // Its status is longer than that of the restaurant that came with the document.
  await page.route("**/api/v1/restaurant/list?*", async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/(?<="status_text":")[^"]*/g, "22:00 打烊");
    await route.fulfill({ response, body });
  });
  const shifts = await watchShifts(phone);
  await phone.open("/");
  await page.getByRole("heading", { name: "离您最近的店" }).waitFor();
  await page.getByText(/^(\d{1,3}m|\d+\.\dkm)$/).waitFor();
  await page.getByText("22:00 打烊").waitFor();
  await phone.waitUntilIdle();
  expect(await shifts()).toEqual([]);
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});

test("dishes that came with the document stay when their code cannot be loaded", async () => {
  const phone = await environment.phone({ expected: /ERR_FAILED|dynamically imported/ });
  const refused = phone.page.waitForEvent("requestfailed", (request) => /HomePopular/.test(request.url()));
  await phone.page.route(/assets\/HomePopular/, (route) => route.abort());
  await phone.open("/");
  await refused;
  await phone.waitUntilIdle();
  expect(await phone.page.locator("main li").count()).toBeGreaterThan(0);
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});
