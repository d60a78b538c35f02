import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { orderEndpoints as endpoints } from "#contract/order/endpoints.ts";
import type { OrderReceipt } from "#contract/order/schema.ts";
import { type Buyer, createBuyer, createBuyers } from "../support/api/buyers.ts";
import { hoursJson } from "../support/api/hours.ts";
import { listAvailableSlots, pickupOrderForm } from "../support/api/inStore.ts";
import { createStaffClient } from "../support/api/orders.ts";
import { payOrder, setPaymentBehaviour, settleRefunds } from "../support/api/paymentProvider.ts";
import { defaultRestaurantId } from "../support/api/people.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const minute = 60_000;
let app: TestApp;
let buyer: Buyer;

beforeAll(async () => {
  app = await startTestApp();
  await setPaymentBehaviour(app, { notify: "lost", refund_delay_ms: 0 });
});

afterEach(async () => {
  await app.sql("update restaurants set slot_capacity = 30, paused_until = null where id = $1", [
    defaultRestaurantId,
  ]);
  app.clock.reset();
});

afterAll(async () => {
  await app.close();
});

const placeOrder = (booking_time: string | null, more: object = {}) =>
  buyer.call(endpoints.create, { body: { ...pickupOrderForm({ booking_time }), ...more } });
const getDetail = (order: OrderReceipt) =>
  buyer.data(endpoints.detail, { query: { order_id: order.order_id } });
const cancelOrder = (order: OrderReceipt) =>
  buyer.call(endpoints.cancel, { body: { order_id: order.order_id } });

/** Creates an order of a new customer for the nth offered slot. */
async function bookSlot(nth: number): Promise<{ order: OrderReceipt; time: string }> {
  buyer = await createBuyer(app);
  const { time } = (await listAvailableSlots(app))[nth]!;
  const { data, status } = await placeOrder(time);
  expect(status).toBe(200);
  return { order: data, time };
}

async function countRemaining(time: string): Promise<number | undefined> {
  return (await listAvailableSlots(app)).find((slot) => slot.time === time)?.left;
}

describe("the server decides in Asia/Shanghai", () => {
  test.each([
    ["a time that has passed", "2026-03-02 10:45"],
    ["yesterday", "2026-03-01 12:00"],
    ["less than half an hour ahead", "2026-03-02 11:15"],
    ["a time between two slots", "2026-03-02 12:10"],
    ["the day after the day after tomorrow", "2026-03-05 12:00"],
    ["another year", "2030-01-01 12:00"],
  ])("%s is not to be had, and the next slot is named", async (_what, time) => {
    app.clock.freeze();
    app.clock.set("2026-03-02T11:00:00+08:00");
    buyer = await createBuyer(app);
    const response = await placeOrder(time);
    const next = time === "2026-03-02 12:10" ? "2026-03-02 12:15" : "2026-03-02 11:30";
    expect(response).toMatchObject({ status: 422, error: "time_unavailable", data: { next } });
    const quote = await buyer.data(endpoints.quote, { body: pickupOrderForm({ booking_time: time }) });
    expect(quote.problems.map(({ error }) => error)).toEqual(["time_unavailable"]);
  });

  test("a time after closing is refused, and the next offered one is in the morning", async () => {
    app.clock.set("2026-03-02T20:00:00+08:00");
    buyer = await createBuyer(app);
    await app.sql("update restaurants set week_hours = $1, paused_until = null where id = 'SH010'", [
      hoursJson("07:00", "22:00"),
    ]);
    const late = await placeOrder("2026-03-02 22:00", { restaurant_id: "SH010" });
    expect(late).toMatchObject({ error: "time_unavailable", data: { next: "2026-03-03 07:00" } });
    expect((await placeOrder("2026-03-02 21:45", { restaurant_id: "SH010" })).status).toBe(200);
  });

  test("the twenty-ninth of February of a leap year is an ordinary day", async () => {
    app.clock.set("2028-02-28T12:00:00+08:00");
    buyer = await createBuyer(app);
    const { data } = await placeOrder("2028-02-29 12:00");
    expect(await getDetail(data)).toMatchObject({ booking_time: "2028-02-29 12:00" });
  });

  test("dishes are those of the booked time, not of the current time", async () => {
    app.clock.set("2026-03-02T12:00:00+08:00");
    buyer = await createBuyer(app);
    const [breakfast] = await app.sql<{ id: string; price: number }>(
      `select id, price_fen as price from dishes where in_store and day_parts = '["breakfast"]' order by id limit 1`,
    );
    const items = [{ id: breakfast!.id, quantity: 1 }];
    const more = { items, expected_total: breakfast!.price };
    for (const time of [null, "2026-03-03 10:00", "2026-03-02 18:00"]) {
      const response = await placeOrder(time, more);
      expect(response).toMatchObject({
        status: 409,
        error: "item_unavailable",
        data: { ids: [breakfast!.id] },
      });
      expect(response.data).toMatchObject({ quote: { differences: [{ kind: "day_part" }] } });
    }
    expect((await placeOrder("2026-03-03 09:45", more)).status).toBe(200);
  });
});

describe("capacity of a slot", () => {
  test("is reserved by an unpaid order and released once when that is cancelled", async () => {
    const { order, time } = await bookSlot(3);
    expect(await countRemaining(time)).toBe(29);
    const responses = await Promise.all(Array.from({ length: 10 }, () => cancelOrder(order)));
    expect(responses.map(({ data }) => data.status)).toEqual(Array(10).fill("cancelled"));
    expect(await countRemaining(time)).toBe(30);
  });

  test("is released once when the payment times out, however many servers sweep", async () => {
    const { time } = await bookSlot(4);
    app.clock.advance(15 * minute + 1_000);
    await Promise.all(Array.from({ length: 5 }, () => app.sweep("due-orders")));
    await app.sweep("due-orders");
    expect(await countRemaining(time)).toBe(30);
  });

  test("is refused to others when it is used up, with the next free slot in the error", async () => {
    await app.sql("update restaurants set slot_capacity = 1 where id = $1", [defaultRestaurantId]);
    const [first, second, third] = await listAvailableSlots(app);
    for (const slot of [first, second]) {
      buyer = await createBuyer(app);
      expect((await placeOrder(slot!.time)).status).toBe(200);
    }
    buyer = await createBuyer(app);
    expect(await placeOrder(first!.time)).toMatchObject({
      status: 409,
      error: "slot_full",
      msg: "该时段已约满，请换个时间",
      data: { next: third!.time },
    });
    await app.sql("update restaurants set slot_capacity = 0 where id = $1", [defaultRestaurantId]);
    expect(await placeOrder(third!.time)).toMatchObject({ error: "slot_full", data: { next: null } });
  });

  test("is not reserved by an order that fails for another reason", async () => {
    const { time } = await bookSlot(6);
    const before = await countRemaining(time);
    expect((await placeOrder(time, { expected_total: 1 })).error).toBe("price_changed");
    expect((await placeOrder(time, { items: [{ id: "nothing", quantity: 1 }] })).status).toBe(409);
    expect(await countRemaining(time)).toBe(before);
  });
});

describe("the booked time", () => {
  test("is met: a paid order is announced for it, and queues by it", async () => {
    const { order, time } = await bookSlot(40);
    await payOrder(app, buyer, order);
    const shown = await getDetail(order);
    expect(shown).toMatchObject({ booking_time: time, status: "paid" });
    expect(Date.parse(shown.estimated_at!)).toBe(Date.parse(`${time.replace(" ", "T")}:00+08:00`));
    const [hungry] = await createBuyers(app, 1);
    const now = await hungry!.data(endpoints.create, { body: pickupOrderForm() });
    await payOrder(app, hungry!, now);
    const later = await hungry!.data(endpoints.detail, { query: { order_id: now.order_id } });
    expect([later.queue_before, (await getDetail(order)).queue_before]).toEqual([0, 1]);
  });

  test("stays valid while the order is paid: the kitchen's half hour counts when the order is created", async () => {
    const { order, time } = await bookSlot(0);
    const aheadMs = Date.parse(`${time.replace(" ", "T")}:00+08:00`) - app.clock.now().getTime();
    app.clock.freeze();
    // One second into the half hour, or just before the payment deadline if the slot was far off.
    app.clock.advance(Math.min(aheadMs - 30 * minute + 1_000, 15 * minute - 1_000));
    expect((await buyer.call(endpoints.pay, { body: { order_id: order.order_id } })).status).toBe(200);
    expect(await getDetail(order)).toMatchObject({ status: "pending_payment", booking_time: time });
  });

  test("of a restaurant that pauses past it can no longer be paid, and the next slot is named", async () => {
    const { order, time } = await bookSlot(5);
    const next = (await listAvailableSlots(app))[7]!.time;
    const sql = "update restaurants set paused_until = $2 where id = $1";
    await app.sql(sql, [defaultRestaurantId, `${next.replace(" ", "T")}:00+08:00`]);
    const response = await buyer.call(endpoints.pay, { body: { order_id: order.order_id } });
    expect(response).toMatchObject({ status: 422, error: "time_unavailable", data: { next } });
    expect((await getDetail(order)).booking_time).toBe(time);
  });

  test("as soon as possible is unavailable once the restaurant pauses", async () => {
    buyer = await createBuyer(app);
    const { data: order } = await placeOrder(null);
    const sql = "update restaurants set paused_until = $2 where id = $1";
    await app.sql(sql, [defaultRestaurantId, new Date(Date.now() + 60 * minute)]);
    const response = await buyer.call(endpoints.pay, { body: { order_id: order.order_id } });
    expect(response).toMatchObject({ status: 422, error: "restaurant_closed" });
    await app.sql("update restaurants set paused_until = null where id = $1", [defaultRestaurantId]);
    expect((await buyer.call(endpoints.pay, { body: { order_id: order.order_id } })).status).toBe(200);
  });
});

describe("a booked order", () => {
  test("can be cancelled until half an hour before its time, with a full refund", async () => {
    const { order, time } = await bookSlot(20);
    app.clock.freeze();
    await payOrder(app, buyer, order);
    app.clock.advance(61_000);
    await app.sweep("due-orders");
    const slotMs = Date.parse(`${time.replace(" ", "T")}:00+08:00`);
    app.clock.advance(slotMs - 30 * minute - 1_000 - app.clock.now().getTime());
    expect(await getDetail(order)).toMatchObject({
      status: "accepted",
      actions: ["cancel", "reorder", "contact_service"],
    });
    app.clock.advance(2_000);
    expect((await getDetail(order)).actions).not.toContain("cancel");
    expect(await cancelOrder(order)).toMatchObject({ status: 409, error: "invalid_state" });
    app.clock.advance(-2_000);
    expect(await cancelOrder(order)).toMatchObject({ status: 200, data: { status: "cancelled" } });
    await settleRefunds(app);
    expect(await getDetail(order)).toMatchObject({
      refund_status: "refunded",
      refunded_amount: order.pay_amount,
    });
  });

  test("that is ready early waits for its customer until an hour after its time", async () => {
    const { order, time } = await bookSlot(12);
    app.clock.freeze();
    await payOrder(app, buyer, order);
    const kitchen = await createStaffClient(app, "store");
    for (const to of ["accepted", "preparing", "ready_for_pickup"] as const)
      await kitchen.data(endpoints.advance, { body: { order_id: order.order_id, to } });
    app.clock.advance(61 * minute);
    await app.sweep("due-orders");
    expect((await getDetail(order)).status).toBe("ready_for_pickup");
    const slotMs = Date.parse(`${time.replace(" ", "T")}:00+08:00`);
    app.clock.advance(slotMs + 60 * minute - app.clock.now().getTime());
    await app.sweep("due-orders");
    expect(await getDetail(order)).toMatchObject({ status: "completed", booking_time: time });
  });
});
