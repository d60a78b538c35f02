import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { orderEndpoints as endpoints } from "#contract/order/endpoints.ts";
import type { CreateOrderRequest } from "#contract/order/quote.schema.ts";
import { type Buyer, createBuyer, createOrder } from "../support/api/buyers.ts";
import { Client } from "../support/api/Client.ts";
import { createToken } from "../support/api/namedEndpoints.ts";
import { payOrder, setPaymentBehaviour, settleRefunds } from "../support/api/paymentProvider.ts";
import { defaultRestaurantId, dish } from "../support/api/people.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const stock = 1_000;
let app: TestApp;
let buyer: Buyer;
let orderId: string;
let serial = 0;

beforeAll(async () => {
  app = await startTestApp();
  await app.ledgerCheck.setStock(defaultRestaurantId, dish.id, stock);
});

beforeEach(async () => {
  await setPaymentBehaviour(app, {
    provider: "normal",
    notify: "lost",
    refund: "success",
    refund_delay_ms: 0,
  });
  buyer = await createBuyer(app);
  // Three portions of 33 yuan; delivery is free from 99 yuan of goods on.
  await createPaidOrder({ items: [{ id: dish.id, quantity: 3 }], expected_total: 9_900 });
});

afterEach(async () => {
  await setPaymentBehaviour(app, { provider: "normal", refund: "success" });
  await settleRefunds(app);
});

afterAll(async () => {
  await app.close();
});

async function createPaidOrder(overrides: Partial<CreateOrderRequest>): Promise<void> {
  const order = await createOrder(buyer, overrides);
  await payOrder(app, buyer, order);
  orderId = order.order_id;
}

async function createStaffFor(role: "agent" | "store" | "admin"): Promise<Client> {
  const [row] = await app.sql<{ id: string }>("select id from staff where role = $1", [role]);
  return new Client(app.server, await createToken(app, "staff", row!.id));
}

/** Refund form with its own number, unless `overrides` sets one. */
function refundForm(overrides: Record<string, unknown>) {
  serial += 1;
  return { order_id: orderId, refund_no: `staff-refund-${serial}`, reason_code: "菜品问题", ...overrides };
}

async function refundOrder(overrides: Record<string, unknown>, by: "agent" | "store" | "admin" = "agent") {
  return await (await createStaffFor(by)).call(endpoints.refund, { body: refundForm(overrides) });
}

const getDetail = () => buyer.data(endpoints.detail, { query: { order_id: orderId } });

async function readStock(): Promise<number> {
  const sql = "select stock from store_dishes where restaurant_id = $1 and dish_id = $2";
  return (await app.sql<{ stock: number }>(sql, [defaultRestaurantId, dish.id]))[0]!.stock;
}

describe("a refund by staff", () => {
  test("of dishes refunds their price, marks them, and restocks them only when requested", async () => {
    const before = await readStock();
    const items = [{ id: dish.id, quantity: 1 }];
    expect((await refundOrder({ type: "items", items })).data).toMatchObject({
      status: "created",
      money: 3_300,
    });
    expect(await readStock()).toBe(before);
    expect((await refundOrder({ type: "items", items, restock: true })).data.money).toBe(3_300);
    expect(await readStock()).toBe(before + 1);
    await settleRefunds(app);
    const shown = await getDetail();
    expect(shown).toMatchObject({
      status: "paid",
      refund_status: "partially_refunded",
      refunded_amount: 6_600,
    });
    expect(shown.lines[0]?.refunded_quantity).toBe(2);
    expect(shown.refunds.map(({ money, status }) => [money, status])).toEqual([
      [3_300, "success"],
      [3_300, "success"],
    ]);
    expect(await refundOrder({ type: "items", items: [{ id: dish.id, quantity: 2 }] })).toMatchObject({
      status: 422,
      error: "refund_exceeds",
      data: { left: 1 },
    });
  });

  test("of everything ends an order that is not over, and refunds once", async () => {
    const before = await readStock();
    expect((await refundOrder({ type: "amount", amount: 900 })).data.money).toBe(900);
    expect((await refundOrder({ type: "full" })).data.money).toBe(9_000);
    expect(await refundOrder({ type: "full" })).toMatchObject({ status: 422, error: "refund_exceeds" });
    await settleRefunds(app);
    expect(await getDetail()).toMatchObject({
      status: "cancelled",
      refund_status: "refunded",
      refunded_amount: 9_900,
    });
    expect(await readStock()).toBe(before + 3);
  });

  test("of a completed order leaves it completed", async () => {
    const admin = await createStaffFor("admin");
    for (const to of ["accepted", "preparing", "delivering", "completed"])
      await admin.data(endpoints.advance, { body: { order_id: orderId, to } });
    expect((await refundOrder({ type: "full" })).status).toBe(200);
    await settleRefunds(app);
    expect(await getDetail()).toMatchObject({ status: "completed", refund_status: "refunded" });
  });

  test("has a preview that changes nothing", async () => {
    const body = refundForm({ type: "full", preview: true });
    const agent = await createStaffFor("agent");
    expect((await agent.call(endpoints.refund, { body })).data).toMatchObject({
      status: "preview",
      money: 9_900,
    });
    expect(await getDetail()).toMatchObject({ refund_status: "none", refunds: [] });
    // The number is still unused for the refund itself.
    expect((await agent.call(endpoints.refund, { body: { ...body, preview: false } })).status).toBe(200);
  });

  test("leaves the delivery fee to a full refund", async () => {
    await createPaidOrder({ expected_total: dish.price + 500 });
    expect(await refundOrder({ type: "amount", amount: dish.price + 1 })).toMatchObject({
      error: "refund_exceeds",
      data: { left: dish.price },
    });
    expect((await refundOrder({ type: "full" })).data.money).toBe(dish.price + 500);
  });

  test("ten clicks with one number make one refund, ten with their own never exceed the payment", async () => {
    const agent = await createStaffFor("agent");
    const body = refundForm({ type: "amount", amount: 2_000 });
    const same = await Promise.all(Array.from({ length: 10 }, () => agent.call(endpoints.refund, { body })));
    expect(same.map(({ status }) => status)).toEqual(Array(10).fill(200));
    const others = await Promise.all(
      Array.from({ length: 10 }, () => refundOrder({ type: "amount", amount: 2_000 })),
    );
    expect(others.filter(({ status }) => status === 200)).toHaveLength(3);
    expect((await getDetail()).refunds).toHaveLength(4);
    const changed = await agent.call(endpoints.refund, { body: { ...body, amount: 100 } });
    expect(changed).toMatchObject({ status: 409, error: "key_reused" });
  });

  test("a refund that the provider cannot execute stays reserved, dishes too", async () => {
    await setPaymentBehaviour(app, { refund: "abnormal" });
    const items = [{ id: dish.id, quantity: 3 }];
    expect((await refundOrder({ type: "items", items })).status).toBe(200);
    await settleRefunds(app);
    expect((await getDetail()).refund_status).toBe("failed");
    expect((await getDetail()).lines[0]?.refunded_quantity).toBe(3);
    expect((await refundOrder({ type: "items", items })).error).toBe("refund_exceeds");
  });

  test("a customer who cancels after a partial refund gets the rest and no more", async () => {
    expect((await refundOrder({ type: "amount", amount: 1_000 })).status).toBe(200);
    await buyer.data(endpoints.cancel, { body: { order_id: orderId } });
    await settleRefunds(app);
    expect(await getDetail()).toMatchObject({ status: "cancelled", refunded_amount: 9_900 });
  });
});

describe("refund rights", () => {
  test("allow an agent 200 yuan at once, an admin more, a restaurant none", async () => {
    await createPaidOrder({ items: [{ id: dish.id, quantity: 7 }], expected_total: 7 * dish.price });
    expect(await refundOrder({ type: "full" })).toMatchObject({ status: 403, error: "forbidden" });
    expect((await refundOrder({ type: "amount", amount: 100 }, "store")).status).toBe(403);
    expect((await refundOrder({ type: "full" }, "admin")).data.money).toBe(7 * dish.price);
    const [row] = await app.sql(
      "select detail from audit_log where action = 'order.refund' and target = $1",
      [orderId],
    );
    expect(row?.detail).toMatchObject({ type: "full", money: 7 * dish.price });
  });
});

describe("an impossible refund is refused", () => {
  test("an order that is unknown, unpaid, or was paid a year ago", async () => {
    expect((await refundOrder({ type: "full", order_id: "nobody" })).status).toBe(404);
    const unpaid = await createOrder(buyer);
    expect(await refundOrder({ type: "full", order_id: unpaid.order_id })).toMatchObject({
      error: "invalid_state",
    });
    await app.sql("update orders set paid_at = paid_at - interval '366 days' where id = $1", [orderId]);
    expect(await refundOrder({ type: "full" })).toMatchObject({ error: "invalid_state" });
  });

  test.each([
    [{ type: "items" }],
    [{ type: "items", items: [] }],
    [{ type: "items", items: [{ id: dish.id, quantity: 0 }] }],
    [{ type: "amount" }],
    [{ type: "amount", amount: 0 }],
    [{ type: "amount", amount: 1.5 }],
    [{ type: "everything" }],
    [{ type: "full", reason_code: " " }],
    [{ type: "full", refund_no: "a b" }],
  ])("%j is a 400", async (orderForm) => {
    expect((await refundOrder(orderForm)).status).toBe(400);
    expect((await getDetail()).refunds).toEqual([]);
  });
});
