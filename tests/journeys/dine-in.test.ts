import { afterAll, beforeAll, expect, test } from "vitest";
import type { Phone } from "../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { addToCart, listInStoreOrders } from "./support/booking.ts";
import { readLocalStorage } from "./support/customer.ts";
import { startEnvironment } from "./support/startEnvironment.ts";
import { waitForModalHistory } from "./support/waitForModalHistory.ts";

let environment: TestEnvironment;

beforeAll(async () => {
  environment = await startEnvironment();
});

afterAll(async () => {
  await environment.close();
});

test("from a table's link to a paid order at that table; cart and table survive the login in between", async () => {
  const phone = await environment.phone();
  const { page } = phone;
  await phone.open("/menu?restaurant_id=SH001&table=A12");
  await page.getByText("A12桌").waitFor();
  expect(await page.getByRole("radio", { name: "堂食" }).isChecked()).toBe(true);
  await addToCart(phone, "滑蛋虾仁饭");
  await phone.button("选好了").click();
  await page.waitForURL(/\/confirm-order/);
  await phone.button("去登录").click();
  await page.waitForURL(/\/login\?redirect=%2Fconfirm-order/);
  const number = await phone.login();
  expect(phone.path).toBe("/confirm-order");
  await page.getByText("滑蛋虾仁饭").waitFor();
  expect(await page.getByLabel("桌号").inputValue()).toBe("A12");
  await page.getByText("商品金额").waitFor();
  await phone.button("提交订单").click();
  await page.waitForURL(/\/pay\/cashier/);
  await phone.button("确认支付").click();
  await page.getByRole("heading", { name: "已付款" }).waitFor();
  expect(await listInStoreOrders(environment, number)).toMatchObject([
    {
      type: "dine_in",
      status: "paid",
      restaurant_id: "SH001",
      booking_at: null,
      table_no: "A12",
      contact_phone: number,
      paid_fen: "3300",
    },
  ]);
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});

test("the fields are validated before the order is sent; the table can be changed, or removed for pick-up", async () => {
  const phone = await environment.phone();
  const { page } = phone;
  await phone.open("/login?redirect=%2Fmenu%3Frestaurant_id%3DSH002%26table%3D7");
  const number = await phone.login();
  await addToCart(phone, "滑蛋虾仁饭");
  await phone.button("选好了").click();
  await page.getByText("商品金额").waitFor();
  await page.getByLabel("桌号").fill("<7>");
  await page.getByLabel("联系电话").fill("12345");
  await phone.button("提交订单").click();
  await page.getByText("桌号只能是文字、字母和数字").waitFor();
  await page.getByText("手机号格式不正确").waitFor();
  expect(await listInStoreOrders(environment, number)).toEqual([]);
  await page.getByText("到店自取", { exact: true }).click();
  expect(await page.getByLabel("桌号").count()).toBe(0);
  await page.getByLabel("联系电话").fill("");
  await phone.button("提交订单").click();
  await page.waitForURL(/\/pay\/cashier/);
  expect(await listInStoreOrders(environment, number)).toMatchObject([
    { type: "pickup", restaurant_id: "SH002", table_no: null, contact_phone: number },
  ]);
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});

/** Lists the restaurants whose carts are stored on the device. */
async function storesWithCarts({ page }: Phone): Promise<string[]> {
  const text = (await readLocalStorage(page)).inStoreCarts ?? '{"carts":[]}';
  const { carts } = JSON.parse(text) as { carts: { restaurantId: string }[] };
  return carts.map(({ restaurantId }) => restaurantId).sort();
}

test("another restaurant prompts about the previous dishes, and each restaurant has its own cart", async () => {
  const phone = await environment.phone();
  const { page } = phone;
  const question = page.getByRole("dialog", { name: "换了一家店" });
  await phone.open("/menu?restaurant_id=SH001");
  await addToCart(phone, "滑蛋虾仁饭");
  await page.getByText("¥33.00").last().waitFor();

  await phone.open("/menu?restaurant_id=SH002");
  await question.getByText("您在食单·徐家汇店还选了1件商品").waitFor();
  await question.getByRole("button", { name: "保留" }).click();
  await page.getByText("还没有选商品").waitFor();
  await addToCart(phone, "黄金炸虾（三只）");
  // The cart is stored shortly after the tap was handled.
  await expect.poll(() => storesWithCarts(phone)).toEqual(["SH001", "SH002"]);

  await phone.open("/menu?restaurant_id=SH001");
  await question.getByText("您在食单·上海体育馆店还选了1件商品").waitFor();
  await question.getByRole("button", { name: "清空" }).click();
  await phone.button("减少滑蛋虾仁饭").first().waitFor();
  await waitForModalHistory(page);
  await page.reload();
  await phone.button("减少滑蛋虾仁饭").first().waitFor();
  expect(await question.count()).toBe(0);

  await phone.open("/menu?restaurant_id=SH002");
  await question.getByRole("button", { name: "关闭" }).click();
  await page.getByText("还没有选商品").waitFor();
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});

test("invalid links show an error, and a link onwards", async () => {
  const phone = await environment.phone({ expected: /status of 404/ });
  const { page } = phone;
  await phone.open("/menu?restaurant_id=SH001&table=%3Cscript%3E");
  await page.getByText("没有认出桌号，请重新扫码或下单时填写").waitFor();
  expect(await page.getByRole("radio", { name: "到店自取" }).isChecked()).toBe(true);
  await phone.open("/menu?restaurant_id=NOWHERE");
  await page.getByText("餐厅信息不存在").waitFor();
  await phone.button("选择餐厅").click();
  await page.waitForURL(/\/restaurant-select/);
  await phone.open("/menu?table=A12");
  await page.waitForURL(/\/restaurant-select\?table=A12/);
  await phone.open("/confirm-order");
  await phone.button("去登录").waitFor();
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});
