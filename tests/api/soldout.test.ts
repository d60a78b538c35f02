import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { chatEndpoints } from "#contract/chat/endpoints.ts";
import { orderEndpoints as endpoints } from "#contract/order/endpoints.ts";
import type { CreateOrderRequest } from "#contract/order/quote.schema.ts";
import { staffChatEndpoints } from "#contract/staff/chat/endpoints.ts";
import { staffOrderEndpoints } from "#contract/staff/order/endpoints.ts";
import { type Buyer, createBuyer, createIdempotencyKey, createOrder } from "../support/api/buyers.ts";
import type { Client } from "../support/api/Client.ts";
import { EventReader } from "../support/api/EventReader.ts";
import { issueVoucher, voucherOrderForm } from "../support/api/inStore.ts";
import { advanceOrder, createStaffClient } from "../support/api/orders.ts";
import {
  payAtProvider,
  payOrder,
  setPaymentBehaviour,
  settleRefunds,
} from "../support/api/paymentProvider.ts";
import { dish, defaultRestaurantId as storeId } from "../support/api/people.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";
import { addPoints } from "../support/api/wallet.ts";

type SoldDish = { id: string; name: string; spec: string; fen: number };

let app: TestApp;
let store: Client & { id: string };
let agent: Client & { id: string };
let buyer: Buyer;
/** A dish with a variant that the default restaurant sells at any time. */
let tea: SoldDish;

beforeAll(async () => {
  app = await startTestApp();
  store = await createStaffClient(app, "store");
  agent = await createStaffClient(app, "agent");
  const [found] = await app.sql<SoldDish>(
    `select d.id, d.spu_name as name, d.spec_name as spec, d.price_fen::int as fen from dishes d join store_dishes s on s.dish_id = d.id
     where s.restaurant_id = $1 and d.spec_name is not null and d.day_parts is null and d.takeaway and d.in_store
       and s.price_fen is null and s.stock is null and not s.sold_out order by d.id limit 1`,
    [storeId],
  );
  tea = found!;
});

beforeEach(async () => {
  await setPaymentBehaviour(app, {
    provider: "normal",
    notify: "lost",
    refund: "success",
    refund_delay_ms: 0,
  });
  buyer = await createBuyer(app);
});

afterEach(async () => {
  await settleRefunds(app);
});

afterAll(async () => {
  await app.close();
});

/** Three portions of the default dish and one of the other; delivery is free from 50 yuan on. */
const fourItems = () => ({
  items: [
    { id: dish.id, quantity: 3 },
    { id: tea.id, quantity: 1 },
  ],
  expected_total: 3 * dish.price + tea.fen,
});

/** Creates and pays an order of these items, with the fields of `more` on top. */
async function createPaidSoldOutOrder(
  policy: CreateOrderRequest["soldout_policy"],
  more: Partial<CreateOrderRequest> = {},
): Promise<string> {
  const order = await createOrder(buyer, {
    ...fourItems(),
    ...(policy === undefined ? {} : { soldout_policy: policy }),
    ...more,
  });
  await payOrder(app, buyer, order);
  return order.order_id;
}

async function reportSoldOut(orderId: string, more: Record<string, unknown> = {}, by: Client = store) {
  const body = {
    order_id: orderId,
    items: [{ id: tea.id, quantity: 1 }],
    client_key: createIdempotencyKey(),
    ...more,
  };
  return await by.call(staffOrderEndpoints.reportSoldout, { body: body as never });
}

const getDetail = (orderId: string) => buyer.data(endpoints.detail, { query: { order_id: orderId } });
const listMessageTexts = async () =>
  (await buyer.data(chatEndpoints.history)).list.map(({ content }) => content);
const missingDishText = () => `${tea.name}（${tea.spec}）`;

describe("the choice for unavailable dishes", () => {
  test("defaults to asking the customer, and is shown to customer, service and kitchen", async () => {
    for (const [chosen, shown] of [
      [undefined, "contact"],
      ["remove", "remove"],
      ["cancel_order", "cancel_order"],
      ["refund", "remove"],
      ["cancel", "cancel_order"],
    ] as const) {
      const { order_id } = await createOrder(buyer, chosen === undefined ? {} : { soldout_policy: chosen });
      expect((await getDetail(order_id)).soldout_policy).toBe(shown);
      const params = { orderId: order_id };
      expect((await agent.data(staffChatEndpoints.order, { params })).soldout_policy).toBe(shown);
      await buyer.data(endpoints.cancel, { body: { order_id } });
    }
    const orderId = await createPaidSoldOutOrder("remove");
    const { list } = await store.data(endpoints.board);
    expect(list.find(({ order_id }) => order_id === orderId)).toMatchObject({
      soldout_policy: "remove",
      items: [{ refunded_quantity: 0 }, { id: tea.id, spec_name: tea.spec, unavailable_quantity: 0 }],
    });
  });
});

describe("a dish that the restaurant cannot make", () => {
  test("is removed and refunded where the customer chose that, money and points in proportion, once per key", async () => {
    await addPoints(app, buyer.userId, 1_000);
    const order = await createOrder(buyer, { ...fourItems(), soldout_policy: "remove" });
    await buyer.data(endpoints.pay, { body: { order_id: order.order_id, points_payment: 1_000 } });
    expect(await payAtProvider(app, order)).toBe(200);
    await buyer.data(endpoints.payQuery, { query: { order_id: order.order_id } });
    const points = Math.floor((tea.fen * 1_000) / (3 * dish.price + tea.fen));
    const key = createIdempotencyKey();
    const first = await reportSoldOut(order.order_id, { client_key: key });
    expect(first).toMatchObject({ status: 200, data: { outcome: "remove" } });
    expect((await reportSoldOut(order.order_id, { client_key: key })).data).toEqual(first.data);
    expect(await reportSoldOut(order.order_id, { client_key: key, mark_sold_out: true })).toMatchObject({
      status: 409,
      error: "key_reused",
    });
    await settleRefunds(app);
    const shown = await getDetail(order.order_id);
    expect(shown).toMatchObject({
      status: "paid",
      refund_status: "partially_refunded",
      refunded_amount: tea.fen - points,
    });
    expect(shown.lines[1]).toMatchObject({ refunded_quantity: 1, unavailable_quantity: 1 });
    expect(shown.refunds).toMatchObject([
      { money: tea.fen - points, points, items: [{ name: tea.name, spec_name: tea.spec, quantity: 1 }] },
    ]);
    expect(shown.timeline.map(({ text, reason }) => [text, reason])).toContainEqual([
      "缺货商品已去掉",
      `${missingDishText()}×1`,
    ]);
    expect((await listMessageTexts()).join()).toContain(`${missingDishText()}×1。已按您的选择去掉缺货商品`);
    const auditEntries = await app.sql(
      "select actor, action from audit_log where target = $1 and action = 'order.soldout'",
      [order.order_id],
    );
    expect(auditEntries).toEqual([{ actor: store.id, action: "order.soldout" }]);
  });

  test("ends the order with a full refund where the customer chose that, including the delivery fee", async () => {
    const more = { items: [{ id: dish.id, quantity: 1 }], expected_total: dish.price + 500 };
    const orderId = await createPaidSoldOutOrder("cancel_order", more);
    await advanceOrder(store, orderId, ["accepted", "preparing"]);
    expect((await reportSoldOut(orderId, { items: more.items })).data).toEqual({ outcome: "cancel_order" });
    await settleRefunds(app);
    expect(await getDetail(orderId)).toMatchObject({
      status: "cancelled",
      refund_status: "refunded",
      refunded_amount: dish.price + 500,
      cancel_reason: expect.stringContaining("商品缺货"),
    });
    expect((await listMessageTexts()).join()).toContain("已按您的选择取消整单");
  });

  test("ends the order also when nothing would be left of it", async () => {
    const more = { items: [{ id: dish.id, quantity: 2 }], expected_total: 2 * dish.price };
    const orderId = await createPaidSoldOutOrder("remove", more);
    const one = { items: [{ id: dish.id, quantity: 1 }] };
    expect((await reportSoldOut(orderId, one)).data).toEqual({ outcome: "remove" });
    await settleRefunds(app);
    expect((await reportSoldOut(orderId, one)).data).toEqual({ outcome: "cancel_order" });
    await settleRefunds(app);
    expect(await getDetail(orderId)).toMatchObject({ status: "cancelled", refunded_amount: 2 * dish.price });
  });

  test("needs a reply otherwise: the customer reads it live, service has it open, and the agreement is executed", async () => {
    const orderId = await createPaidSoldOutOrder(undefined);
    const stream = await EventReader.open(app.url, buyer.token);
    expect((await reportSoldOut(orderId)).data).toEqual({ outcome: "contact" });
    await expect
      .poll(() =>
        stream
          .listEvents("message")
          .map(({ content }) => content)
          .join(),
      )
      .toContain(`${missingDishText()}×1。请在这里回复我们`);
    expect(stream.listEvents("order").map(({ order_id }) => order_id)).toContain(orderId);
    stream.close();
    const shown = await getDetail(orderId);
    expect(shown).toMatchObject({ status: "paid", refund_status: "none" });
    expect(shown.lines[1]).toMatchObject({ refunded_quantity: 0, unavailable_quantity: 1 });
    const { list } = await agent.data(staffChatEndpoints.sessions, { query: { status: "open" } });
    expect(list.find(({ user_id }) => user_id === buyer.userId)?.last_message?.type).toBe("system");
    expect((await reportSoldOut(orderId, { decision: "remove" }, agent)).data).toEqual({ outcome: "remove" });
    await settleRefunds(app);
    expect(await getDetail(orderId)).toMatchObject({ status: "paid", refunded_amount: tea.fen });
  });

  test("is removed from the restaurant's menu when that is ticked, which agents cannot do", async () => {
    const orderId = await createPaidSoldOutOrder(undefined);
    expect(await reportSoldOut(orderId, { mark_sold_out: true }, agent)).toMatchObject({ status: 403 });
    const soldOut = async () => {
      const sql = "select sold_out from store_dishes where restaurant_id = $1 and dish_id = $2";
      return (await app.sql<{ sold_out: boolean }>(sql, [storeId, tea.id]))[0]?.sold_out;
    };
    expect(await soldOut()).toBe(false);
    await reportSoldOut(orderId, { mark_sold_out: true });
    expect(await soldOut()).toBe(true);
    await app.sql("update store_dishes set sold_out = false where dish_id = $1", [tea.id]);
  });

  test("of a voucher's order needs a reply or ends it; the voucher can be used again", async () => {
    const items = [
      { id: dish.id, quantity: 1 },
      { id: tea.id, quantity: 1 },
    ];
    const voucher = await issueVoucher(app, { items });
    const { order_id } = await createOrder(
      buyer,
      voucherOrderForm(voucher, { items, soldout_policy: "remove" }),
    );
    expect((await reportSoldOut(order_id)).data).toEqual({ outcome: "contact" });
    expect((await reportSoldOut(order_id, { items })).data).toEqual({ outcome: "cancel_order" });
    expect((await listMessageTexts()).join()).toContain("餐券可以重新使用");
    expect(await app.sql("select status from vouchers where id = $1", [voucher])).toEqual([
      { status: "issued" },
    ]);
  });

  test("is refused against the choice, beyond the ordered quantity, and outside of the kitchen", async () => {
    const orderId = await createPaidSoldOutOrder("remove");
    expect(await reportSoldOut(orderId, { decision: "cancel_order" })).toMatchObject({
      status: 409,
      error: "invalid_state",
    });
    expect(await reportSoldOut(orderId, { items: [{ id: tea.id, quantity: 2 }] })).toMatchObject({
      status: 422,
      error: "refund_exceeds",
    });
    expect(await reportSoldOut(orderId, { items: [{ id: "nothing", quantity: 1 }] })).toMatchObject({
      status: 422,
      error: "rule_broken",
    });
    expect(await reportSoldOut("nothing")).toMatchObject({ status: 404 });
    await advanceOrder(store, orderId, ["accepted", "preparing", "delivering"]);
    expect(await reportSoldOut(orderId)).toMatchObject({ status: 409, error: "invalid_state" });
    expect((await getDetail(orderId)).refunds).toEqual([]);
  });

  test("reported twice concurrently under two keys is refunded once", async () => {
    const orderId = await createPaidSoldOutOrder("remove");
    const responses = await Promise.all([reportSoldOut(orderId), reportSoldOut(orderId, {}, agent)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 422]);
    await settleRefunds(app);
    expect((await getDetail(orderId)).refunded_amount).toBe(tea.fen);
  });
});
