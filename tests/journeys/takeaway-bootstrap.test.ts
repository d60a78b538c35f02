import { afterAll, beforeAll, expect, test } from "vitest";
import { legalEndpoints } from "#contract/legal/endpoints.ts";
import type { Phone } from "../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { createCustomer, readLocalStorage, storageState } from "./support/customer.ts";
import { startEnvironment } from "./support/startEnvironment.ts";
import { watchShifts } from "./support/watchShifts.ts";

const startPath = "/api/v1/takeaway-menu/start";
let environment: TestEnvironment;

beforeAll(async () => {
  environment = await startEnvironment();
});

afterAll(async () => {
  await environment.close();
});

/** Records the method and path of every API call, and the queries. */
function recordRequests({ page }: Phone): { calls: string[]; queries: URLSearchParams[] } {
  const recorded: { calls: string[]; queries: URLSearchParams[] } = { calls: [], queries: [] };
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (!pathname.startsWith("/api/")) return;
    recorded.calls.push(pathname);
    recorded.queries.push(searchParams);
  });
  return recorded;
}

const addDishButton = (phone: Phone) => phone.button("增加滑蛋虾仁饭");

async function findRice(phone: Phone): Promise<void> {
  await phone.page.getByRole("searchbox", { name: "搜索商品" }).fill("滑蛋虾仁饭");
  await addDishButton(phone).waitFor();
}

/** Opens a phone with the menu of an earlier visit cached, on another page. */
async function openReturningPhone(expected?: RegExp): Promise<Phone> {
  const { token } = await createCustomer(environment);
  const phone = await environment.phone({
    storage: storageState(environment, { token }),
    ...(expected !== undefined && { expected }),
  });
  await phone.open("/takeaway-menu");
  await findRice(phone);
  await expect.poll(async () => (await readLocalStorage(phone.page)).kept_menu_takeaway).toBeDefined();
  await phone.open("/takeaway");
  return phone;
}

/** Lets the server send the next document without the menu, as to a phone whose cookies are gone. */
async function forgetLogin(phone: Phone): Promise<void> {
  // The answer to a request that is sent without the cookie would bring it back.
  await phone.waitUntilIdle();
  await phone.context.clearCookies({ name: "ssr_session" });
}

/** Makes the cached data older by a number of minutes. */
async function ageCache(phone: Phone, minutes: number): Promise<void> {
  await phone.page.evaluate((ms) => {
    const text = window.localStorage.getItem("kept_menu_takeaway") ?? "";
    const aged = text.replace(/^\d+/, (at) => String(Number(at) - ms));
    window.localStorage.setItem("kept_menu_takeaway", aged);
  }, minutes * 60_000);
}

test("a first visit sends one request for address, restaurant and menu, and then shows dishes", async () => {
  const { token } = await createCustomer(environment);
  const phone = await environment.phone({ storage: storageState(environment, { token }) });
  const { calls } = recordRequests(phone);
  const shown = phone.page.getByRole("navigation", { name: "商品分类" });
  await phone.page.route(`**${startPath}*`, async (route) => {
    // No other request is sent before the response.
    expect(calls).toEqual([startPath]);
    expect(await shown.count()).toBe(0);
    await route.continue();
  });
  await phone.open("/takeaway-menu");
  await findRice(phone);
  await phone.page.getByText("食单·徐家汇店").waitFor();
  await phone.page.getByText("中金国际广场").first().waitFor();
  expect(calls.filter((path) => path === startPath)).toEqual([startPath]);
  expect(calls.filter((path) => /address|restaurant\/list|items/.test(path))).toEqual([]);
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});

test("the combined request is sent while the app's code still loads, also for a chosen address", async () => {
  const { token } = await createCustomer(environment);
  const phone = await environment.phone({ storage: storageState(environment, { token }) });
  const { page } = phone;
  await phone.open("/takeaway-menu");
  await findRice(phone);
  // The entry is stored after a delay, and must not be stored after its removal.
  await page.waitForFunction(() => "kept_menu_takeaway" in window.localStorage);
  await page.evaluate(() => window.localStorage.removeItem("kept_menu_takeaway"));
  let letCodeThrough = () => {};
  const isCodeAllowed = new Promise<void>((resolve) => {
    letCodeThrough = resolve;
  });
  await page.route("**/assets/*.js", async (route) => {
    await isCodeAllowed;
    await route.continue();
  });
  await forgetLogin(phone);
  const { calls, queries } = recordRequests(phone);
  const answered = page.waitForResponse((item) => item.url().includes(startPath));
  await page.reload({ waitUntil: "commit" });
  expect((await answered).status()).toBe(200);
  letCodeThrough();
  await findRice(phone);
  expect(queries[0]?.get("address_id")).toBeTruthy();
  expect(calls.filter((path) => path === startPath)).toEqual([startPath]);
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});

test("the cached menu is shown before any response, with its age, and refreshed in position", async () => {
  const phone = await openReturningPhone();
  const { page } = phone;
  await ageCache(phone, 5);
  const { calls, queries } = recordRequests(phone);
  let response: () => void = () => undefined;
  const isAllowed = new Promise<void>((resolve) => {
    response = resolve;
  });
  await page.route(`**${startPath}*`, async (route) => {
    await isAllowed;
    await route.continue();
  });
  const shifts = await watchShifts(phone);
  await forgetLogin(phone);
  await phone.open("/takeaway-menu");
  await page.getByRole("navigation", { name: "商品分类" }).waitFor();
  await page.getByText("菜单为 5 分钟前，正在更新").waitFor();
  await page.getByText("食单·徐家汇店").waitFor();
  expect(calls.filter((path) => path !== legalEndpoints.consent.path)).toEqual([startPath]);
  expect(queries[calls.indexOf(startPath)]?.get("menu_version")).toMatch(/^[\w-]+$/);
  response();
  await page.getByText("正在更新").waitFor({ state: "hidden" });
  await phone.waitUntilIdle();
  expect(await shifts()).toEqual([]);
  await findRice(phone);
  expect(calls.filter((path) => path === startPath)).toEqual([startPath]);
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});

test("changes since the last visit are applied to the menu and to the cart", async () => {
  const phone = await openReturningPhone();
  const { page } = phone;
  await phone.open("/takeaway-menu");
  await findRice(phone);
  await addDishButton(phone).click();
  await phone.open("/takeaway");
  await environment.queryRows(
    "update store_dishes set price_fen = 3400 where restaurant_id = 'SH001' and dish_id = '10205'",
  );
  try {
    await phone.open("/takeaway-menu");
    await page.getByText("价格由¥33.00变为¥34.00").waitFor();
    await phone.button("知道了").click();
    await findRice(phone);
    await page.getByRole("listitem").filter({ hasText: "滑蛋虾仁饭" }).getByText("34").first().waitFor();
  } finally {
    await environment.queryRows(
      "update store_dishes set price_fen = null where restaurant_id = 'SH001' and dish_id = '10205'",
    );
  }
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});

test("offline the cached menu is shown with its time, and is refreshed when the network is back", async () => {
  const phone = await openReturningPhone(/Failed to load resource|net::ERR/);
  const { page } = phone;
  await ageCache(phone, 5);
  await phone.context.route("**/api/**", (route) => route.abort("internetdisconnected"));
  await phone.button("开始点餐").click();
  await page.getByText(/暂时连不上，内容为 (\d\d-\d\d )?\d\d:\d\d 的记录/).waitFor();
  await findRice(phone);
  await phone.context.unroute("**/api/**");
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await page.getByText(/暂时连不上/).waitFor({ state: "hidden" });
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});

test("on a host without the combined endpoint, address, restaurant and menu are requested in sequence", async () => {
  const { token } = await createCustomer(environment);
  const phone = await environment.phone({
    storage: storageState(environment, { token }),
    expected: /Failed to load resource/,
  });
  const { calls } = recordRequests(phone);
  await phone.page.route(`**${startPath}*`, (route) =>
    route.fulfill({ status: 404, json: { code: 404, msg: "" } }),
  );
  await phone.open("/takeaway-menu");
  await findRice(phone);
  expect(calls.filter((path) => /takeaway-menu|address|restaurant\/list/.test(path))).toEqual([
    startPath,
    "/api/v1/address/list",
    "/api/v1/restaurant/list",
    "/api/v1/takeaway-menu/items",
  ]);
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});
