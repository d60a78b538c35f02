import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import type { OrderReceipt } from "#contract/order/schema.ts";
import { listFilePath } from "#contract/staff/list-files/limits.ts";
import { staffOrderEndpoints } from "#contract/staff/order/endpoints.ts";
import { toLocalTime } from "#server/platform/time/local-time.ts";
import { type Buyer, createBuyer, createIdempotencyKey } from "../support/api/buyers.ts";
import type { Client } from "../support/api/Client.ts";
import { FailedRefundScenario } from "../support/api/FailedRefundScenario.ts";
import { createOrderInStatus, createStaffClient } from "../support/api/orders.ts";
import { defaultRestaurantId } from "../support/api/people.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

let app: TestApp;
let admin: Client & { id: string };
let agent: Client & { id: string };
let buyer: Buyer;
let today: string;

beforeAll(async () => {
  app = await startTestApp();
  admin = await createStaffClient(app, "admin");
  agent = await createStaffClient(app, "agent");
  app.clock.freeze();
  today = toLocalTime(app.clock.now()).date;
  buyer = await createBuyer(app);
});

afterAll(async () => {
  await app.close();
});

async function download(query: Record<string, string>): Promise<Record<string, string>[]> {
  const headers = { authorization: `Bearer ${admin.token}` };
  const { body } = await app.server.inject({ method: "GET", url: listFilePath, query, headers });
  return parse(body, { bom: true, columns: true }) as Record<string, string>[];
}

describe("refund requests", () => {
  const endpoint = staffOrderEndpoints.refundRequests;
  const find = async (query: object, who: Client = agent) =>
    (await who.data(endpoint, { query: { pageSize: 50, ...query } })).list.map(({ order_no }) => order_no);
  let open: OrderReceipt;
  let rejected: OrderReceipt;

  async function requestRefund(): Promise<OrderReceipt> {
    const order = await createOrderInStatus(app, buyer, "completed");
    const body = {
      order_id: order.order_id,
      reason: "餐品有问题",
      text: "请打 13800138000",
      client_key: createIdempotencyKey(),
    };
    await buyer.data(orderEndpoints.refundRequest, { body });
    return order;
  }

  beforeAll(async () => {
    open = await requestRefund();
    rejected = await requestRefund();
    const body = {
      order_id: rejected.order_id,
      approve: false,
      reason: "已送达",
      client_key: createIdempotencyKey(),
    };
    await agent.data(staffOrderEndpoints.answerRequest, { body });
  });

  test("have the filters of a state, a day, a restaurant and a number", async () => {
    expect(await find({ status: "rejected" })).toContain(rejected.order_no);
    expect(await find({ status: "rejected" })).not.toContain(open.order_no);
    expect(await find({ status: "approved" })).not.toContain(rejected.order_no);
    const own = { from: today, until: today, restaurant_id: defaultRestaurantId };
    expect(await find(own)).toEqual(expect.arrayContaining([open.order_no, rejected.order_no]));
    expect(await find({ ...own, keyword: rejected.order_no })).toEqual([rejected.order_no]);
    expect(await find({ keyword: open.order_no })).toEqual([open.order_no]);
    expect(await find({ until: "2026-01-01" })).not.toContain(open.order_no);
    expect(await find({ restaurant_id: "SH002", keyword: open.order_no })).toEqual([]);
    const backwards = { query: { from: "2026-03-02", until: "2026-03-01" } };
    expect(await agent.call(endpoint, backwards)).toMatchObject({ status: 422, data: { field: "until" } });
  });

  test("of other restaurants stay hidden from a restaurant, whatever it asks for", async () => {
    const store = await createStaffClient(app, "store");
    await app.sql("update refund_requests set restaurant_id = 'SH002' where order_id = $1", [open.order_id]);
    expect(await find({ keyword: rejected.order_no }, store)).toEqual([rejected.order_no]);
    expect(await find({ keyword: open.order_no }, store)).toEqual([]);
    await app.sql("update refund_requests set restaurant_id = $2 where order_id = $1", [
      open.order_id,
      defaultRestaurantId,
    ]);
  });

  test("are a file without phones, the newest first", async () => {
    const sql = "update refund_requests set created_at = $2::timestamptz where order_id = $1";
    await app.sql(sql, [open.order_id, "2026-03-01 10:00+08"]);
    await app.sql(sql, [rejected.order_id, "2026-03-01 10:01+08"]);
    const day = { from: "2026-03-01", until: "2026-03-01" };
    const rows = await download({ list: "refund-requests", ...day });
    expect(rows.map(({ 订单编号 }) => 订单编号)).toEqual([rejected.order_no, open.order_no]);
    const [row] = await download({ list: "refund-requests", keyword: rejected.order_no });
    expect(row).toMatchObject({ 处理: "未同意", 说明: "请打 138****8000", 答复: "已送达" });
    expect(await download({ list: "refund-requests", status: "approved", keyword: open.order_no })).toEqual(
      [],
    );
  });
});

test("failed refunds have the filters of a day, a restaurant and a number, and are a file", async () => {
  const scenario = await FailedRefundScenario.create(app);
  await scenario.completeRefund({ refund: "refused" });
  const { order_no } = scenario.order;
  const find = async (query: object) =>
    (await agent.data(staffOrderEndpoints.failedRefunds, { query })).list.map((one) => one.order_no);
  const own = { keyword: order_no, restaurant_id: defaultRestaurantId, from: today, until: today };
  expect(await find(own)).toEqual([order_no]);
  for (const other of [
    { keyword: "1" },
    { restaurant_id: "SH002" },
    { until: "2026-01-01", from: "2026-01-01" },
  ])
    expect(await find({ ...own, ...other })).toEqual([]);
  expect(await download({ list: "failed-refunds", keyword: order_no })).toMatchObject([
    { 订单编号: order_no, 失败代码: "NOT_ENOUGH", 金额: (scenario.order.pay_amount / 100).toFixed(2) },
  ]);
});
