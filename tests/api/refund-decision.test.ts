import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { chatEndpoints } from "#contract/chat/endpoints.ts";
import { staffEventsPath } from "#contract/events.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import type { OrderReceipt } from "#contract/order/schema.ts";
import { staffOrderEndpoints as endpoints } from "#contract/staff/order/endpoints.ts";
import { type Buyer, createBuyer, createIdempotencyKey } from "../support/api/buyers.ts";
import type { Client } from "../support/api/Client.ts";
import { EventReader } from "../support/api/EventReader.ts";
import { createOrderInStatus, createStaffClient } from "../support/api/orders.ts";
import { setPaymentBehaviour, settleRefunds } from "../support/api/paymentProvider.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";
import { waitOptions } from "../support/api/waitOptions.ts";

const minute = 60_000;

let app: TestApp;
let buyer: Buyer;
let order: OrderReceipt;
let agent: Client & { id: string };

beforeAll(async () => {
  app = await startTestApp();
  agent = await createStaffClient(app, "agent");
});

beforeEach(async () => {
  app.clock.freeze();
  buyer = await createBuyer(app);
});

afterEach(async () => {
  await setPaymentBehaviour(app, { provider: "normal" });
  await settleRefunds(app);
  app.clock.reset();
});

afterAll(async () => {
  await app.close();
});

/** Requests a refund as the buyer for an order in a given status. */
async function requestRefund(
  step: "preparing" | "completed" = "preparing",
  more: object = {},
): Promise<void> {
  order = await createOrderInStatus(app, buyer, step);
  const body = {
    order_id: order.order_id,
    reason: "餐品有问题",
    client_key: createIdempotencyKey(),
    ...more,
  };
  await buyer.data(orderEndpoints.refundRequest, { body });
}

const decideRequest = (more: object = {}, who: Client = agent) =>
  who.call(endpoints.answerRequest, {
    body: {
      order_id: order.order_id,
      approve: true,
      reason: "",
      client_key: createIdempotencyKey(),
      ...more,
    },
  });
const getDetail = () => buyer.data(orderEndpoints.detail, { query: { order_id: order.order_id } });
const listMessages = async () => {
  const { list } = await buyer.data(chatEndpoints.history);
  return list.map(({ sender_type, type, content, order_id }) => ({ sender_type, type, content, order_id }));
};
const systemMessage = (content: string) => ({
  sender_type: "system",
  type: "system",
  content,
  order_id: order.order_id,
});

describe("an approved request", () => {
  test("refunds everything, ends the order, and is posted in the conversation at each step", async () => {
    await requestRefund();
    expect(await decideRequest({ reason: "抱歉" })).toMatchObject({
      status: 200,
      data: {
        order_id: order.order_id,
        status: "cancelled",
        refund_status: "refunding",
        refundable_amount: 0,
        request: { status: "approved", answer: "抱歉" },
      },
    });
    await settleRefunds(app);
    expect(await getDetail()).toMatchObject({ refund_status: "refunded", refunded_amount: order.pay_amount });
    expect(await listMessages()).toEqual([
      systemMessage("退款申请已通过，款项将原路退回"),
      systemMessage("退款 ¥38.00 已原路退回"),
    ]);
    expect((await buyer.data(chatEndpoints.state)).unread).toBe(2);
    const auditEntries = await app.sql(
      "select actor, action, detail from audit_log where target = $1 and action like 'order.refund%'",
      [order.order_id],
    );
    expect(auditEntries).toEqual([
      {
        actor: agent.id,
        action: "order.refund-request",
        detail: { approve: true, reason: "抱歉", paid: 3800 },
      },
    ]);
  });

  test("leaves a completed order completed", async () => {
    await requestRefund("completed");
    expect((await decideRequest()).data).toMatchObject({ status: "completed", refund_status: "refunding" });
    await settleRefunds(app);
    expect(await getDetail()).toMatchObject({ status: "completed", status_text: "已退款" });
  });

  test("is decided once: by one key, by ten concurrent requests, and not against an earlier decision", async () => {
    await requestRefund();
    const client_key = createIdempotencyKey();
    const same = await Promise.all(Array.from({ length: 5 }, () => decideRequest({ client_key })));
    expect(same.map(({ status, data }) => [status, data.request?.status])).toEqual(
      Array(5).fill([200, "approved"]),
    );
    expect(await decideRequest({ client_key, approve: false, reason: "不" })).toMatchObject({
      status: 409,
      error: "key_reused",
    });
    expect(await decideRequest({ approve: false, reason: "不" })).toMatchObject({
      status: 409,
      error: "invalid_state",
    });
    await settleRefunds(app);
    expect((await getDetail()).refunds).toHaveLength(1);
  });

  test("is refused to an agent beyond 200 yuan, and not to an admin", async () => {
    await requestRefund("preparing");
    await app.sql(
      "update orders set paid_fen = 20100, pay_fen = 20100, goods_fen = 19600, total_fen = 20100 where id = $1",
      [order.order_id],
    );
    expect(await decideRequest()).toMatchObject({ status: 403, error: "forbidden" });
    expect((await getDetail()).refund_status).toBe("requested");
    await app.sql(
      "update orders set paid_fen = 3800, pay_fen = 3800, goods_fen = 3300, total_fen = 3800 where id = $1",
      [order.order_id],
    );
    expect((await decideRequest({}, await createStaffClient(app, "admin"))).status).toBe(200);
  });
});

describe("a rejected request", () => {
  test("leaves the order unchanged, and the customer reads why and cannot request again", async () => {
    await requestRefund();
    expect(await decideRequest({ approve: false, reason: " 照片里看不出问题 " })).toMatchObject({
      status: 200,
      data: { refund_status: "rejected", status_text: "制作中", request: { status: "rejected" } },
    });
    expect(await getDetail()).toMatchObject({
      status: "preparing",
      status_text: "制作中",
      refund_request: { status: "rejected", answer: "照片里看不出问题" },
      timeline: expect.arrayContaining([expect.objectContaining({ reason: "照片里看不出问题" })]),
      refunds: [],
    });
    expect((await getDetail()).actions).not.toContain("apply_refund");
    expect(await listMessages()).toEqual([systemMessage("退款申请未通过：照片里看不出问题")]);
    app.clock.advance(30 * minute);
    await app.sweep("refund-requests");
    expect((await getDetail()).refund_status).toBe("rejected");
  });

  test("needs a reason", async () => {
    await requestRefund();
    for (const reason of ["", "  "])
      expect(await decideRequest({ approve: false, reason })).toMatchObject({
        status: 400,
        data: { field: "reason" },
      });
    for (const more of [{ reason: "x".repeat(101) }, { approve: "yes" }, { client_key: "short" }])
      expect(await decideRequest(more)).toMatchObject({ status: 400, error: "validation" });
    expect((await getDetail()).refund_status).toBe("requested");
  });
});

test("a partial refund by staff answers the request, so that it is not also approved automatically", async () => {
  await requestRefund();
  const body = {
    order_id: order.order_id,
    refund_no: createIdempotencyKey(),
    type: "amount",
    amount: 500,
    reason_code: "少送一份",
  };
  await agent.data(orderEndpoints.refund, { body });
  await settleRefunds(app);
  app.clock.advance(30 * minute);
  await app.sweep("refund-requests");
  await settleRefunds(app);
  expect(await getDetail()).toMatchObject({
    refund_status: "partially_refunded",
    refunded_amount: 500,
    refund_request: { status: "approved", answer: "少送一份" },
  });
});

test("staff receive events of a request and of its decision at once", async () => {
  const consoleEvents = await EventReader.open(app.url, agent.token, undefined, staffEventsPath);
  await expect.poll(() => consoleEvents.events.length, waitOptions).toBeGreaterThan(0);
  await requestRefund();
  await decideRequest({ approve: false, reason: "不行" });
  const listRequestEvents = () =>
    consoleEvents.listStaffEvents("refund_request").map(({ order_id, status }) => [order_id, status]);
  await expect.poll(listRequestEvents, waitOptions).toEqual([
    [order.order_id, "open"],
    [order.order_id, "rejected"],
  ]);
  consoleEvents.close();
});
