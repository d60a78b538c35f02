import sharp from "sharp";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Phone } from "../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { friedShrimp, shrimpRice } from "./support/cart.ts";
import { type Customer, createCustomer, storageState } from "./support/customer.ts";
import { advanceOrder, createPaidOrder } from "./support/staff.ts";
import { startEnvironment } from "./support/startEnvironment.ts";

let environment: TestEnvironment;
const items = [
  { id: shrimpRice.id, quantity: 2 },
  { id: friedShrimp.id, quantity: 1 },
];

beforeAll(async () => {
  environment = await startEnvironment();
});

afterAll(async () => {
  await environment.close();
});

afterEach(async () => {
  await updateDish(shrimpRice.id, "price_fen = null");
  await updateDish(friedShrimp.id, "sold_out = false");
});

async function openPhone(customer: Customer, expected = /^$/): Promise<Phone> {
  return await environment.phone({ storage: storageState(environment, { token: customer.token }), expected });
}

function updateDish(dishId: string, change: string): Promise<unknown> {
  return environment.queryRows(
    `update store_dishes set ${change} where restaurant_id = 'SH001' and dish_id = $1`,
    [dishId],
  );
}

const headline = (phone: Phone, state: string | RegExp) =>
  phone.page.getByRole("heading", { level: 2, name: state, exact: true }).waitFor();

async function closeWithoutErrors(phone: Phone): Promise<void> {
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
}

test("a cancelled order is reordered: removed and dearer dishes are listed, the rest is in the cart", async () => {
  const customer = await createCustomer(environment);
  const order = await createPaidOrder(environment, customer, { items });
  const phone = await openPhone(customer);
  const { page } = phone;
  await phone.open(`/order/${order.id}`);
  await headline(phone, "已付款");
  await phone.button("取消订单").click();
  await page.getByText("时间选错了").click();
  await phone.button("确认取消").click();
  await headline(phone, /退款中|已退款/);
  await headline(phone, "已退款");
  const timeline = page.getByRole("region", { name: "订单进度" });
  await timeline.getByText("时间选错了").waitFor();
  await page.getByRole("region", { name: "退款进度" }).getByText("已原路退回").waitFor();

  await updateDish(shrimpRice.id, "price_fen = 3500");
  await updateDish(friedShrimp.id, "sold_out = true");
  await phone.button("再来一单").click();
  await page.waitForURL(/\/takeaway-menu$/);
  await page.getByText("购物车有更新").waitFor();
  await page.getByText(`${shrimpRice.name}：价格由¥33.00变为¥35.00`).waitFor();
  await page.getByText(new RegExp(`^${friedShrimp.name}：.*售罄`)).waitFor();
  await phone.button("知道了").click();
  await phone
    .button(/^购物车/)
    .first()
    .click();
  const cart = page.getByRole("dialog");
  await cart.getByText(shrimpRice.name).waitFor();
  expect(await cart.getByText(friedShrimp.name).count()).toBe(0);
  await closeWithoutErrors(phone);
});

test("a pick-up order is reordered at its own restaurant", async () => {
  const customer = await createCustomer(environment);
  const orderForm = {
    order_type: "pickup",
    address_id: null,
    booking_time: null,
    contact_phone: customer.phone,
  };
  const order = await createPaidOrder(environment, customer, orderForm);
  const phone = await openPhone(customer);
  await phone.open("/orders");
  await phone.button("再来一单").click();
  await phone.page.waitForURL(/\/menu\?restaurant_id=SH001&type=pickup$/);
  await phone
    .button(/^购物车/)
    .first()
    .click();
  await phone.page.getByRole("dialog").getByText(shrimpRice.name).waitFor();
  expect(order.pickupCode).not.toBe("");
  await closeWithoutErrors(phone);
});

test("a refund is requested with an image: the form survives closing, a failed image is resent, the result is shown", async () => {
  const customer = await createCustomer(environment);
  const order = await createPaidOrder(environment, customer);
  for (const step of ["accepted", "preparing", "delivering", "completed"])
    await advanceOrder(environment, order.id, step);
  const phone = await openPhone(customer, /Failed to load resource|sending a picture failed/);
  const { page } = phone;
  await phone.open("/orders");
  await phone.button("申请退款").click();
  const form = page.getByRole("dialog", { name: "申请退款" });
  await form.getByText("餐品漏送或送错").click();
  await form.getByLabel("补充说明").fill("少了一份饭");
  // The phone's Back closes the form, not the page, and the input is preserved.
  await page.goBack();
  await form.waitFor({ state: "detached" });
  expect(phone.path).toBe(`/order/${order.id}`);
  await phone.button("申请退款").click();
  expect(await form.getByLabel("补充说明").inputValue()).toBe("少了一份饭");

  await page.route("**/api/v1/chat/upload-image", (route) => route.fulfill({ status: 503, body: "" }), {
    times: 1,
  });
  const photo = await sharp({ create: { width: 2400, height: 1800, channels: 3, background: "#c63" } })
    .png()
    .toBuffer();
  await form
    .getByLabel("添加图片")
    .setInputFiles({ name: "photo.png", mimeType: "image/png", buffer: photo });
  await form.getByRole("button", { name: "重新上传第1张图片" }).click();
  await expect.poll(() => phone.button("提交申请").isEnabled(), { timeout: 15_000 }).toBe(true);
  await phone.button("提交申请").click();
  await headline(phone, "退款申请中");
  const card = page.getByRole("region", { name: "退款进度" });
  await card.getByText("等待处理").waitFor();
  await card.getByText(/餐品漏送或送错 · 少了一份饭 · 已上传1张图片/).waitFor();
  const [picture] = await environment.queryRows<{ mime: string; width: number; height: number }>(
    "select mime, width, height from files where owner_id = (select id from users where phone = $1)",
    [customer.phone],
  );
  expect(picture).toMatchObject({ width: 1600, height: 1200 });
  await closeWithoutErrors(phone);
});
