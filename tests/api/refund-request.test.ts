import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { orderEndpoints as endpoints } from "#contract/order/endpoints.ts";
import type { OrderReceipt } from "#contract/order/schema.ts";
import { staffOrderEndpoints } from "#contract/staff/order/endpoints.ts";
import { newId } from "#server/platform/security/ids.ts";
import { type Buyer, createBuyer, createIdempotencyKey, createOrder } from "../support/api/buyers.ts";
import { createOrderInStatus, createPaidOrder, createStaffClient } from "../support/api/orders.ts";
import { setPaymentBehaviour, settleRefunds } from "../support/api/paymentProvider.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const minute = 60_000;
const day = 86_400_000;

let app: TestApp;
let buyer: Buyer;
let order: OrderReceipt;

beforeAll(async () => {
  app = await startTestApp();
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

const requestRefund = (overrides: object = {}, who: Buyer = buyer) =>
  who.call(endpoints.refundRequest, {
    body: {
      order_id: order.order_id,
      reason: "餐品有问题",
      client_key: createIdempotencyKey(),
      ...overrides,
    },
  });
const getDetail = () => buyer.data(endpoints.detail, { query: { order_id: order.order_id } });

/** Inserts an image sent by a customer; returns its id. */
async function insertImage(owner: Buyer, kind = "chat"): Promise<string> {
  const id = newId();
  await app.sql(
    "insert into files (id, owner_id, kind, path, mime, bytes, width, height, created_at) values ($1, $2, $3, $1, 'image/webp', 1, 1, 1, now())",
    [id, owner.userId, kind],
  );
  return id;
}

/** Rejects the request as staff. */
async function rejectRequest(reason: string): Promise<void> {
  const agent = await createStaffClient(app, "agent");
  const body = { order_id: order.order_id, approve: false, reason, client_key: createIdempotencyKey() };
  await agent.data(staffOrderEndpoints.answerRequest, { body });
}

describe("requesting a refund", () => {
  test("is offered once the order cannot be cancelled, and returns the order's new state", async () => {
    order = await createOrderInStatus(app, buyer, "preparing");
    expect((await getDetail()).actions).toEqual(["apply_refund", "reorder", "contact_service"]);
    const images = [await insertImage(buyer), await insertImage(buyer, "refund")];
    const at = app.clock.now();
    expect(await requestRefund({ text: " 汤洒了 ", images })).toMatchObject({
      status: 200,
      data: {
        status: "preparing",
        refund_status: "requested",
        status_text: "制作中",
        actions: ["reorder", "contact_service"],
        refund_request: {
          status: "open",
          reason: "餐品有问题",
          text: "汤洒了",
          images: images.map((id) => `/api/v1/files/${id}`),
          answer: null,
          created_at: at.toISOString(),
          due_at: new Date(at.getTime() + 30 * minute).toISOString(),
          answered_at: null,
        },
        refunds: [],
      },
    });
    expect((await getDetail()).timeline.at(-1)).toMatchObject({ text: "退款申请中", reason: "餐品有问题" });
    const [event] = await app.sql("select payload from events where channel = $1 order by id desc limit 1", [
      `user:${buyer.userId}`,
    ]);
    expect(event).toMatchObject({ payload: { order_id: order.order_id, refund_status: "requested" } });
  });

  test("ten times concurrently with one key creates one request; another key is refused", async () => {
    order = await createOrderInStatus(app, buyer, "preparing");
    const client_key = createIdempotencyKey();
    const responses = await Promise.all(Array.from({ length: 10 }, () => requestRefund({ client_key })));
    expect(responses.map(({ status, data }) => [status, data.refund_status])).toEqual(
      Array(10).fill([200, "requested"]),
    );
    expect(await requestRefund({ client_key, reason: "别的" })).toMatchObject({
      status: 409,
      error: "key_reused",
    });
    expect(await requestRefund()).toMatchObject({ status: 409, error: "invalid_state" });
    const rows = await app.sql("select id from refund_requests where order_id = $1", [order.order_id]);
    expect(rows).toHaveLength(1);
  });

  test.each(["accepted", "preparing", "delivering", "completed"] as const)(
    "is possible when %s",
    async (step) => {
      order = await createOrderInStatus(app, buyer, step);
      if (step === "accepted") {
        expect(await requestRefund()).toMatchObject({ status: 409, error: "invalid_state" });
        app.clock.advance(minute + 1);
      }
      expect((await getDetail()).actions).toContain("apply_refund");
      expect((await requestRefund()).status).toBe(200);
    },
  );

  test("is possible for a week after the order was completed", async () => {
    order = await createOrderInStatus(app, buyer, "completed");
    app.clock.advance(7 * day - 1);
    expect((await getDetail()).actions).toContain("apply_refund");
    app.clock.advance(1);
    expect((await getDetail()).actions).toEqual(["reorder", "contact_service"]);
    expect(await requestRefund()).toMatchObject({ status: 409, error: "invalid_state" });
  });

  test("is not possible for an order that is cancellable, cancelled, or unpaid", async () => {
    order = await createOrder(buyer);
    expect(await requestRefund()).toMatchObject({ status: 409, error: "invalid_state" });
    order = await createPaidOrder(app, buyer);
    expect(await requestRefund()).toMatchObject({ status: 409, error: "invalid_state" });
    await buyer.data(endpoints.cancel, { body: { order_id: order.order_id } });
    expect(await requestRefund()).toMatchObject({ status: 409, error: "invalid_state" });
    expect((await getDetail()).refund_request).toBeNull();
  });

  test("is not possible again after a rejection, which the customer can read", async () => {
    order = await createOrderInStatus(app, buyer, "completed");
    await requestRefund();
    await rejectRequest("照片里看不出问题");
    expect(await getDetail()).toMatchObject({
      refund_request: { status: "rejected", answer: "照片里看不出问题" },
      actions: ["reorder", "contact_service"],
    });
    app.clock.advance(1);
    for (const reason of ["餐品有问题", "少送了"])
      expect(await requestRefund({ reason })).toMatchObject({ status: 409, error: "invalid_state" });
  });

  test("is for the owner only, with the owner's images", async () => {
    order = await createOrderInStatus(app, buyer, "preparing");
    const stranger = await createBuyer(app);
    expect(await requestRefund({}, stranger)).toMatchObject({ status: 404, error: "not_found" });
    for (const images of [[await insertImage(stranger)], [await insertImage(buyer, "avatar")], ["nothing"]])
      expect(await requestRefund({ images })).toMatchObject({ status: 404, data: { field: "images" } });
    expect((await getDetail()).refund_request).toBeNull();
  });

  test.each([
    ["reason", ""],
    ["reason", "x".repeat(51)],
    ["text", "x".repeat(201)],
    ["images", ["a", "b", "c", "d"]],
    ["images", "a"],
    ["client_key", "short"],
  ])("is refused with a bad %s", async (field, value) => {
    order = await createOrder(buyer);
    expect(await requestRefund({ [field]: value })).toMatchObject({ status: 400, error: "validation" });
  });
});

describe("a request without a decision for half an hour", () => {
  test("is approved: the order is refunded in full and ends", async () => {
    order = await createOrderInStatus(app, buyer, "delivering");
    await requestRefund();
    app.clock.advance(30 * minute - 1);
    await app.sweep("refund-requests");
    expect((await getDetail()).refund_status).toBe("requested");
    app.clock.advance(1);
    await Promise.all(Array.from({ length: 5 }, () => app.sweep("refund-requests")));
    expect(await getDetail()).toMatchObject({
      status: "cancelled",
      refund_status: "refunding",
      cancel_reason: "退款申请已通过",
      refund_request: { status: "approved", answer: "超时未处理，已自动同意退款" },
      refunds: [{ status: "created", money: order.pay_amount, reason: "退款申请已通过" }],
    });
    await settleRefunds(app);
    expect(await getDetail()).toMatchObject({
      refund_status: "refunded",
      refunded_amount: order.pay_amount,
      refunds: [{ status: "success" }],
      actions: ["reorder", "contact_service"],
    });
  });

  test("for a completed order is approved and the order stays completed", async () => {
    order = await createOrderInStatus(app, buyer, "completed");
    await requestRefund();
    app.clock.advance(30 * minute);
    await app.sweep("refund-requests");
    await settleRefunds(app);
    expect(await getDetail()).toMatchObject({
      status: "completed",
      refund_status: "refunded",
      status_text: "已退款",
      refunded_amount: order.pay_amount,
    });
  });

  test("is decided earlier when the restaurant cancels the order", async () => {
    order = await createOrderInStatus(app, buyer, "preparing");
    await requestRefund();
    const store = await createStaffClient(app, "store");
    const body = { order_id: order.order_id, to: "cancelled", reason: "做不出来了" };
    await store.data(endpoints.advance, { body });
    expect(await getDetail()).toMatchObject({
      status: "cancelled",
      refund_status: "refunding",
      refund_request: { status: "approved", answer: "做不出来了" },
    });
    app.clock.advance(30 * minute);
    await app.sweep("refund-requests");
    await settleRefunds(app);
    expect((await getDetail()).refunds).toHaveLength(1);
  });
});
