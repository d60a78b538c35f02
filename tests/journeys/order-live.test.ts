import { afterAll, beforeAll, expect, test } from "vitest";
import type { Phone } from "../../scripts/lib/Phone.ts";
import { openStage, type Stage } from "../../scripts/lib/stage.ts";
import { type Customer, newCustomer, remembering } from "./support/customer.ts";
import { advance, paidOrder } from "./support/staff.ts";
import { openWechat, wechatLog } from "./support/wechat.ts";

let stage: Stage;
const lost = /ERR_|Failed to load resource|loading|network/i;

beforeAll(async () => {
  stage = await openStage();
});

afterAll(async () => {
  await stage.close();
});

/** A phone of the customer, with what it asked about orders. */
async function phoneOf(customer: Customer): Promise<{ phone: Phone; asked: string[] }> {
  const phone = await stage.phone({ storage: remembering(stage, { token: customer.token }), expected: lost });
  const asked: string[] = [];
  phone.page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/order\/(detail|list)$|\/events$/.test(pathname)) asked.push(pathname.replace("/api/v1/", ""));
  });
  return { phone, asked };
}

const headline = (phone: Phone, state: string) =>
  phone.page.getByRole("heading", { level: 2, name: state, exact: true }).waitFor();

/** The stream of the page is open: what happens from now on is heard. */
async function followed(phone: Phone, work: () => Promise<unknown>): Promise<void> {
  const open = phone.page.waitForResponse((one) => one.url().endsWith("/api/v1/events") && one.ok());
  await work();
  await open;
}

test("an order is followed through its whole life, with the connection cut in between, and nothing is lost", async () => {
  const customer = await newCustomer(stage);
  const order = await paidOrder(stage, customer);
  const { phone, asked } = await phoneOf(customer);
  await followed(phone, () => phone.open(`/order/${order.id}`));
  await headline(phone, "已付款");
  await phone.rest();
  asked.length = 0;
  await advance(stage, order.id, "accepted");
  await headline(phone, "已接单");
  // The news came over the stream, and one question followed it.
  expect(asked).toEqual(["order/detail"]);

  await phone.context.setOffline(true);
  await phone.page.getByText("网络已断开").waitFor();
  await advance(stage, order.id, "preparing");
  await advance(stage, order.id, "delivering");
  await headline(phone, "已接单");
  await followed(phone, () => phone.context.setOffline(false));
  await headline(phone, "配送中");
  const timeline = phone.page.getByRole("region", { name: "订单进度" });
  for (const state of ["已下单", "已付款", "已接单", "制作中", "配送中"])
    expect(await timeline.getByText(state, { exact: true }).count()).toBe(1);

  await stage.installation.killServer();
  await followed(phone, () => stage.installation.startServer());
  await advance(stage, order.id, "completed");
  await headline(phone, "已完成");
  await phone.button("再来一单").waitFor();
  expect(phone.complaints).toEqual([]);
  await phone.close();
});

test("the list and the first screen show a step as it is taken", async () => {
  const customer = await newCustomer(stage);
  const order = await paidOrder(stage, customer);
  const { phone: list } = await phoneOf(customer);
  const { phone: home } = await phoneOf(customer);
  await followed(list, () => list.open("/orders"));
  await followed(home, () => home.open("/"));
  const card = list.page.getByRole("listitem").filter({ hasText: "食单·徐家汇店" });
  await card.getByText("已付款").waitFor();
  await home.page.getByText("进行中的订单").waitFor();
  await advance(stage, order.id, "accepted");
  await card.getByText("已接单").waitFor();
  await home.page.getByText("已接单").waitFor();
  await list.page.getByRole("tab", { name: "进行中" }).click();
  await card.getByText("已接单").waitFor();
  for (const step of ["preparing", "delivering", "completed"]) await advance(stage, order.id, step);
  await list.page.getByText("这里还没有订单").waitFor();
  await home.page.getByText("上次点的").waitFor();
  expect([...list.complaints, ...home.complaints]).toEqual([]);
  await list.close();
  await home.close();
});

test("an answer that gets lost after its news was heard is asked for again", async () => {
  const customer = await newCustomer(stage);
  const order = await paidOrder(stage, customer);
  const { phone } = await phoneOf(customer);
  await followed(phone, () => phone.open(`/order/${order.id}`));
  await headline(phone, "已付款");
  await phone.rest();
  await phone.page.route("**/api/v1/order/detail**", (route) => route.abort(), { times: 1 });
  await advance(stage, order.id, "accepted");
  await headline(phone, "已接单");
  expect(phone.complaints).toEqual([]);
  await phone.close();
});

test("where streams are refused, the order is asked for again and again instead", async () => {
  const customer = await newCustomer(stage);
  const order = await paidOrder(stage, customer);
  const { phone } = await phoneOf(customer);
  await phone.page.route("**/api/v1/events", (route) => route.fulfill({ status: 503, body: "" }));
  await phone.open(`/order/${order.id}`);
  await headline(phone, "已付款");
  await advance(stage, order.id, "accepted");
  await headline(phone, "已接单");
  expect(phone.complaints).toEqual([]);
  await phone.close();
});

test("a meal to fetch shows its code, to read and to scan, and the way to the store inside WeChat", async () => {
  const customer = await newCustomer(stage);
  const wish = { order_type: "pickup", address_id: null, booking_time: null, contact_phone: customer.phone };
  const order = await paidOrder(stage, customer, wish);
  for (const step of ["accepted", "preparing", "ready_for_pickup"]) await advance(stage, order.id, step);
  const { phone } = await openWechat(stage);
  await phone.open("/");
  await phone.page.evaluate((token) => window.localStorage.setItem("token", token), customer.token);
  await phone.open(`/order/${order.id}`);
  await headline(phone, "待取餐");
  const code = phone.page.getByRole("region", { name: "取餐码" });
  await code.getByText(order.pickupCode, { exact: true }).waitFor();
  await code.getByRole("img", { name: "订单二维码" }).waitFor();
  await phone.button("导航").click();
  await expect
    .poll(async () => (await wechatLog(stage)).calls.map(({ name, result }) => `${name} ${result}`))
    .toContainEqual(expect.stringMatching(/^openLocation .*ok/));
  await advance(stage, order.id, "completed");
  await headline(phone, "已完成");
  expect(phone.complaints).toEqual([]);
  await phone.close();
});
