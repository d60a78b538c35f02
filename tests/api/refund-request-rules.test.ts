import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { chatEndpoints } from "#contract/chat/endpoints.ts";
import { staffEventsPath } from "#contract/events.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import type { OrderReceipt } from "#contract/order/schema.ts";
import { staffOrderEndpoints as endpoints } from "#contract/staff/order/endpoints.ts";
import { startOfDay } from "#server/platform/time/local-time.ts";
import { type Buyer, createBuyer, createIdempotencyKey } from "../support/api/buyers.ts";
import type { Client } from "../support/api/Client.ts";
import { EventReader } from "../support/api/EventReader.ts";
import { createOrderInStatus, createStaffClient } from "../support/api/orders.ts";
import { settleRefunds } from "../support/api/paymentProvider.ts";
import { setRestaurants } from "../support/api/restaurantStaff.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";
import { waitOptions } from "../support/api/waitOptions.ts";

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
  buyer = await createBuyer(app);
});

afterEach(async () => {
  await settleRefunds(app);
  app.clock.reset();
});

afterAll(async () => {
  await app.close();
});

const requestRefund = (reason = "餐品有问题") =>
  buyer.call(orderEndpoints.refundRequest, {
    body: { order_id: order.order_id, reason, client_key: createIdempotencyKey() },
  });
const getDetail = () => buyer.data(orderEndpoints.detail, { query: { order_id: order.order_id } });
const getDueAt = async () => {
  const { refund_request: request } = await getDetail();
  return request?.due_at ?? null;
};
const decideRequest = (who: Client, approve: boolean) =>
  who.call(endpoints.answerRequest, {
    body: { order_id: order.order_id, approve, reason: "看不出问题", client_key: createIdempotencyKey() },
  });
const reopenRequest = (who: Client, client_key = createIdempotencyKey()) =>
  who.call(endpoints.reopenRequest, { body: { order_id: order.order_id, client_key } });

/** Returns a time of the next day in Asia/Shanghai. */
function tomorrowAt(clock: string): Date {
  const midnight = startOfDay(app.clock.now()).getTime() + day;
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  const at = new Date(midnight + (hours * 60 + minutes) * minute);
  app.clock.set(at.toISOString());
  return at;
}

describe("the half hour to decide", () => {
  test("runs within service hours, over the night if necessary", async () => {
    order = await createOrderInStatus(app, buyer, "preparing");
    const at = tomorrowAt("21:50");
    await requestRefund();
    expect(await getDueAt()).toBe(new Date(at.getTime() + 11 * 60 * minute + 30 * minute).toISOString());
    app.clock.advance(31 * minute);
    await app.sweep("refund-requests");
    expect((await getDetail()).refund_status).toBe("requested");
    tomorrowAt("09:20");
    await app.sweep("refund-requests");
    expect((await getDetail()).refund_status).toBe("refunding");
  });

  test("approves requests within a day of the end; later ones wait for staff", async () => {
    order = await createOrderInStatus(app, buyer, "completed");
    app.clock.advance(day);
    await requestRefund();
    expect(await getDueAt()).toBeNull();
    app.clock.advance(2 * day);
    await app.sweep("refund-requests");
    expect((await getDetail()).refund_status).toBe("requested");
    const agent = await createStaffClient(app, "agent");
    const { list } = await agent.data(endpoints.refundRequests, { query: { status: "open", pageSize: 50 } });
    expect(list.find(({ order_id }) => order_id === order.order_id)?.request.due_at).toBeNull();
    expect((await decideRequest(agent, true)).status).toBe(200);
  });
});

describe("a rejected request", () => {
  test("is reopened once by staff only, with a new half hour, and posted to the customer", async () => {
    order = await createOrderInStatus(app, buyer, "preparing");
    const agent = await createStaffClient(app, "agent");
    expect(await reopenRequest(agent)).toMatchObject({ status: 409, error: "invalid_state" });
    await requestRefund();
    await decideRequest(agent, false);
    expect(await requestRefund("少送了")).toMatchObject({ status: 409, error: "invalid_state" });
    expect((await getDetail()).actions).not.toContain("apply_refund");
    app.clock.advance(10 * minute);
    const client_key = createIdempotencyKey();
    const responses = await Promise.all(Array.from({ length: 5 }, () => reopenRequest(agent, client_key)));
    expect(responses.map(({ status, data }) => [status, data.refund_status])).toEqual(
      Array(5).fill([200, "requested"]),
    );
    expect(await reopenRequest(agent)).toMatchObject({ status: 409, error: "invalid_state" });
    expect((await getDetail()).refund_request).toMatchObject({ status: "open", answer: null });
    const { list } = await buyer.data(chatEndpoints.history);
    expect(list.at(-1)?.content).toBe("客服已重新受理您的退款申请");
    const auditEntries = await app.sql(
      "select actor from audit_log where action = 'order.refund-reopen' and target = $1",
      [order.order_id],
    );
    expect(auditEntries).toEqual([{ actor: agent.id }]);
    expect((await decideRequest(agent, true)).data).toMatchObject({ refund_status: "refunding" });
    expect(await reopenRequest(agent)).toMatchObject({ status: 409, error: "invalid_state" });
  });
});

describe("a restaurant", () => {
  const listOwnRequests = async (who: Client) => {
    const { list } = await who.data(endpoints.refundRequests, { query: { pageSize: 50 } });
    return list.map(({ order_id }) => order_id);
  };

  test("sees the requests of its own orders, receives their events, and cannot decide them", async () => {
    const store = await createStaffClient(app, "store");
    const events = await EventReader.open(app.url, store.token, undefined, staffEventsPath);
    await expect.poll(() => events.events.length, waitOptions).toBeGreaterThan(0);
    order = await createOrderInStatus(app, buyer, "preparing");
    await requestRefund();
    expect(await listOwnRequests(store)).toContain(order.order_id);
    expect(await decideRequest(store, true)).toMatchObject({ status: 403, error: "forbidden" });
    expect(await reopenRequest(store)).toMatchObject({ status: 403, error: "forbidden" });
    const listRequestEvents = () => events.listStaffEvents("refund_request").map(({ order_id }) => order_id);
    await expect.poll(listRequestEvents, waitOptions).toEqual([order.order_id]);
    events.close();
    await setRestaurants(app, store.id, ["SH002"]);
    expect(await listOwnRequests(store)).toEqual([]);
    await setRestaurants(app, store.id, ["SH001"]);
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

  test("sees no requests, or decides those of its own orders only", async () => {
    const customer = await createBuyer(shop);
    const { order_id } = await createOrderInStatus(shop, customer, "completed");
    await customer.data(orderEndpoints.refundRequest, {
      body: { order_id, reason: "少送了", client_key: createIdempotencyKey() },
    });
    const store = await createStaffClient(shop, "store");
    const body = { order_id, approve: true, reason: "", client_key: createIdempotencyKey() };
    if (setting === "none") {
      expect((await store.call(endpoints.refundRequests, { query: {} })).status).toBe(403);
      expect((await store.call(endpoints.answerRequest, { body })).status).toBe(403);
      return;
    }
    await setRestaurants(shop, store.id, ["SH002"]);
    expect((await store.call(endpoints.answerRequest, { body })).status).toBe(404);
    await setRestaurants(shop, store.id, ["SH001"]);
    expect((await store.call(endpoints.answerRequest, { body })).data).toMatchObject({
      refund_status: "refunding",
    });
    await settleRefunds(shop);
  });
});
