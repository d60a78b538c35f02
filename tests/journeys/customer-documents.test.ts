import { afterAll, beforeAll, expect, test } from "vitest";
import type { Phone } from "../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { type Customer, createCustomer, revokeToken, storageState } from "./support/customer.ts";
import { createPaidOrder } from "./support/staff.ts";
import { startEnvironment } from "./support/startEnvironment.ts";

let environment: TestEnvironment;

beforeAll(async () => {
  environment = await startEnvironment();
});

afterAll(async () => {
  await environment.close();
});

/** Opens the phone of a customer who has used the app before: it holds the cookies of the login. */
async function openReturningPhone({ token }: Customer, expected?: RegExp): Promise<Phone> {
  const phone = await environment.phone({
    storage: storageState(environment, { token }),
    ...(expected !== undefined && { expected }),
  });
  await phone.open("/takeaway-menu");
  await phone.button(/^增加/).first().waitFor();
  await phone.waitUntilIdle();
  return phone;
}

/** Returns the text of a document as the server sends it to this phone; a busy server sends shells instead. */
async function fetchText({ page }: Phone, path: string): Promise<string> {
  const response = await page.request.get(`${environment.installation.url}${path}`);
  const html = (/<div id="root">([\s\S]*?)<script/.exec(await response.text())?.[1] ?? "").replace(
    /<[^>]*>/g,
    "",
  );
  return html;
}

/** Opens a page once the server has capacity to render it, without any script of the app. */
async function openWithoutCode(phone: Phone, path: string, content: string): Promise<void> {
  await expect.poll(() => fetchText(phone, path)).toContain(content);
  await phone.page.route("**/assets/*.js", (route) => route.abort());
  await expect
    .poll(async () => {
      await phone.open(path);
      return await phone.page.locator("#root").innerText();
    })
    .toContain(content);
}

test("a returning customer's takeaway menu comes with the document, and the app takes it over as it is", async () => {
  const phone = await openReturningPhone(await createCustomer(environment), /ERR_FAILED|Failed to load/);
  const { page } = phone;
  await openWithoutCode(phone, "/takeaway-menu", "中金国际广场");
  expect(await page.locator("#root").innerText()).toMatch(/食单·徐家汇店[\s\S]*¥\s*\d+/);
  await page.unroute("**/assets/*.js");
  const calls: string[] = [];
  page.on("request", (request) =>
    calls.push(new URL(request.url()).pathname + new URL(request.url()).search),
  );
  await phone.open("/takeaway-menu");
  await phone.button(/^增加/).first().click();
  await page.getByText("还没有选商品").waitFor({ state: "detached" });
  await phone.waitUntilIdle();
  // The menu is only confirmed: its version is known.
  const bootstraps = calls.filter((call) => call.startsWith("/api/v1/takeaway-menu/start"));
  expect(bootstraps).toEqual([expect.stringMatching(/address_id=.+&menu_version=.+/)]);
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});

test("a returning customer's orders come with the document, and follow what happens to them", async () => {
  const customer = await createCustomer(environment);
  const { id } = await createPaidOrder(environment, customer);
  const phone = await openReturningPhone(customer, /ERR_FAILED|Failed to load/);
  await openWithoutCode(phone, `/order/${id}`, "滑蛋虾仁饭");
  await openWithoutCode(phone, "/orders", "食单·徐家汇店");
  await phone.page.unroute("**/assets/*.js");
  await phone.open("/orders");
  await phone.waitUntilIdle();
  await phone.page.getByRole("tab", { name: "已完成" }).click();
  await phone.page.getByRole("tab", { name: "全部" }).click();
  await phone.page.getByText("食单·徐家汇店").first().click();
  await phone.page.waitForURL(/\/order\//);
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});

test("Back while the code of a reloaded order loads opens the page before it, without a difference to report", async () => {
  const customer = await createCustomer(environment);
  const { id } = await createPaidOrder(environment, customer);
  const phone = await openReturningPhone(customer);
  const { page } = phone;
  await phone.open("/orders");
  await page.getByText("食单·徐家汇店").first().click();
  await page.waitForURL(/\/order\//);
  await phone.waitUntilIdle();
  await expect.poll(() => fetchText(phone, `/order/${id}`)).toContain("滑蛋虾仁饭");
  let letCodeThrough = () => {};
  const isCodeAllowed = new Promise<void>((resolve) => {
    letCodeThrough = resolve;
  });
  await page.route("**/assets/*.js", async (route) => {
    await isCodeAllowed;
    await route.continue();
  });
  await page.reload({ waitUntil: "commit" });
  await page.getByText("滑蛋虾仁饭").waitFor();
  // The entry belongs to the same document, also after the reload: no other one is loaded.
  await page.evaluate(() => window.history.back());
  await page.waitForURL(/\/orders$/);
  letCodeThrough();
  await page.getByRole("tab", { name: "全部" }).waitFor();
  await page.getByText("食单·徐家汇店").first().click();
  await page.waitForURL(/\/order\//);
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});

test("the next document after a change of the address shows the new address", async () => {
  const customer = await createCustomer(environment);
  const phone = await openReturningPhone(customer);
  await phone.page.evaluate(() => {
    const address = JSON.parse(window.localStorage.getItem("selectedAddress") ?? "{}");
    window.localStorage.setItem("selectedAddress", JSON.stringify({ ...address, id: "another" }));
  });
  // The page is left, which tells the server.
  await phone.open("/");
  // The server knows no such address: it sends the shell, and the app finds the default address.
  expect(await fetchText(phone, "/takeaway-menu")).not.toContain("中金国际广场");
  await phone.close();
});

test("a phone that has logged out shows nothing of the customer, even when the server did not hear of it", async () => {
  const phone = await openReturningPhone(await createCustomer(environment), /ERR_FAILED|Failed to load/);
  const { page, context } = phone;
  await expect.poll(() => fetchText(phone, "/takeaway-menu")).toContain("中金国际广场");
  await page.route("**/api/v1/user/logout", (route) => route.abort());
  await phone.open("/profile");
  await phone.button("退出登录").click();
  await page.getByText("确定退出登录吗？").waitFor();
  await phone.button("退出登录").last().click();
  await page.getByText("已退出登录").waitFor();
  expect((await context.cookies()).map(({ name }) => name)).not.toContain("ssr_state");
  for (const path of ["/takeaway-menu", "/orders"]) {
    const text = await fetchText(phone, path);
    expect([text.includes("中金国际广场"), text.includes("徐家汇店")]).toEqual([false, false]);
  }
  await phone.close();
});

test("a login that was ended elsewhere gets the shell and the notice", async () => {
  const customer = await createCustomer(environment);
  const phone = await openReturningPhone(customer, /401/);
  await revokeToken(environment, customer.token);
  await phone.open("/takeaway-menu");
  await phone.page.waitForURL(/\/login/);
  expect(await fetchText(phone, "/takeaway-menu")).not.toContain("中金国际广场");
  await phone.close();
});
