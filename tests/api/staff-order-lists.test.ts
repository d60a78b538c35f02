import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import type { OrderReceipt } from "#contract/order/schema.ts";
import { listFilePath } from "#contract/staff/list-files/limits.ts";
import { staffOrderEndpoints } from "#contract/staff/order/endpoints.ts";
import { orderListEndpoints } from "#contract/staff/order-list/endpoints.ts";
import { toLocalTime } from "#server/platform/time/local-time.ts";
import { type Buyer, createBuyer, createIdempotencyKey } from "../support/api/buyers.ts";
import type { Client } from "../support/api/Client.ts";
import { FailedRefundScenario } from "../support/api/FailedRefundScenario.ts";
import { cloneOrders, createOrderInStatus, createStaffClient } from "../support/api/orders.ts";
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

describe("the list of the chain's orders", () => {
  let order: OrderReceipt;
  const find = async (query: object) =>
    (await agent.data(orderListEndpoints.list, { query })).list.map(({ order_no }) => order_no);

  beforeAll(async () => {
    order = await createOrderInStatus(app, buyer, "completed");
  });

  test("has the filters of a day, a state, a service, a restaurant and a number", async () => {
    const own = { restaurant_id: defaultRestaurantId, status: "completed", order_type: "takeaway" };
    expect(await find({ ...own, from: today, until: today })).toContain(order.order_no);
    expect(await find({ ...own, keyword: ` ${order.order_no} ` })).toEqual([order.order_no]);
    for (const other of [
      { status: "cancelled" },
      { order_type: "dine_in" },
      { restaurant_id: "SH002" },
      { until: "2026-01-01" },
      { keyword: order.order_no.slice(1) },
    ])
      expect(await find({ keyword: order.order_no, ...other })).toEqual([]);
    const { list } = await agent.data(orderListEndpoints.list, { query: { keyword: order.order_no } });
    expect(list).toMatchObject([
      {
        order_id: order.order_id,
        user_id: buyer.userId,
        restaurant_id: defaultRestaurantId,
        status: "completed",
        status_text: "已完成",
        paid_amount: order.pay_amount,
        refunded_amount: 0,
      },
    ]);
    expect(Object.keys(list[0] ?? {}).filter((name) => /phone|address|remark/.test(name))).toEqual([]);
  });

  test("is paged after the last order, while others are placed", async () => {
    const others = await cloneOrders(app, order, Array(5).fill({ userId: buyer.userId }));
    const query = { from: today, until: today, pageSize: 2 };
    const seen: string[] = [];
    for (let after: string | undefined, more = true; more; ) {
      const page = await agent.data(orderListEndpoints.list, {
        query: { ...query, ...(after && { after }) },
      });
      seen.push(...page.list.map(({ order_id }) => order_id));
      after = seen.at(-1);
      more = page.has_more;
      if (seen.length === 2) await createOrderInStatus(app, buyer, "accepted");
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(expect.arrayContaining([order.order_id, ...others]));
    const gone = await agent.call(orderListEndpoints.list, { query: { after: "nobody" } });
    expect(gone).toMatchObject({ status: 404, error: "not_found" });
  });

  test("shows the last week without days, a month at most, and a number of any day", async () => {
    const old = await createOrderInStatus(app, buyer, "completed");
    await app.sql("update orders set created_at = timestamptz '2026-03-01 12:00+08' where id = $1", [
      old.order_id,
    ]);
    expect(await find({ pageSize: 50 })).not.toContain(old.order_no);
    for (const days of [{ from: "2026-03-01" }, { until: "2026-03-05" }, { keyword: old.order_no }])
      expect(await find(days)).toEqual([old.order_no]);
    const wide = { query: { from: "2026-03-01", until: "2026-04-01" } };
    expect(await agent.call(orderListEndpoints.list, wide)).toMatchObject({
      status: 422,
      data: { field: "from" },
      msg: "一次最多查看 31 天的订单",
    });
    expect(await find({ from: "2026-03-01", until: "2026-03-31" })).toEqual([old.order_no]);
  });

  test("is a file without phones", async () => {
    await app.sql("update users set nickname = '王 13800138000' where id = $1", [buyer.userId]);
    const rows = await download({ list: "orders", keyword: order.order_no });
    expect(rows).toMatchObject([
      { 订单编号: order.order_no, 服务: "外卖", 状态: "已完成", 顾客: "王 138****8000" },
    ]);
    expect(rows[0]?.实付).toBe((order.pay_amount / 100).toFixed(2));
  });
});

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
