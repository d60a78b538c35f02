import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Phone } from "../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { createCart, shrimpRice } from "./support/cart.ts";
import { createCustomer, readLocalStorage, storageState } from "./support/customer.ts";
import { startEnvironment } from "./support/startEnvironment.ts";

let environment: TestEnvironment;
let token: string;

beforeAll(async () => {
  environment = await startEnvironment();
  token = (await createCustomer(environment)).token;
});

afterAll(async () => {
  await environment.close();
});

async function closeWithoutErrors(phone: Phone): Promise<void> {
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
}

async function expectMenu(phone: Phone): Promise<void> {
  await phone.page.getByRole("navigation", { name: "商品分类" }).waitFor();
  await phone.page.getByText("食单·徐家汇店").waitFor();
}

async function addRice(phone: Phone): Promise<void> {
  await phone.page.getByRole("searchbox", { name: "搜索商品" }).fill("滑蛋虾仁饭");
  await phone.button("增加滑蛋虾仁饭").click();
  await phone.button("减少滑蛋虾仁饭").waitFor();
}

async function logOut(page: Page): Promise<void> {
  await page.getByText("退出登录").click();
  await page
    .locator(".rv-dialog")
    .getByRole("button", { name: /退出登录|确定/ })
    .click();
  await page.getByText("已退出登录").waitFor();
}

const keys = [
  "selectedAddress",
  "nearestRestaurant",
  "takeawayCart",
  "checkout",
  "last_position",
  "kept_menu_takeaway",
  "invite_code",
  "last_user",
];
const corruptValues: Record<string, string> = {
  "broken JSON": '{"id":"1","items":[',
  null: "null",
  "a list": "[[],{},null]",
  "an object of other things": '{"id":{"a":1},"items":"x","store":[1],"pointKey":5,"restaurantId":[]}',
  "far too much": "x".repeat(600_000),
};

test.each(Object.entries(corruptValues))("%s under every key never breaks a page", async (_what, text) => {
  const values = Object.fromEntries(keys.map((key) => [key, text]));
  // "null" can be a syntactically valid invite code that does not exist.
  const expected = /status of 422/;
  const phone = await environment.phone({
    storage: storageState(environment, { token, ...values }),
    expected,
  });
  for (const path of ["/", "/order-confirm", "/address-select", "/takeaway-menu"]) {
    await phone.open(path);
    await phone.page.getByRole("heading").first().waitFor();
  }
  await expectMenu(phone);
  await addRice(phone);
  await phone.button("选好了").click();
  await phone.page.getByText("配送费").waitFor();
  await closeWithoutErrors(phone);
});

test("five megabytes under one key leave no room, and the cart works all the same", async () => {
  const phone = await environment.phone({ storage: storageState(environment, { token }) });
  await phone.open("/takeaway");
  await phone.page.evaluate(() => {
    let size = 5_242_880;
    while (size > 0) {
      try {
        window.localStorage.setItem(
          "filler",
          (window.localStorage.getItem("filler") ?? "") + "x".repeat(size),
        );
      } catch {
        size = Math.floor(size / 2);
      }
    }
  });
  await phone.button("开始点餐").click();
  await expectMenu(phone);
  await addRice(phone);
  await phone.button("选好了").click();
  await phone.page.getByText("配送费").waitFor();
  await closeWithoutErrors(phone);
});

test.each([
  ["quantity -1", createCart([{ ...shrimpRice, quantity: -1 }])],
  ["quantity 1.5", createCart([{ ...shrimpRice, quantity: 1.5 }])],
  ["price 0", createCart([{ ...shrimpRice, priceFen: 0 }])],
  [
    "an older form",
    { items: [{ id: "10205", name: "滑蛋虾仁饭", price: 3300, quantity: 1 }], totalAmount: 3300 },
  ],
])("a cart with %s is cleaned away", async (_what, takeawayCart) => {
  const phone = await environment.phone({ storage: storageState(environment, { token, takeawayCart }) });
  await phone.open("/takeaway-menu");
  await expectMenu(phone);
  await phone.page.getByText("还没有选商品").waitFor();
  expect((await readLocalStorage(phone.page)).takeawayCart).toBeUndefined();
  await closeWithoutErrors(phone);
});

test("a cart of another restaurant is copied along, and stays stored for that restaurant", async () => {
  const takeawayCart = createCart([shrimpRice], "BJ001");
  const phone = await environment.phone({ storage: storageState(environment, { token, takeawayCart }) });
  await phone.open("/takeaway-menu");
  await phone.page.getByText("原门店的购物车已为您保留").waitFor();
  await phone.button("知道了").click();
  await phone.button(/^选好了/).waitFor();
  const stored = JSON.parse((await readLocalStorage(phone.page)).takeawayCart ?? "{}");
  expect(stored).toMatchObject({ restaurantId: "SH001", others: [{ restaurantId: "BJ001" }] });
  await closeWithoutErrors(phone);
});

test("a token of another type counts as none, and an unknown one leads to the login", async () => {
  for (const value of ["登录", "a\nb", " "]) {
    const phone = await environment.phone({
      storage: storageState(environment, { token: value, service_token: value }),
    });
    await phone.open("/takeaway-menu");
    await phone.page.waitForURL(/\/login\?redirect=%2Ftakeaway-menu$/);
    expect((await readLocalStorage(phone.page)).token).toBeUndefined();
    await phone.open("/admin/customer-service");
    await phone.page.waitForURL(/\/admin\/login/);
    await closeWithoutErrors(phone);
  }
  const phone = await environment.phone({
    storage: storageState(environment, { token: "undefined" }),
    expected: /Failed to load resource|failed ApiError: 登录已过期/,
  });
  await phone.open("/takeaway-menu");
  const expiredNotice = phone.page.getByText("登录已过期，请重新登录");
  await expiredNotice.waitFor();
  await phone.page.waitForURL(/\/login\?redirect=%2Ftakeaway-menu$/);
  await expiredNotice.waitFor({ state: "hidden" });
  await phone.login();
  await phone.page.waitForURL(/\/takeaway-menu$/);
  await phone.page.getByText("选好收货地址，就能看到附近餐厅的菜单").first().waitFor();
  await closeWithoutErrors(phone);
});

test.each([
  [
    "is denied",
    () => {
      Object.defineProperty(window, "localStorage", {
        get: () => {
          throw new DOMException("denied", "SecurityError");
        },
      });
    },
  ],
  [
    "is always full",
    () => {
      Storage.prototype.setItem = () => {
        throw new DOMException("full", "QuotaExceededError");
      };
    },
  ],
])(
  "where storage %s, login, cart and order work as long as the page is open",
  async (_what, corruptScript) => {
    const { phone: number } = await createCustomer(environment);
    const phone = await environment.phone();
    const { page } = phone;
    await page.addInitScript(corruptScript);
    await phone.open("/takeaway");
    await phone.button("开始点餐").click();
    await phone.login(number);
    await expectMenu(phone);
    await addRice(phone);
    await phone.button("选好了").click();
    await page.getByText("配送费").waitFor();
    await page.getByText("中金国际广场").first().waitFor();
    await phone.button("提交订单").click();
    await page.waitForURL(/\/pay\/cashier/);
    await closeWithoutErrors(phone);
  },
);

test("two tabs share the cart, and a logout in one ends the other", async () => {
  const { token: own } = await createCustomer(environment);
  const phone = await environment.phone({ storage: storageState(environment, { token: own }) });
  await phone.open("/takeaway-menu");
  await expectMenu(phone);
  const other = await phone.context.newPage();
  await other.goto(`${phone.url}/takeaway-menu`);
  await other.getByRole("navigation", { name: "商品分类" }).waitFor();
  await addRice(phone);
  await other.getByRole("searchbox", { name: "搜索商品" }).fill("滑蛋虾仁饭");
  await other.getByRole("button", { name: "减少滑蛋虾仁饭" }).waitFor();
  await other.getByRole("button", { name: "增加滑蛋虾仁饭" }).click();
  await expect
    .poll(
      async () => JSON.parse((await readLocalStorage(phone.page)).takeawayCart ?? "{}").items?.[0].quantity,
    )
    .toBe(2);
  const row = phone.page.getByRole("listitem").filter({ hasText: "滑蛋虾仁饭" });
  await row.getByText("2", { exact: true }).waitFor();

  await other.goto(`${phone.url}/profile`);
  await logOut(other);
  expect((await readLocalStorage(other)).token).toBeUndefined();
  await phone
    .button(/选择收货地址|中金国际广场/)
    .first()
    .click();
  await phone.page.waitForURL(/\/login\?redirect=%2Faddress-select$/);
  await closeWithoutErrors(phone);
});

test("another customer who logs in in the other tab orders nothing to the address of the first", async () => {
  const first = await createCustomer(environment);
  const second = await createCustomer(environment, null);
  const storage = storageState(environment, { token: first.token, takeawayCart: createCart([shrimpRice]) });
  const phone = await environment.phone({
    storage,
    expected: /Failed to load resource|placing the order failed/,
  });
  await phone.open("/takeaway-menu");
  await expectMenu(phone);
  await phone.button("选好了").click();
  await phone.page.getByText("配送费").waitFor();
  const other = await phone.context.newPage();
  await other.goto(`${phone.url}/profile`);
  await logOut(other);
  await other.goto(`${phone.url}/login`);
  await other.evaluate((text) => window.localStorage.setItem("token", text), second.token);
  const submit = phone.button("提交订单");
  await expect.poll(() => submit.isDisabled()).toBe(true);
  await phone.page.reload();
  await phone.page.getByRole("heading", { name: "确认订单" }).waitFor();
  await phone.button("请选择收货地址").waitFor();
  expect(await phone.page.getByText("中金国际广场").count()).toBe(0);
  expect(await submit.isDisabled()).toBe(true);
  const rows = await environment.queryRows(
    "select id from orders where user_id like 'journey' || $1 or user_id like 'journey' || $2",
    [first.phone, second.phone],
  );
  expect(rows).toEqual([]);
  await closeWithoutErrors(phone);
});
