import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { menuEndpoints } from "#contract/menu/endpoints.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { restaurantEndpoints } from "#contract/restaurant/endpoints.ts";
import { restaurantAdminEndpoints } from "#contract/staff/restaurant-admin/endpoints.ts";
import { type Buyer, createBuyer, createIdempotencyKey, takeawayOrderForm } from "../support/api/buyers.ts";
import type { Client } from "../support/api/Client.ts";
import { createPaidOrder, createStaffClient } from "../support/api/orders.ts";
import { payOrder } from "../support/api/paymentProvider.ts";
import { dish, defaultRestaurantId as storeId } from "../support/api/people.ts";
import { chainTerms } from "../support/api/restaurantForms.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

let app: TestApp;
let buyer: Buyer;
let admin: Client & { id: string };

beforeAll(async () => {
  app = await startTestApp();
  admin = await createStaffClient(app, "admin");
});

beforeEach(async () => {
  buyer = await createBuyer(app);
});

afterEach(async () => {
  app.clock.reset();
  await setTerms({});
});

afterAll(async () => {
  await app.close();
});

/** Sets the conditions of the restaurant, those left out to the chain's. */
async function setTerms(terms: Record<string, number>) {
  const { list } = await admin.data(restaurantAdminEndpoints.list, { query: { keyword: storeId } });
  const { dishes, closed_at, pictures, ...form } = list.find(
    ({ restaurant_id }) => restaurant_id === storeId,
  )!;
  const response = await admin.call(restaurantAdminEndpoints.update, {
    body: { ...form, ...chainTerms, ...terms },
  });
  await app.content.waitForDelivery();
  return response;
}

const quote = () => buyer.data(orderEndpoints.quote, { body: takeawayOrderForm(buyer) });

describe("the conditions of a delivery", () => {
  test("are the chain's until the restaurant has its own", async () => {
    expect(await quote()).toMatchObject({
      delivery_fee: 500,
      min_order_amount: 2_000,
      delivery_time: "30-45分钟",
    });
    await setTerms({ minimum_order: 1_000, delivery_fee: 300, delivery_minutes: 20 });
    expect(await quote()).toMatchObject({
      delivery_fee: 300,
      min_order_amount: 1_000,
      delivery_time: "20-35分钟",
    });
  });

  test("rise with each started kilometre, and the fee ends with enough goods", async () => {
    const { distance } = await quote();
    const metres = Number(distance);
    await setTerms({ delivery_fee: 200, delivery_base_distance: 0, delivery_km_fee: 150 });
    expect((await quote()).delivery_fee).toBe(200 + Math.ceil(metres / 1_000) * 150);
    await setTerms({ free_delivery_from: dish.price, minimum_order: dish.price });
    expect((await quote()).delivery_fee).toBe(0);
    await setTerms({ free_delivery_from: dish.price + 1 });
    expect((await quote()).delivery_fee).toBe(500);
  });

  test("are what customers see on the menu and at the restaurant", async () => {
    await setTerms({ minimum_order: 1_500, delivery_fee: 350, free_delivery_from: 8_000 });
    const { address_id } = takeawayOrderForm(buyer);
    const start = await buyer.data(menuEndpoints.takeawayStart, { query: { address_id: address_id! } });
    expect(start.store).toMatchObject({
      storecode: storeId,
      delivery_fee: 350,
      free_delivery_from: 8_000,
    });
    expect(start.menu?.items?.[0]).toMatchObject({ delivery_fee: 350, min_order_amount: 1_500 });
  });

  test("that change between quote and order are told with a new quote; orders stay as they are", async () => {
    const form = takeawayOrderForm(buyer);
    const { data: order } = await buyer.call(orderEndpoints.create, { body: form });
    await setTerms({ delivery_fee: 900 });
    const next = takeawayOrderForm(buyer);
    expect(await buyer.call(orderEndpoints.create, { body: next })).toMatchObject({
      status: 409,
      error: "price_changed",
      data: { quote: { delivery_fee: 900 } },
    });
    await setTerms({ minimum_order: dish.price + 100 });
    expect(await buyer.call(orderEndpoints.create, { body: takeawayOrderForm(buyer) })).toMatchObject({
      status: 422,
      error: "below_minimum",
      data: { missing: 100 },
    });
    const [row] = await app.sql("select delivery_fee_fen::int as fee from orders where id = $1", [
      order.order_id,
    ]);
    expect(row).toEqual({ fee: 500 });
  });

  test("include packing, which is paid, told, and not given back for a single dish", async () => {
    await setTerms({ packing_fee: 250 });
    expect(await quote()).toMatchObject({
      delivery_fee: 500,
      packing_fee: 250,
      total_amount: dish.price + 750,
    });
    const body = { ...takeawayOrderForm(buyer), expected_total: dish.price + 750 };
    const order = await buyer.data(orderEndpoints.create, { body });
    await payOrder(app, buyer, order);
    await setTerms({ packing_fee: 900 });
    const query = { order_id: order.order_id };
    expect(await buyer.data(orderEndpoints.detail, { query })).toMatchObject({
      packing_fee: 250,
      pay_amount: dish.price + 750,
    });
    const refund = (change: object) =>
      admin.call(orderEndpoints.refund, {
        body: {
          order_id: order.order_id,
          refund_no: createIdempotencyKey(),
          reason_code: "菜品问题",
          preview: true,
          ...change,
        } as never,
      });
    const items = [{ id: dish.id, quantity: 1 }];
    expect((await refund({ type: "items", items })).data).toMatchObject({ money: dish.price });
    expect((await refund({ type: "full" })).data).toMatchObject({ money: dish.price + 750 });
  });

  test("that contradict each other or are none are refused", async () => {
    expect(await setTerms({ minimum_order: 6_000 })).toMatchObject({
      status: 422,
      msg: "免配送费金额不能低于起送价 ¥60.00",
      data: { field: "free_delivery_from" },
    });
    expect(await setTerms({ slot_minutes: 7 })).toMatchObject({
      status: 422,
      msg: "时段长度请填 5、10、15、20、30、60 分钟中的一个",
    });
    expect(await setTerms({ booking_lead_minutes: 1_440, booking_days: 1 })).toMatchObject({
      status: 422,
      msg: "提前的时间比可预约的天数还长",
    });
    expect(await setTerms({ booking_lead_minutes: 0 })).toMatchObject({ status: 400 });
    expect(await setTerms({ delivery_fee: -1 })).toMatchObject({ status: 400, msg: "配送费不能小于0" });
    expect(await setTerms({ booking_days: 15 })).toMatchObject({
      status: 400,
      msg: "可预约天数不能大于14",
    });
  });

  test("are in the audit log as they were and are", async () => {
    await setTerms({ delivery_fee: 350, booking_days: 7 });
    const [entry] = await app.sql(
      "select detail from audit_log where action = 'restaurant.update' order by id desc limit 1",
    );
    expect(entry).toEqual({
      detail: { delivery_fee: "连锁统一 → ¥3.50", booking_days: "连锁统一 → 7" },
    });
  });
});

test("an order is promised with the restaurant's own minutes, and not late before", async () => {
  app.clock.freeze();
  const { distance } = await quote();
  const ownMinutes = 60 + Math.ceil(Number(distance) / 1_000) * 5;
  await setTerms({ delivery_minutes: 60 });
  const order = await createPaidOrder(app, buyer);
  await setTerms({});
  const readOrder = () => buyer.data(orderEndpoints.detail, { query: { order_id: order.order_id } });
  const { paid_at, estimated_at, is_late } = await readOrder();
  expect(Date.parse(estimated_at!) - Date.parse(paid_at!)).toBe(ownMinutes * 60_000);
  expect(is_late).toBe(false);
});

describe("the conditions of a booking", () => {
  const readSlots = (date?: string) =>
    buyer.data(restaurantEndpoints.slots, {
      query: { restaurant_id: storeId, ...(date !== undefined && { date }) },
    });

  test("decide how long the slots are, how early and for how many days", async () => {
    app.clock.freeze();
    app.clock.set("2026-03-02T11:05:00+08:00");
    await setTerms({ slot_minutes: 20, booking_lead_minutes: 90, booking_days: 5 });
    const { dates, slots } = await readSlots();
    expect(dates).toEqual(["2026-03-02", "2026-03-03", "2026-03-04", "2026-03-05", "2026-03-06"]);
    expect(slots.slice(0, 3).map(({ time }) => time.slice(11))).toEqual(["12:40", "13:00", "13:20"]);
    await setTerms({ slot_minutes: 60, booking_lead_minutes: 15, booking_days: 1 });
    const today = await readSlots();
    expect(today.dates).toEqual(["2026-03-02"]);
    expect(today.slots[0]?.time).toBe("2026-03-02 12:00");
  });
});
