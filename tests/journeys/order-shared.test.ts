import { afterAll, beforeAll, expect, test } from "vitest";
import type { Phone } from "../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { createCustomer } from "./support/customer.ts";
import { advanceOrder, createPaidOrder } from "./support/staff.ts";
import { startEnvironment } from "./support/startEnvironment.ts";

let environment: TestEnvironment;
const detailUrl = "**/api/v1/order/detail-public**";
/** The page polls four times a minute. */
const waitOptions = { timeout: 60_000 };

beforeAll(async () => {
  environment = await startEnvironment();
});

afterAll(async () => {
  await environment.close();
});

const headline = (phone: Phone, state: string) =>
  phone.page.getByRole("heading", { level: 2, name: state, exact: true }).waitFor(waitOptions);

test("anyone with the link follows an order without a login, masked, within the request limit", async () => {
  const customer = await createCustomer(environment);
  const orderForm = {
    order_type: "pickup",
    address_id: null,
    booking_time: null,
    contact_phone: "13812345678",
  };
  const order = await createPaidOrder(environment, customer, orderForm);
  const [row] = await environment.queryRows<{ public_id: string }>(
    "select public_id from orders where id = $1",
    [order.id],
  );
  const phone = await environment.phone({ expected: /status of 429|loading a shared order failed/ });
  const { page } = phone;
  const requestTimes: number[] = [];
  page.on("request", (request) => {
    if (request.url().includes("detail-public")) requestTimes.push(performance.now());
  });
  await phone.open(`/order-detail?third_party_order_id=${row?.public_id}`);
  await headline(phone, "已付款");
  await page.getByText(order.pickupCode, { exact: true }).waitFor();
  await page.getByText("138****5678").waitFor();
  expect(await page.getByText("13812345678").count()).toBe(0);
  await advanceOrder(environment, order.id, "accepted");
  await headline(phone, "已接单");

  await page.route(detailUrl, (route) =>
    route.fulfill({
      status: 429,
      headers: { "Retry-After": "16" },
      json: { code: 429, msg: "操作太频繁，请稍后再试", data: { error: "rate_limited" } },
    }),
  );
  await page.getByText("16秒后自动刷新").waitFor(waitOptions);
  const refused = requestTimes.length - 1;
  await headline(phone, "已接单");
  await page.unroute(detailUrl);
  for (const step of ["preparing", "ready_for_pickup", "completed"])
    await advanceOrder(environment, order.id, step);
  await headline(phone, "已完成");
  expect(await page.getByText(order.pickupCode, { exact: true }).count()).toBe(0);
  const pauses = requestTimes.slice(1).map((at, index) => at - (requestTimes[index] ?? 0));
  // Twelve polls a minute, of thirty allowed per address; after a refusal the page waits for the given time.
  expect(Math.min(...pauses)).toBeGreaterThan(4_500);
  expect(pauses[refused]).toBeGreaterThan(15_500);
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});

test("an invalid link shows a friendly message", async () => {
  const phone = await environment.phone({ expected: /status of 40[04]/ });
  for (const id of ["nobody", "a%2Fb"]) {
    await phone.open(`/order-detail?third_party_order_id=${id}`);
    await phone.page.getByText("订单不存在或链接已过期").waitFor();
  }
  await phone.button("去食单看看").click();
  await phone.page.getByRole("navigation", { name: "主导航" }).waitFor();
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});
