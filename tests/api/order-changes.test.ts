import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { orderEndpoints as endpoints } from "#contract/order/endpoints.ts";
import type { CreateOrderRequest } from "#contract/order/quote.schema.ts";
import { type Buyer, createBuyer, takeawayOrderForm } from "../support/api/buyers.ts";
import { hoursJson } from "../support/api/hours.ts";
import { defaultRestaurantId, dish } from "../support/api/people.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

/** A second dish that is always sold, and one only sold for breakfast. */
const otherDish = { id: "10905", price: 0 };
const breakfast = { id: "", price: 0 };

let app: TestApp;
let buyer: Buyer;

beforeAll(async () => {
  app = await startTestApp();
  const prices = await app.sql<{ id: string; price: number }>(
    "select id, price_fen as price from dishes where id = $1",
    [otherDish.id],
  );
  otherDish.price = prices[0]!.price;
  const [early] = await app.sql<{ id: string; price: number }>(
    "select id, price_fen as price from dishes where day_parts = '[\"breakfast\"]' and takeaway order by id limit 1",
  );
  Object.assign(breakfast, early);
});

beforeEach(async () => {
  buyer = await createBuyer(app);
});

afterEach(async () => {
  app.clock.reset();
  await app.sql(
    "update store_dishes set price_fen = null, stock = null, sold_out = false where dish_id in ($1, $2)",
    [dish.id, otherDish.id],
  );
  await app.sql("update dishes set retired_at = null");
  await app.sql(
    "update restaurants set week_hours = $2, paused_until = null, accepts_orders = true where id = $1",
    [defaultRestaurantId, hoursJson("00:00", "24:00")],
  );
});

afterAll(async () => {
  await app.close();
});

/** Order form for two portions of one dish and one of the other, with the total seen before. */
function cartForm(): CreateOrderRequest {
  return takeawayOrderForm(buyer, {
    items: [
      { id: dish.id, quantity: 2, seen_price: dish.price, seen_name: "以前的名字" },
      { id: otherDish.id, quantity: 1, seen_price: otherDish.price },
    ],
    expected_total: 2 * dish.price + otherDish.price,
  });
}

async function setDishColumn(column: "price_fen" | "stock" | "sold_out", value: unknown): Promise<void> {
  await app.sql(`update store_dishes set ${column} = $1 where restaurant_id = $2 and dish_id = $3`, [
    value,
    defaultRestaurantId,
    dish.id,
  ]);
}

/** Tries to order the cart; returns the error after asserting that no order was created. */
async function readRefusal(body: CreateOrderRequest) {
  const response = await buyer.call(endpoints.create, { body });
  expect((await buyer.data(endpoints.list)).total).toBe(0);
  return { status: response.status, error: response.error, msg: response.msg, data: response.data as object };
}

describe("changes between the cart and the order are reported, never charged silently", () => {
  test("nothing changed: the order is created with the server's own amounts", async () => {
    const body = cartForm();
    expect(await buyer.data(endpoints.quote, { body })).toMatchObject({ differences: [], problems: [] });
    const { order_id } = await buyer.data(endpoints.create, { body });
    const detail = await buyer.data(endpoints.detail, { query: { order_id } });
    expect(detail).toMatchObject({ goods_amount: body.expected_total, delivery_fee: 0, item_count: 3 });
    expect(detail.lines.map(({ id, price, quantity, amount }) => ({ id, price, quantity, amount }))).toEqual([
      { id: dish.id, price: dish.price, quantity: 2, amount: 2 * dish.price },
      { id: otherDish.id, price: otherDish.price, quantity: 1, amount: otherDish.price },
    ]);
  });

  test.each([
    ["raised", 200],
    ["lowered", -200],
  ])("a price was %s", async (_what, by) => {
    await setDishColumn("price_fen", dish.price + by);
    expect(await readRefusal(cartForm())).toMatchObject({
      status: 409,
      error: "price_changed",
      data: {
        quote: {
          total_amount: 2 * (dish.price + by) + otherDish.price,
          differences: [{ id: dish.id, kind: "price", before: dish.price, after: dish.price + by }],
        },
      },
    });
  });

  test("a price was raised, and the client did not send the total that it showed", async () => {
    await setDishColumn("price_fen", dish.price + 200);
    expect(await readRefusal(takeawayOrderForm(buyer))).toMatchObject({
      status: 409,
      error: "price_changed",
      data: { quote: { total_amount: dish.price + 200 + 500, differences: [] } },
    });
  });

  test("a dish was removed from the chain", async () => {
    await app.sql("update dishes set retired_at = now() where id = $1", [dish.id]);
    expect(await readRefusal(cartForm())).toMatchObject({
      status: 409,
      error: "item_unavailable",
      data: {
        ids: [dish.id],
        quote: {
          total_amount: otherDish.price + 500,
          lines: [{ id: otherDish.id }],
          differences: [{ id: dish.id, kind: "gone", name: "以前的名字", before: dish.price, after: null }],
        },
      },
    });
  });

  test("a dish was never sold in this restaurant", async () => {
    expect(
      await readRefusal(takeawayOrderForm(buyer, { items: [{ id: "NOPE", quantity: 1 }] })),
    ).toMatchObject({
      status: 409,
      error: "item_unavailable",
      data: { ids: ["NOPE"] },
    });
  });

  test("a dish is dine-in only", async () => {
    await app.sql("update dishes set takeaway = false where id = $1", [dish.id]);
    const refused = await readRefusal(cartForm());
    await app.sql("update dishes set takeaway = true where id = $1", [dish.id]);
    expect(refused).toMatchObject({ status: 409, error: "item_unavailable", data: { ids: [dish.id] } });
  });

  test("a dish is sold out, or fewer portions are left than ordered", async () => {
    await setDishColumn("sold_out", true);
    expect(await readRefusal(cartForm())).toMatchObject({
      status: 409,
      error: "out_of_stock",
      data: { id: dish.id, left: 0, quote: { lines: [{ id: otherDish.id, quantity: 1 }] } },
    });
    await setDishColumn("sold_out", false);
    await setDishColumn("stock", 1);
    expect(await readRefusal(cartForm())).toMatchObject({
      status: 409,
      error: "out_of_stock",
      data: { id: dish.id, left: 1, quote: { differences: [{ kind: "sold_out", left: 1 }] } },
    });
    await setDishColumn("stock", 2);
    expect((await buyer.call(endpoints.create, { body: cartForm() })).status).toBe(200);
  });

  test("the part of the day of a dish is over", async () => {
    const body = takeawayOrderForm(buyer, {
      items: [
        { id: dish.id, quantity: 1 },
        { id: breakfast.id, quantity: 1 },
      ],
    });
    body.expected_total = dish.price + breakfast.price + (dish.price + breakfast.price >= 5_000 ? 0 : 500);
    app.clock.set("2026-12-01T10:00:00+08:00");
    buyer = await createBuyer(app);
    body.address_id = buyer.addressId;
    expect(await readRefusal(body)).toMatchObject({
      status: 409,
      error: "item_unavailable",
      data: { ids: [breakfast.id], quote: { differences: [{ id: breakfast.id, kind: "day_part" }] } },
    });
    app.clock.set("2026-12-01T09:59:00+08:00");
    expect((await buyer.call(endpoints.create, { body })).status).toBe(200);
  });

  test.each([
    ["has closed for today", `week_hours = '${hoursJson("03:00", "03:01")}'`],
    ["is paused", "paused_until = now() + interval '1 hour'"],
    ["takes no orders", "accepts_orders = false"],
  ])("the store %s", async (_what, change) => {
    app.clock.set("2026-12-01T12:00:00+08:00");
    buyer = await createBuyer(app);
    if (change.startsWith("paused")) app.clock.reset();
    await app.sql(`update restaurants set ${change} where id = $1`, [defaultRestaurantId]);
    expect(await readRefusal(cartForm())).toMatchObject({
      status: 422,
      error: "restaurant_closed",
      msg: "餐厅休息中，暂时不能下单",
    });
    const quote = await buyer.data(endpoints.quote, { body: cartForm() });
    expect(quote.problems.map((problem) => problem.error)).toEqual(["restaurant_closed"]);
  });

  test("the restaurant has closed for good", async () => {
    await app.sql("update restaurants set closed_at = now() where id = $1", [defaultRestaurantId]);
    const refused = await readRefusal(cartForm());
    await app.sql("update restaurants set closed_at = null where id = $1", [defaultRestaurantId]);
    expect(refused).toMatchObject({ status: 404, error: "restaurant_not_found" });
  });
});

describe("the minimum order", () => {
  test.each([
    [1_999, 1],
    [1, 1_999],
  ])("is twenty yuan of goods: at %i fen, %i are missing", async (price, missing) => {
    await setDishColumn("price_fen", price);
    const body = takeawayOrderForm(buyer, { expected_total: price + 500 });
    const refused = await readRefusal(body);
    expect(refused).toMatchObject({ status: 422, error: "below_minimum", data: { missing } });
    expect(refused.msg).toBe(`还差¥${(missing / 100).toFixed(2)}起送`);
    const quote = await buyer.data(endpoints.quote, { body });
    expect(quote).toMatchObject({ min_order_amount: 2_000, problems: [{ error: "below_minimum", missing }] });
  });

  test("may be exactly twenty yuan", async () => {
    await setDishColumn("price_fen", 2_000);
    expect(
      (await buyer.call(endpoints.create, { body: takeawayOrderForm(buyer, { expected_total: 2_500 }) }))
        .status,
    ).toBe(200);
  });
});

test("a quote reports all problems at once, reserves nothing and needs no key", async () => {
  await setDishColumn("price_fen", 100);
  await app.sql("update restaurants set accepts_orders = false where id = $1", [defaultRestaurantId]);
  await setDishColumn("stock", 5);
  const {
    client_key: _key,
    expected_total: _total,
    address_id: _address,
    ...body
  } = takeawayOrderForm(buyer);
  const quote = await buyer.data(endpoints.quote, { body });
  expect(quote.problems.map((problem) => problem.error)).toEqual([
    "address_required",
    "restaurant_closed",
    "below_minimum",
  ]);
  expect(
    await app.sql("select stock from store_dishes where restaurant_id = $1 and dish_id = $2", [
      defaultRestaurantId,
      dish.id,
    ]),
  ).toEqual([{ stock: 5 }]);
});
