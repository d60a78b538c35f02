import { afterAll, beforeAll, expect, test } from "vitest";
import type { Phone } from "../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { type Customer, createCustomer, storageState } from "./support/customer.ts";
import { advanceOrder, createPaidOrder } from "./support/staff.ts";
import { startOwnEnvironment } from "./support/startEnvironment.ts";
import { openWechat, wechatLog } from "./support/wechat.ts";

let environment: TestEnvironment;
const expectedErrors = /ERR_|Failed to load resource|loading|network/i;

beforeAll(async () => {
  environment = await startOwnEnvironment();
});

afterAll(async () => {
  await environment.close();
});

/** Opens a phone of the customer and records its order requests. */
async function openPhone(customer: Customer): Promise<{ phone: Phone; requested: string[] }> {
  const phone = await environment.phone({
    storage: storageState(environment, { token: customer.token }),
    expected: expectedErrors,
  });
  const requested: string[] = [];
  phone.page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/order\/(detail|list)$|\/events$/.test(pathname)) requested.push(pathname.replace("/api/v1/", ""));
  });
  return { phone, requested };
}

const headline = (phone: Phone, state: string) =>
  phone.page.getByRole("heading", { level: 2, name: state, exact: true }).waitFor();

/** Runs the work once the page's stream is open, and waits for its event. */
async function expectLiveUpdate(phone: Phone, work: () => Promise<unknown>): Promise<void> {
  const open = phone.page.waitForResponse((item) => item.url().endsWith("/api/v1/events") && item.ok());
  await work();
  await open;
}

test("an order is followed through its whole life, with the connection cut in between, and nothing is lost", async () => {
  const customer = await createCustomer(environment);
  const order = await createPaidOrder(environment, customer);
  const { phone, requested } = await openPhone(customer);
  await expectLiveUpdate(phone, () => phone.open(`/order/${order.id}`));
  await headline(phone, "已付款");
  await phone.waitUntilIdle();
  requested.length = 0;
  await advanceOrder(environment, order.id, "accepted");
  await headline(phone, "已接单");
  // The event came over the stream, and one request followed it.
  expect(requested).toEqual(["order/detail"]);

  await phone.context.setOffline(true);
  await phone.page.getByText("网络已断开").waitFor();
  await advanceOrder(environment, order.id, "preparing");
  await advanceOrder(environment, order.id, "delivering");
  await headline(phone, "已接单");
  await expectLiveUpdate(phone, () => phone.context.setOffline(false));
  await headline(phone, "配送中");
  const timeline = phone.page.getByRole("region", { name: "订单进度" });
  for (const state of ["已下单", "已付款", "已接单", "制作中", "配送中"])
    expect(await timeline.getByText(state, { exact: true }).count()).toBe(1);

  await environment.installation.killServer();
  await expectLiveUpdate(phone, () => environment.installation.startServer());
  await advanceOrder(environment, order.id, "completed");
  await headline(phone, "已完成");
  await phone.button("再来一单").waitFor();
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});

test("the list and the first screen show a step at once", async () => {
  const customer = await createCustomer(environment);
  const order = await createPaidOrder(environment, customer);
  const { phone: list } = await openPhone(customer);
  const { phone: home } = await openPhone(customer);
  await expectLiveUpdate(list, () => list.open("/orders"));
  await expectLiveUpdate(home, () => home.open("/"));
  const card = list.page.getByRole("listitem").filter({ hasText: "食单·徐家汇店" });
  await card.getByText("已付款").waitFor();
  await home.page.getByText("进行中的订单").waitFor();
  await advanceOrder(environment, order.id, "accepted");
  await card.getByText("已接单").waitFor();
  await home.page.getByText("已接单").waitFor();
  await list.page.getByRole("tab", { name: "进行中" }).click();
  await card.getByText("已接单").waitFor();
  for (const step of ["preparing", "delivering", "completed"])
    await advanceOrder(environment, order.id, step);
  await list.page.getByText("这里还没有订单").waitFor();
  await home.page.getByText("上次点的").waitFor();
  expect([...list.unexpectedErrors, ...home.unexpectedErrors]).toEqual([]);
  await list.close();
  await home.close();
});

test("a response that is lost after its event was received is requested again", async () => {
  const customer = await createCustomer(environment);
  const order = await createPaidOrder(environment, customer);
  const { phone } = await openPhone(customer);
  await expectLiveUpdate(phone, () => phone.open(`/order/${order.id}`));
  await headline(phone, "已付款");
  await phone.waitUntilIdle();
  await phone.page.route("**/api/v1/order/detail**", (route) => route.abort(), { times: 1 });
  await advanceOrder(environment, order.id, "accepted");
  await headline(phone, "已接单");
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});

test("where streams are refused, the order is polled instead", async () => {
  const customer = await createCustomer(environment);
  const order = await createPaidOrder(environment, customer);
  const { phone } = await openPhone(customer);
  await phone.page.route("**/api/v1/events", (route) => route.fulfill({ status: 503, body: "" }));
  await phone.open(`/order/${order.id}`);
  await headline(phone, "已付款");
  await advanceOrder(environment, order.id, "accepted");
  await headline(phone, "已接单");
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});

test("a pick-up order shows its code, to read and to scan, and the route to the restaurant inside WeChat", async () => {
  const customer = await createCustomer(environment);
  const orderForm = {
    order_type: "pickup",
    address_id: null,
    booking_time: null,
    contact_phone: customer.phone,
  };
  const order = await createPaidOrder(environment, customer, orderForm);
  for (const step of ["accepted", "preparing", "ready_for_pickup"])
    await advanceOrder(environment, order.id, step);
  const { phone } = await openWechat(environment);
  await phone.open("/");
  await phone.page.evaluate((token) => window.localStorage.setItem("token", token), customer.token);
  await phone.open(`/order/${order.id}`);
  await headline(phone, "待取餐");
  const code = phone.page.getByRole("region", { name: "取餐码" });
  await code.getByText(order.pickupCode, { exact: true }).waitFor();
  await code.getByRole("img", { name: "订单二维码" }).waitFor();
  await phone.button("导航").click();
  await expect
    .poll(async () => (await wechatLog(environment)).calls.map(({ name, result }) => `${name} ${result}`))
    .toContainEqual(expect.stringMatching(/^openLocation .*ok/));
  await advanceOrder(environment, order.id, "completed");
  await headline(phone, "已完成");
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});
