import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { orderEndpoints as endpoints } from "#contract/order/endpoints.ts";
import type { OrderReceipt } from "#contract/order/schema.ts";
import { formatRefundTag, type RefundStatus } from "#contract/order/status.ts";
import { staffOrderEndpoints } from "#contract/staff/order/endpoints.ts";
import { type Buyer, createBuyer, createIdempotencyKey } from "../support/api/buyers.ts";
import type { Client } from "../support/api/Client.ts";
import { pickupOrderForm } from "../support/api/inStore.ts";
import { advanceOrder, createStaffClient } from "../support/api/orders.ts";
import { payOrder, setPaymentBehaviour, settleRefunds } from "../support/api/paymentProvider.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

let app: TestApp;
let buyer: Buyer;
let order: OrderReceipt;
let agent: Client;
let store: Client;

beforeAll(async () => {
  app = await startTestApp();
  agent = await createStaffClient(app, "agent");
  store = await createStaffClient(app, "store");
});

/** Every test starts with an order that is ready for its customer. */
beforeEach(async () => {
  await setPaymentBehaviour(app, {
    notify: "lost",
    refund: "success",
    refund_error: "NOT_ENOUGH",
    refund_delay_ms: 0,
  });
  buyer = await createBuyer(app);
  order = await buyer.data(endpoints.create, { body: pickupOrderForm() });
  await payOrder(app, buyer, order);
  await advanceOrder(store, order.order_id, ["accepted", "preparing", "ready_for_pickup"]);
});

afterEach(async () => {
  await setPaymentBehaviour(app, { refund: "success" });
  await settleRefunds(app);
});

afterAll(async () => {
  await app.close();
});

async function requestRefund(): Promise<void> {
  const body = { order_id: order.order_id, reason: "餐品有问题", client_key: createIdempotencyKey() };
  await buyer.data(endpoints.refundRequest, { body });
}

async function decideRequest(approve: boolean): Promise<void> {
  const body = {
    order_id: order.order_id,
    approve,
    reason: "照片里看不出问题",
    client_key: createIdempotencyKey(),
  };
  await agent.data(staffOrderEndpoints.answerRequest, { body });
}

async function refundOrder(type: "amount" | "full"): Promise<void> {
  const body = {
    order_id: order.order_id,
    refund_no: createIdempotencyKey(),
    type,
    amount: 100,
    reason_code: "少送一份",
  };
  await agent.data(endpoints.refund, { body });
}

/** Reads the fields that detail, list, shared page and board build their headline and refund tag from. */
async function listHeadlines(): Promise<Record<string, unknown>[]> {
  const { order_id, third_party_order_id } = order;
  const [detail, { list }, shared, board] = await Promise.all([
    buyer.data(endpoints.detail, { query: { order_id } }),
    buyer.data(endpoints.list, { query: {} }),
    buyer.data(endpoints.detailPublic, { query: { third_party_order_id } }),
    store.data(endpoints.board, { query: {} }),
  ]);
  const onBoard = board.list.find((one) => one.order_id === order_id);
  return [detail, list[0], shared, onBoard].flatMap((one) =>
    one === undefined
      ? []
      : [{ text: one.status_text, tag: formatRefundTag(one), hasCode: one.pickup_code !== null }],
  );
}

const scenarios: [RefundStatus, string, () => Promise<void>][] = [
  ["requested", "退款申请中", requestRefund],
  ["rejected", "退款被拒", () => requestRefund().then(() => decideRequest(false))],
  ["refunding", "退款中", () => refundOrder("amount")],
  ["partially_refunded", "部分退款", () => refundOrder("amount").then(() => settleRefunds(app))],
  [
    "failed",
    "退款未成功",
    async () => {
      await setPaymentBehaviour(app, { refund: "refused" });
      await refundOrder("amount");
      await settleRefunds(app);
    },
  ],
];

describe("an order that is ready shows its code, with the refund beside it", () => {
  test.each(scenarios)("while that is %s", async (_state, tag, arrange) => {
    await arrange();
    const expected = { text: "待取餐", tag, hasCode: true };
    expect(await listHeadlines()).toEqual([expected, expected, expected, expected]);
  });
});

test("an order that is over shows its refund first, and a refusal beside its own state", async () => {
  await advanceOrder(store, order.order_id, ["completed"]);
  await requestRefund();
  expect(await listHeadlines()).toContainEqual({ text: "退款申请中", tag: null, hasCode: true });
  await decideRequest(false);
  const [detail, listed, shared] = await listHeadlines();
  const expected = { text: "已完成", tag: "退款被拒" };
  for (const one of [detail, listed, shared]) expect(one).toMatchObject(expected);
  await refundOrder("full");
  await settleRefunds(app);
  expect(await listHeadlines()).toContainEqual({ text: "已退款", tag: null, hasCode: true });
});
