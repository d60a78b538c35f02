import { afterAll, beforeAll, expect, test } from "vitest";
import { everyDay } from "#contract/restaurant/opening-hours.ts";
import type { Phone, PhoneOptions } from "../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { createCustomer, storageState } from "./support/customer.ts";
import { startEnvironment } from "./support/startEnvironment.ts";

let environment: TestEnvironment;
const xujiahui = { city: "上海", position: { lat: 31.1898, lng: 121.437 } };
const expectedErrors =
  /Failed to load resource|loading (restaurants|more of a list) failed|changing a favourite failed|locating failed/;

beforeAll(async () => {
  environment = await startEnvironment();
});

afterAll(async () => {
  await environment.close();
});

async function openList(
  options: PhoneOptions = {},
  path = "/restaurant-select?type=dine_in",
): Promise<Phone> {
  const phone = await environment.phone({
    storage: storageState(environment, { last_position: xujiahui }),
    ...options,
  });
  await phone.open(path);
  return phone;
}

const restaurantRows = ({ page }: Phone) =>
  page.locator("main li, ul > li").filter({ has: page.getByRole("button") });
const restaurantRow = (phone: Phone, name: string) => restaurantRows(phone).filter({ hasText: name });

async function closeWithoutErrors(phone: Phone): Promise<void> {
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
}

test("from the first screen to a restaurant's menu: ten at a time, nearest first, until all are loaded", async () => {
  const requestedUrls: string[] = [];
  const phone = await openList({}, "/");
  const { page } = phone;
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.searchParams.get("pageSize") === "10") requestedUrls.push(url.searchParams.get("page") ?? "");
  });
  await page.getByRole("link", { name: "到店自取" }).click();
  await page.waitForURL(/\/restaurant-select\?type=pickup$/);
  await restaurantRow(phone, "徐家汇店").getByText("534m").waitFor();
  expect(await restaurantRows(phone).count()).toBe(10);
  const [total] = await environment.queryRows<{ count: number }>(
    "select count(*)::int from restaurants where closed_at is null",
  );
  const bottom = page.getByText("没有更多了");
  await expect
    .poll(
      async () => {
        await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
        return await bottom.count();
      },
      { timeout: 20_000 },
    )
    .toBe(1);
  expect(await restaurantRows(phone).count()).toBe(total?.count);
  const pages = Math.floor((total?.count ?? 0) / 10) + 1;
  expect(requestedUrls).toEqual(Array.from({ length: pages }, (_, n) => String(n + 1)));
  await page.evaluate(() => window.scrollTo(0, 0));
  await restaurantRows(phone).first().getByText("食单·徐家汇店").click();
  await page.waitForURL(/\/menu\?restaurant_id=SH001&type=pickup$/);
  await closeWithoutErrors(phone);
});

test("a search replaces the list, and clearing it brings the list back", async () => {
  const phone = await openList();
  const { page } = phone;
  await restaurantRow(phone, "徐家汇店").waitFor();
  const box = page.getByRole("searchbox", { name: "搜索餐厅" });
  await box.fill("杭州");
  await page.getByText("没有更多了").waitFor();
  await restaurantRow(phone, "徐家汇店").waitFor({ state: "detached" });
  for (const row of await restaurantRows(phone).allTextContents()) expect(row).toContain("杭州");
  await box.fill("没有这样的店");
  await page.getByText("没有找到“没有这样的店”").waitFor();
  await phone.button("清除搜索").click();
  await restaurantRow(phone, "徐家汇店").waitFor();
  expect(await restaurantRows(phone).count()).toBe(10);
  await closeWithoutErrors(phone);
});

/** Returns "HH:mm" in Shanghai some hours from now. */
function localTimeIn(hours: number): string {
  return new Date(Date.now() + (8 + hours) * 3_600_000).toISOString().slice(11, 16);
}

test("open, closed and paused restaurants show their status, a pause with the time it ends", async () => {
  const noon = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  await environment.queryRows("update restaurants set paused_until = $1 where id = 'SH002'", [
    `${noon}T04:30:00Z`,
  ]);
  await environment.queryRows("update restaurants set week_hours = $1 where id = 'SH003'", [
    JSON.stringify(everyDay([localTimeIn(-2), localTimeIn(-1)])),
  ]);
  const [closed] = await environment.queryRows<{ name: string }>(
    "select name from restaurants where id = 'SH003'",
  );
  const phone = await openList();
  await restaurantRow(phone, "徐家汇店").getByText("营业中").waitFor();
  const paused = restaurantRow(phone, "上海体育馆店");
  await paused.getByText("暂停接单").waitFor();
  await paused.getByText(`${noon.slice(5)} 12:30 恢复接单`).waitFor();
  await restaurantRow(phone, closed?.name ?? "")
    .getByText("休息中")
    .waitFor();
  await environment.queryRows("update restaurants set paused_until = null where id = 'SH002'");
  await closeWithoutErrors(phone);
});

test("a customer adds a favourite, finds it first the next time, and removes it again", async () => {
  const { token, phone: number } = await createCustomer(environment, null);
  const storage = storageState(environment, { token, last_position: xujiahui });
  const phone = await openList({ storage });
  const { page } = phone;
  const far = restaurantRows(phone).nth(5);
  const name = (await far.locator("span").first().textContent()) ?? "";
  await restaurantRow(phone, name).getByRole("button", { name: "收藏", exact: true }).click();
  await page.getByText("收藏成功").waitFor();
  await restaurantRow(phone, name).getByRole("button", { name: "取消收藏" }).waitFor();
  expect(await restaurantRows(phone).first().textContent()).toContain("徐家汇店");
  const storedRows = await environment.queryRows(
    "select 1 from favourites f join users u on u.id = f.user_id join restaurants r on r.id = f.restaurant_id where u.phone = $1 and r.name = $2",
    [number, name],
  );
  expect(storedRows).toHaveLength(1);
  await page.reload();
  await restaurantRows(phone).first().getByText(name).waitFor();
  await restaurantRows(phone).first().getByRole("button", { name: "取消收藏" }).click();
  await page.getByText("已取消收藏").waitFor();
  await restaurantRow(phone, name).getByRole("button", { name: "收藏", exact: true }).waitFor();
  await closeWithoutErrors(phone);
});

test("a failed favourite says so and is unchanged; a guest is led to the login and back, and then has it", async () => {
  const { token } = await createCustomer(environment, null);
  const storage = storageState(environment, { token, last_position: xujiahui });
  const phone = await openList({ storage, expected: expectedErrors });
  await phone.page.route(/favorite\/toggle/, (route) => route.fulfill({ status: 500, json: {} }));
  const star = restaurantRow(phone, "徐家汇店").getByRole("button", { name: "收藏", exact: true });
  await star.click();
  await phone.page.getByText("操作失败").waitFor();
  expect(await star.count()).toBe(1);
  await closeWithoutErrors(phone);
  const guest = await openList();
  await restaurantRow(guest, "徐家汇店").getByRole("button", { name: "收藏", exact: true }).click();
  await guest.page.waitForURL(/\/login\?redirect=/);
  await guest.login();
  await guest.page.waitForURL(/\/restaurant-select\?type=dine_in$/);
  // The interrupted tap is replayed now, once.
  await guest.page.getByText("收藏成功").waitFor();
  await restaurantRow(guest, "徐家汇店").getByRole("button", { name: "取消收藏" }).click();
  await guest.page.getByText("已取消收藏").waitFor();
  await guest.page.reload();
  await restaurantRow(guest, "徐家汇店").getByRole("button", { name: "收藏", exact: true }).waitFor();
  await closeWithoutErrors(guest);
});

test("another city is chosen by its name, and saved for the first screen", async () => {
  const phone = await openList();
  const { page } = phone;
  await phone.button("上海").click();
  const sheet = page.getByRole("dialog", { name: "选择城市" });
  await sheet.getByRole("searchbox", { name: "搜索城市" }).fill("州");
  await sheet.getByRole("listitem").filter({ hasText: "杭州" }).waitFor();
  await sheet.getByRole("searchbox", { name: "搜索城市" }).fill("杭州");
  await page.keyboard.press("Enter");
  await sheet.waitFor({ state: "detached" });
  await phone.button("杭州").waitFor();
  await restaurantRow(phone, "徐家汇店").waitFor({ state: "detached" });
  await restaurantRows(phone).first().waitFor();
  for (const row of await restaurantRows(phone).allTextContents()) {
    expect(row).toContain("杭州");
    expect(row).not.toMatch(/\dk?m$/);
  }
  await phone.open("/");
  await phone.button("杭州").click();
  await page.getByRole("dialog", { name: "选择城市" }).getByRole("button", { name: "重新定位" }).click();
  await page.getByText("已定位到上海").waitFor();
  await page.getByRole("dialog", { name: "选择城市" }).waitFor({ state: "detached" });
  await phone.button("上海").waitFor();
  await closeWithoutErrors(phone);
});

test("a city without restaurants says so and offers another one", async () => {
  const lhasa = { city: "拉萨", position: { lat: 29.65, lng: 91.14 }, cityCode: "540100" };
  const phone = await openList({ storage: storageState(environment, { last_position: lhasa }) });
  await phone.page.getByText("拉萨暂时没有门店").waitFor();
  await phone.button("换个城市").click();
  const sheet = phone.page.getByRole("dialog", { name: "选择城市" });
  await sheet.getByRole("button", { name: "上海", exact: true }).first().click();
  await restaurantRow(phone, "徐家汇店").waitFor();
  await closeWithoutErrors(phone);
});

test("a list or a page that cannot be loaded can be retried", async () => {
  const phone = await openList({ expected: expectedErrors }, "/takeaway");
  const { page } = phone;
  let isBroken = true;
  await page.route(/restaurant\/list\?.*page=(1|2)&/, (route) => {
    const isFirst = /page=1&/.test(route.request().url());
    return isBroken ? route.fulfill({ status: isFirst ? 500 : 503, json: {} }) : route.continue();
  });
  await phone.open("/restaurant-select");
  await page.getByText("获取餐厅信息失败").waitFor();
  await page.unroute(/restaurant\/list\?.*page=(1|2)&/);
  await page.route(/restaurant\/list\?.*page=2&/, (route) =>
    isBroken ? route.fulfill({ status: 503, json: {} }) : route.continue(),
  );
  await phone.button("重试").click();
  await restaurantRow(phone, "徐家汇店").waitFor();
  await restaurantRows(phone).nth(9).scrollIntoViewIfNeeded();
  await phone.button("重试").waitFor();
  isBroken = false;
  await phone.button("重试").click();
  await restaurantRows(phone).nth(10).waitFor();
  await closeWithoutErrors(phone);
});
