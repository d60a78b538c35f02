import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { orderEndpoints as endpoints } from "#contract/order/endpoints.ts";
import { type Buyer, createBuyer } from "../support/api/buyers.ts";
import { hoursJson } from "../support/api/hours.ts";
import { pickupOrderForm } from "../support/api/inStore.ts";
import { payOrder } from "../support/api/paymentProvider.ts";
import { defaultRestaurantId, dish } from "../support/api/people.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

/** Open from 07:00 to 22:00. */
const dailyRestaurantId = "SH010";
let app: TestApp;
let buyer: Buyer;

beforeAll(async () => {
  app = await startTestApp();
  await app.sql("update restaurants set week_hours = $2, paused_until = null where id = $1", [
    dailyRestaurantId,
    hoursJson("07:00", "22:00"),
  ]);
});

beforeEach(async () => {
  buyer = await createBuyer(app);
});

afterEach(async () => {
  for (const { order_id } of (await buyer.data(endpoints.list, { query: { status: "pending_payment" } }))
    .list)
    await buyer.data(endpoints.cancel, { body: { order_id } });
  app.clock.reset();
});

afterAll(async () => {
  await app.close();
});

const placeOrder = (overrides: object = {}) =>
  buyer.call(endpoints.create, { body: { ...pickupOrderForm(), ...overrides } });
const getQuote = (overrides: object = {}) =>
  buyer.data(endpoints.quote, { body: { ...pickupOrderForm(), ...overrides } });
const getDetail = (order_id: string) => buyer.data(endpoints.detail, { query: { order_id } });

/** Finds a dish that the chain serves under a condition on its service columns. */
async function findDish(condition: string): Promise<{ id: string; price: number }> {
  const [row] = await app.sql<{ id: string; price: number }>(
    `select id, price_fen as price from dishes where ${condition} order by id limit 1`,
  );
  return row!;
}

describe("in-store orders", () => {
  test("are quoted without delivery fee, minimum amount and address", async () => {
    const cheap = await findDish("in_store and day_parts is null and price_fen < 1000");
    const items = [{ id: cheap.id, quantity: 1 }];
    expect(await getQuote({ items })).toMatchObject({
      goods_amount: cheap.price,
      delivery_fee: 0,
      total_amount: cheap.price,
      min_order_amount: 0,
      distance: null,
      delivery_time: "",
      problems: [],
      differences: [],
    });
    expect(await placeOrder({ items, expected_total: cheap.price })).toMatchObject({
      status: 200,
      data: { status: "pending_payment", total_amount: cheap.price },
    });
  });

  test("at the table save the table, at the counter do not; both save the account's phone", async () => {
    const table = await placeOrder({ order_type: "dine_in", table_no: " A12 ", contact_phone: null });
    const counter = await placeOrder({ table_no: "A12", contact_phone: "+86 138 0013 8000" });
    const [phone] = await app.sql<{ phone: string }>("select phone from users where id = $1", [buyer.userId]);
    expect(await getDetail(table.data.order_id)).toMatchObject({
      order_type: "dine_in",
      table_no: "A12",
      contact_phone: phone!.phone,
      address: null,
      booking_time: null,
    });
    expect(await getDetail(counter.data.order_id)).toMatchObject({
      order_type: "pickup",
      table_no: null,
      contact_phone: "13800138000",
    });
    expect(await placeOrder({ contact_phone: "12" })).toMatchObject({ status: 400, msg: "手机号格式不正确" });
    expect(await placeOrder({ table_no: "x".repeat(17) })).toMatchObject({ status: 400 });
  });

  test("use the restaurant's own menu: delivery-only dishes are refused", async () => {
    const travels = await findDish("takeaway and not in_store");
    const stays = await findDish("in_store and not takeaway and day_parts is null");
    const response = await placeOrder({
      items: [{ id: travels.id, quantity: 1 }],
      expected_total: travels.price,
    });
    expect(response).toMatchObject({ status: 409, error: "item_unavailable", data: { ids: [travels.id] } });
    const served = await placeOrder({ items: [{ id: stays.id, quantity: 1 }], expected_total: stays.price });
    expect(served.status).toBe(200);
    const delivered = { order_type: "takeaway", address_id: buyer.addressId };
    expect(await placeOrder({ ...delivered, items: [{ id: stays.id, quantity: 1 }] })).toMatchObject({
      error: "item_unavailable",
    });
  });

  test("as soon as possible need a kitchen that accepts orders now", async () => {
    app.clock.set("2026-03-02T23:00:00+08:00");
    buyer = await createBuyer(app);
    const orderForm = { restaurant_id: dailyRestaurantId, booking_time: null };
    expect((await getQuote(orderForm)).problems).toMatchObject([{ error: "restaurant_closed" }]);
    expect(await placeOrder(orderForm)).toMatchObject({ status: 422, error: "restaurant_closed" });
    expect((await placeOrder({ ...orderForm, booking_time: "2026-03-03 07:00" })).status).toBe(200);
  });

  test("are due a quarter of an hour after payment, and have their own pick-up letter", async () => {
    const pickup = (await placeOrder()).data;
    const table = (await placeOrder({ order_type: "dine_in", table_no: "8" })).data;
    for (const order of [pickup, table]) await payOrder(app, buyer, order);
    const [one, other] = [await getDetail(pickup.order_id), await getDetail(table.order_id)];
    expect([one.pickup_code?.[0], other.pickup_code?.[0]]).toEqual(["Z", "T"]);
    expect(Date.parse(one.estimated_at!) - Date.parse(one.paid_at!)).toBe(15 * 60_000);
    expect([one.queue_before, other.queue_before]).toEqual([0, 1]);
  });
});

describe("inconsistent fields are refused", () => {
  test.each([
    ["takeaway at a booked time", { booking_time: "2030-01-01 12:00" }, "booking_time"],
    ["takeaway with a voucher", { third_party_order_id: "voucher-1" }, "third_party_order_id"],
  ])("%s", async (_what, overrides, field) => {
    const body = { ...pickupOrderForm(), order_type: "takeaway", address_id: buyer.addressId, ...overrides };
    for (const call of [endpoints.quote, endpoints.create] as const)
      expect(await buyer.call(call as typeof endpoints.create, { body })).toMatchObject({
        status: 422,
        error: "rule_broken",
        data: { field },
      });
  });

  test.each(["2026-02-29 12:00", "2026-13-01 12:00", "2026-03-02 24:00", "2026-03-02 12:60"])(
    "the time %s, which does not exist",
    async (booking_time) => {
      expect(await placeOrder({ booking_time })).toMatchObject({
        status: 400,
        data: { field: "booking_time" },
      });
    },
  );

  test.each(["2026-03-02T12:00", "tomorrow", "2026-3-2 12:00", 1_772_424_000, "2026-03-02 12:00+00:00"])(
    "the time %j, which is no time",
    async (booking_time) => {
      expect(await placeOrder({ booking_time })).toMatchObject({
        status: 400,
        data: { field: "booking_time" },
      });
    },
  );
});

test("another customer's order is not found, also when it is booked", async () => {
  const other = await createBuyer(app);
  const { data } = await placeOrder({
    restaurant_id: defaultRestaurantId,
    items: [{ id: dish.id, quantity: 2 }],
    expected_total: 6_600,
  });
  expect(await other.call(endpoints.detail, { query: { order_id: data.order_id } })).toMatchObject({
    status: 404,
  });
  expect(await other.call(endpoints.cancel, { body: { order_id: data.order_id } })).toMatchObject({
    status: 404,
  });
});
