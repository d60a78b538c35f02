import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { orderEndpoints as calls } from "#contract/order/endpoints.ts";
import type { OrderReceipt } from "#contract/order/schema.ts";
import { formatRefundTag, type RefundStatus } from "#contract/order/status.ts";
import { orderAdminEndpoints } from "#contract/order-admin/endpoints.ts";
import { type Buyer, newBuyer, newKey } from "../support/api/buyers.ts";
import type { Client } from "../support/api/Client.ts";
import { pickupWish } from "../support/api/inStore.ts";
import { bring, newMember } from "../support/api/kitchen.ts";
import { behave, payOrder, settleRefunds } from "../support/api/provider.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

let app: TestApp;
let buyer: Buyer;
let order: OrderReceipt;
let agent: Client;
let store: Client;

beforeAll(async () => {
  app = await startTestApp();
  agent = await newMember(app, "agent");
  store = await newMember(app, "store");
});

/** Food that is ready for its customer. */
beforeEach(async () => {
  await behave(app, { notify: "lost", refund: "success", refund_error: "NOT_ENOUGH", refund_delay_ms: 0 });
  buyer = await newBuyer(app);
  order = await buyer.data(calls.create, { body: pickupWish() });
  await payOrder(app, buyer, order);
  await bring(store, order.order_id, ["accepted", "preparing", "ready_for_pickup"]);
});

afterEach(async () => {
  await behave(app, { refund: "success" });
  await settleRefunds(app);
});

afterAll(async () => {
  await app.close();
});

async function request(): Promise<void> {
  const body = { order_id: order.order_id, reason: "餐品有问题", client_key: newKey() };
  await buyer.data(calls.refundRequest, { body });
}

async function answer(approve: boolean): Promise<void> {
  const body = { order_id: order.order_id, approve, reason: "照片里看不出问题", client_key: newKey() };
  await agent.data(orderAdminEndpoints.answerRequest, { body });
}

async function give(type: "amount" | "full"): Promise<void> {
  const body = { order_id: order.order_id, refund_no: newKey(), type, amount: 100, reason_code: "少送一份" };
  await agent.data(calls.refund, { body });
}

/** What every screen makes its headline of, with the tag beside it. */
async function headlines(): Promise<Record<string, unknown>[]> {
  const { order_id, third_party_order_id } = order;
  const [detail, { list }, shared, board] = await Promise.all([
    buyer.data(calls.detail, { query: { order_id } }),
    buyer.data(calls.list, { query: {} }),
    buyer.data(calls.detailPublic, { query: { third_party_order_id } }),
    store.data(calls.board, { query: {} }),
  ]);
  const onBoard = board.list.find((one) => one.order_id === order_id);
  return [detail, list[0], shared, onBoard].flatMap((one) =>
    one === undefined
      ? []
      : [{ text: one.status_text, tag: formatRefundTag(one), hasCode: one.pickup_code !== null }],
  );
}

const makes: [RefundStatus, string, () => Promise<void>][] = [
  ["requested", "退款申请中", request],
  ["rejected", "退款被拒", () => request().then(() => answer(false))],
  ["refunding", "退款中", () => give("amount")],
  ["partially_refunded", "部分退款", () => give("amount").then(() => settleRefunds(app))],
  [
    "failed",
    "退款未成功",
    async () => {
      await behave(app, { refund: "refused" });
      await give("amount");
      await settleRefunds(app);
    },
  ],
];

describe("food that is ready says so with its code, with the refund beside it", () => {
  test.each(makes)("while that is %s", async (_state, tag, make) => {
    await make();
    const expected = { text: "待取餐", tag, hasCode: true };
    expect(await headlines()).toEqual([expected, expected, expected, expected]);
  });
});

test("an order that is over shows its refund first, and a refusal beside its own state", async () => {
  await bring(store, order.order_id, ["completed"]);
  await request();
  expect(await headlines()).toContainEqual({ text: "退款申请中", tag: null, hasCode: true });
  await answer(false);
  const [detail, listed, shared] = await headlines();
  const expected = { text: "已完成", tag: "退款被拒" };
  for (const one of [detail, listed, shared]) expect(one).toMatchObject(expected);
  await give("full");
  await settleRefunds(app);
  expect(await headlines()).toContainEqual({ text: "已退款", tag: null, hasCode: true });
});
