import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { chatEndpoints } from "#contract/chat/endpoints.ts";
import { staffEventsPath } from "#contract/live.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import type { OrderReceipt } from "#contract/order/schema.ts";
import { orderAdminEndpoints as calls } from "#contract/order-admin/endpoints.ts";
import { dayStart } from "#server/platform/shanghai.ts";
import { type Buyer, newBuyer, newKey } from "../support/api/buyers.ts";
import type { Client } from "../support/api/Client.ts";
import { EventReader } from "../support/api/EventReader.ts";
import { newMember, orderAt } from "../support/api/kitchen.ts";
import { patience } from "../support/api/patience.ts";
import { settleRefunds } from "../support/api/provider.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const minute = 60_000;
const day = 86_400_000;
const settings = { SERVICE_HOURS: "09:00-22:00" };
let app: TestApp;
let buyer: Buyer;
let order: OrderReceipt;

beforeAll(async () => {
  app = await startTestApp({ settings });
});

beforeEach(async () => {
  app.clock.freeze();
  buyer = await newBuyer(app);
});

afterEach(async () => {
  await settleRefunds(app);
  app.clock.reset();
});

afterAll(async () => {
  await app.close();
});

const ask = (reason = "餐品有问题") =>
  buyer.call(orderEndpoints.refundRequest, {
    body: { order_id: order.order_id, reason, client_key: newKey() },
  });
const detail = () => buyer.data(orderEndpoints.detail, { query: { order_id: order.order_id } });
const due = async () => {
  const { refund_request: request } = await detail();
  return request?.due_at ?? null;
};
const answer = (who: Client, approve: boolean) =>
  who.call(calls.answerRequest, {
    body: { order_id: order.order_id, approve, reason: "看不出问题", client_key: newKey() },
  });
const reopen = (who: Client, client_key = newKey()) =>
  who.call(calls.reopenRequest, { body: { order_id: order.order_id, client_key } });

/** Goes on at that time of the next day in Asia/Shanghai. */
function tomorrowAt(clock: string): Date {
  const midnight = dayStart(app.clock.now()).getTime() + day;
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  const at = new Date(midnight + (hours * 60 + minutes) * minute);
  app.clock.set(at.toISOString());
  return at;
}

describe("half an hour to answer", () => {
  test("runs within service hours, over the night if it must", async () => {
    order = await orderAt(app, buyer, "preparing");
    const at = tomorrowAt("21:50");
    await ask();
    expect(await due()).toBe(new Date(at.getTime() + 11 * 60 * minute + 30 * minute).toISOString());
    app.clock.pass(31 * minute);
    await app.sweep("refund-requests");
    expect((await detail()).refund_status).toBe("requested");
    tomorrowAt("09:20");
    await app.sweep("refund-requests");
    expect((await detail()).refund_status).toBe("refunding");
  });

  test("approves what is asked for within a day of the end; what comes later waits for a person", async () => {
    order = await orderAt(app, buyer, "completed");
    app.clock.pass(day);
    await ask();
    expect(await due()).toBeNull();
    app.clock.pass(2 * day);
    await app.sweep("refund-requests");
    expect((await detail()).refund_status).toBe("requested");
    const agent = await newMember(app, "agent");
    const { list } = await agent.data(calls.refundRequests, { query: { status: "open", pageSize: 50 } });
    expect(list.find(({ order_id }) => order_id === order.order_id)?.request.due_at).toBeNull();
    expect((await answer(agent, true)).status).toBe(200);
  });
});

describe("a rejected request", () => {
  test("is opened once more by staff alone, with a new half hour, and told to the customer", async () => {
    order = await orderAt(app, buyer, "preparing");
    const agent = await newMember(app, "agent");
    expect(await reopen(agent)).toMatchObject({ status: 409, error: "invalid_state" });
    await ask();
    await answer(agent, false);
    expect(await ask("少送了")).toMatchObject({ status: 409, error: "invalid_state" });
    expect((await detail()).actions).not.toContain("apply_refund");
    app.clock.pass(10 * minute);
    const client_key = newKey();
    const answers = await Promise.all(Array.from({ length: 5 }, () => reopen(agent, client_key)));
    expect(answers.map(({ status, data }) => [status, data.refund_status])).toEqual(
      Array(5).fill([200, "requested"]),
    );
    expect(await reopen(agent)).toMatchObject({ status: 409, error: "invalid_state" });
    expect((await detail()).refund_request).toMatchObject({ status: "open", answer: null });
    const { list } = await buyer.data(chatEndpoints.history);
    expect(list.at(-1)?.content).toBe("客服已重新受理您的退款申请");
    const trail = await app.sql(
      "select actor from audit_log where action = 'order.refund-reopen' and target = $1",
      [order.order_id],
    );
    expect(trail).toEqual([{ actor: agent.id }]);
    expect((await answer(agent, true)).data).toMatchObject({ refund_status: "refunding" });
    expect(await reopen(agent)).toMatchObject({ status: 409, error: "invalid_state" });
  });
});

describe("a store", () => {
  const mine = async (who: Client) => {
    const { list } = await who.data(calls.refundRequests, { query: { pageSize: 50 } });
    return list.map(({ order_id }) => order_id);
  };

  test("sees the requests of its own orders, hears of them, and does not answer them", async () => {
    const store = await newMember(app, "store");
    const events = await EventReader.open(app.url, store.token, undefined, staffEventsPath);
    await expect.poll(() => events.events.length, patience).toBeGreaterThan(0);
    order = await orderAt(app, buyer, "preparing");
    await ask();
    expect(await mine(store)).toContain(order.order_id);
    expect(await answer(store, true)).toMatchObject({ status: 403, error: "forbidden" });
    expect(await reopen(store)).toMatchObject({ status: 403, error: "forbidden" });
    const news = () => events.ofStaff("refund_request").map(({ order_id }) => order_id);
    await expect.poll(news, patience).toEqual([order.order_id]);
    events.close();
    await app.sql("update staff set restaurant_id = 'SH002' where id = $1", [store.id]);
    expect(await mine(store)).toEqual([]);
    await app.sql("update staff set restaurant_id = 'SH001' where id = $1", [store.id]);
  });
});

describe.each(["none", "answer"] as const)("a store, when the chain's setting is %s", (setting) => {
  let shop: TestApp;

  beforeAll(async () => {
    shop = await startTestApp({ settings: { STORE_REFUND_REQUESTS: setting } });
  });

  afterAll(async () => {
    await shop.close();
  });

  test("sees nothing, or answers requests of its own orders alone", async () => {
    const customer = await newBuyer(shop);
    const { order_id } = await orderAt(shop, customer, "completed");
    await customer.data(orderEndpoints.refundRequest, {
      body: { order_id, reason: "少送了", client_key: newKey() },
    });
    const store = await newMember(shop, "store");
    const body = { order_id, approve: true, reason: "", client_key: newKey() };
    if (setting === "none") {
      expect((await store.call(calls.refundRequests, { query: {} })).status).toBe(403);
      expect((await store.call(calls.answerRequest, { body })).status).toBe(403);
      return;
    }
    await shop.sql("update staff set restaurant_id = 'SH002' where id = $1", [store.id]);
    expect((await store.call(calls.answerRequest, { body })).status).toBe(404);
    await shop.sql("update staff set restaurant_id = 'SH001' where id = $1", [store.id]);
    expect((await store.call(calls.answerRequest, { body })).data).toMatchObject({
      refund_status: "refunding",
    });
    await settleRefunds(shop);
  });
});
