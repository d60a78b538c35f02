import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import {
  addToCart,
  chooseTomorrow,
  countTakenPlaces,
  fillSlot,
  listInStoreOrders,
  tomorrowAt,
} from "./support/booking.ts";
import { createCustomer, storageState } from "./support/customer.ts";
import { startEnvironment } from "./support/startEnvironment.ts";

const store = "SH001";
const menu = `/menu?restaurant_id=${store}&type=pickup`;
let environment: TestEnvironment;

beforeAll(async () => {
  environment = await startEnvironment();
});

afterAll(async () => {
  await environment.close();
});

async function openMenu(options: { expected?: RegExp } = {}) {
  const customer = await createCustomer(environment, null);
  const phone = await environment.phone({
    storage: storageState(environment, { token: customer.token }),
    ...options,
  });
  await phone.open(menu);
  return { phone, page: phone.page, customer };
}

test("a booked slot, from the restaurant's menu over a reload to a paid order that reserves its place", async () => {
  const { phone, page, customer } = await openMenu();
  await page.getByText("食单·徐家汇店").waitFor();
  await phone.button(/^预约时间 *尽快/).click();
  await chooseTomorrow(phone, "12:15");
  await addToCart(phone, "滑蛋虾仁饭");
  await phone.button("选好了").click();
  await page.waitForURL(/\/confirm-order/);
  await page.getByText("商品金额").waitFor();
  expect(await page.getByText("配送费").count()).toBe(0);
  await page.getByLabel("备注").fill("少辣");
  await page.getByLabel("联系电话").fill("139 1234 5678");
  await page.reload();
  await phone.button(/^预约时间.*明天 12:15/).waitFor();
  expect(await page.getByLabel("备注").inputValue()).toBe("少辣");
  expect(await page.getByLabel("联系电话").inputValue()).toBe("139 1234 5678");
  expect(await page.getByRole("radio", { name: "到店自取" }).isChecked()).toBe(true);
  await phone.button("提交订单").dblclick();
  await page.waitForURL(/\/pay\/cashier/);
  expect(await countTakenPlaces(environment, store, tomorrowAt("12:15"))).toBe(1);
  await phone.button("确认支付").click();
  await page.waitForURL(/\/order\/[\w-]+/);
  await page.getByRole("heading", { name: "已付款" }).waitFor();
  await page.getByText("取餐码").first().waitFor();
  expect(await listInStoreOrders(environment, customer.phone)).toEqual([
    {
      type: "pickup",
      status: "paid",
      restaurant_id: store,
      booking_at: tomorrowAt("12:15"),
      table_no: null,
      contact_phone: "13912345678",
      goods_fen: "3300",
      delivery_fee_fen: "0",
      paid_fen: "3300",
      remark: "少辣",
    },
  ]);
  expect(await countTakenPlaces(environment, store, tomorrowAt("12:15"))).toBe(1);
  await phone.open(menu);
  await page.getByText("还没有选商品").waitFor();
  await phone.button(/^预约时间 *尽快/).waitFor();
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});

test("a slot that fills up meanwhile: the time is not changed, the next one is offered and accepted by a tap", async () => {
  const { phone, page, customer } = await openMenu({ expected: /order\/create|placing the order failed/ });
  await phone.button(/^预约时间/).click();
  await chooseTomorrow(phone, "18:00");
  await addToCart(phone, "滑蛋虾仁饭");
  await phone.button("选好了").click();
  await expect.poll(() => phone.button("提交订单").isEnabled()).toBe(true);
  await fillSlot(environment, store, tomorrowAt("18:00"));
  await fillSlot(environment, store, tomorrowAt("18:15"));
  await phone.button("提交订单").click();
  await page.getByText("该时段已约满，请换个时间").first().waitFor();
  await phone.button(/^预约时间.*明天 18:00/).waitFor();
  expect(await phone.button("提交订单").isDisabled()).toBe(true);
  expect(await listInStoreOrders(environment, customer.phone)).toEqual([]);

  // A reload learns of the full slot from the quote, and finds the next one by itself.
  await page.reload();
  await phone.button("改到 明天 18:30").waitFor();
  await phone.button("换个时间").click();
  await page.getByRole("tab", { name: /明天/ }).waitFor();
  expect(await phone.button(/^18:15.*约满/).isDisabled()).toBe(true);
  await page.keyboard.press("Escape");
  await phone.button("改到 明天 18:30").click();
  await phone.button(/^预约时间.*明天 18:30/).waitFor();
  await phone.button("提交订单").click();
  await page.waitForURL(/\/pay\/cashier/);
  const [order] = await listInStoreOrders(environment, customer.phone);
  expect([order?.status, order?.booking_at]).toEqual(["pending_payment", tomorrowAt("18:30")]);
  expect(await countTakenPlaces(environment, store, tomorrowAt("18:30"))).toBe(1);
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});

test("dishes of one part of the day leave the cart by name when another time is chosen", async () => {
  const { phone, page } = await openMenu();
  await phone.button(/^预约时间/).click();
  await chooseTomorrow(phone, "08:00");
  await addToCart(phone, "皮蛋瘦肉粥");
  await addToCart(phone, "滑蛋虾仁饭");
  await phone.button(/^预约时间/).click();
  await chooseTomorrow(phone, "12:30");
  await page.getByText("皮蛋瘦肉粥：不在供应时段").waitFor();
  await page.getByRole("searchbox", { name: "搜索商品" }).fill("皮蛋瘦肉粥");
  await page.getByText("没有找到“皮蛋瘦肉粥”，换个词试试").waitFor();
  await phone.button(/^购物车/).click();
  const cart = page.getByRole("dialog", { name: "购物车" });
  await cart.getByText("滑蛋虾仁饭").waitFor();
  expect(await cart.getByText("皮蛋瘦肉粥").count()).toBe(0);
  await page.keyboard.press("Escape");
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});

test("a time changed on the last page lists unavailable dishes, and nothing is charged before the customer accepts", async () => {
  const { phone, page, customer } = await openMenu();
  await phone.button(/^预约时间/).click();
  await chooseTomorrow(phone, "08:15");
  await addToCart(phone, "皮蛋瘦肉粥");
  await addToCart(phone, "滑蛋虾仁饭");
  await phone.button("选好了").click();
  await page.getByText("商品金额").waitFor();
  await phone.button(/^预约时间/).click();
  await chooseTomorrow(phone, "12:45");
  await page.getByText("下单前有变化，请确认").waitFor();
  await page.getByText("不在供应时段").waitFor();
  const dishes = page.getByRole("region", { name: "商品", exact: true });
  expect(await dishes.getByText("皮蛋瘦肉粥").count()).toBe(0);
  await dishes.getByText("合计¥33.00").waitFor();
  expect(await phone.button("提交订单").isDisabled()).toBe(true);
  await phone.button("按最新情况更新").click();
  await page.getByText("下单前有变化，请确认").waitFor({ state: "detached" });
  await phone.button("提交订单").click();
  await page.waitForURL(/\/pay\/cashier/);
  const [order] = await listInStoreOrders(environment, customer.phone);
  expect([order?.goods_fen, order?.booking_at]).toEqual(["3300", tomorrowAt("12:45")]);
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});

test("an order is placed before the account has loaded, with the account's number", async () => {
  const { phone, page, customer } = await openMenu();
  let answer = () => {};
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/user/info", async (route) => {
    await isAnswered;
    await route.continue();
  });
  await phone.open(menu);
  await addToCart(phone, "滑蛋虾仁饭");
  await phone.button("选好了").click();
  await page.waitForURL(/\/confirm-order/);
  await phone.button("提交订单").click();
  await page.waitForURL(/\/pay\/cashier/);
  answer();
  const [order] = await listInStoreOrders(environment, customer.phone);
  expect(order?.contact_phone).toBe(customer.phone);
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});

test("a restaurant that accepts no orders now can be booked: as soon as possible is not offered, a time is required", async () => {
  const { phone, page, customer } = await openMenu();
  await environment.queryRows("update restaurants set accepts_orders = false where id = 'SH002'");
  await phone.open("/menu?restaurant_id=SH002");
  await page.getByText("暂停接单").first().waitFor();
  await phone.button(/^预约时间 *请选择时间/).waitFor();
  await environment.queryRows(
    "update restaurants set accepts_orders = true, paused_until = now() + interval '3 hours' where id = 'SH002'",
  );
  await page.reload();
  await page.getByText("暂停接单").first().waitFor();
  await addToCart(phone, "滑蛋虾仁饭");
  await phone.button("选好了").click();
  await page.getByText("门店现在不接即时单，请选一个时间").waitFor();
  expect(await phone.button(/^尽快/).count()).toBe(0);
  await chooseTomorrow(phone, "12:00");
  await phone.button("选好了").click();
  await page.getByText("商品金额").waitFor();
  await phone.button("提交订单").click();
  await page.waitForURL(/\/pay\/cashier/);
  const [order] = await listInStoreOrders(environment, customer.phone);
  expect([order?.restaurant_id, order?.booking_at]).toEqual(["SH002", tomorrowAt("12:00")]);
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});
