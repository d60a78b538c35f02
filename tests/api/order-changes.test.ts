import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { orderEndpoints as calls } from "#contract/order/endpoints.ts";
import type { OrderForm } from "#contract/order/quote.schema.ts";
import { type Buyer, newBuyer, wishOf } from "../support/api/buyers.ts";
import { dish, store } from "../support/api/people.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

/** A second dish that is always sold, and one only sold for breakfast. */
const other = { id: "10905", price: 0 };
const breakfast = { id: "", price: 0 };

let app: TestApp;
let buyer: Buyer;

beforeAll(async () => {
  app = await startTestApp();
  const prices = await app.sql<{ id: string; price: number }>(
    "select id, price_fen as price from dishes where id = $1",
    [other.id],
  );
  other.price = prices[0]!.price;
  const [early] = await app.sql<{ id: string; price: number }>(
    "select id, price_fen as price from dishes where day_parts = '[\"breakfast\"]' and takeaway order by id limit 1",
  );
  Object.assign(breakfast, early);
});

beforeEach(async () => {
  buyer = await newBuyer(app);
});

afterEach(async () => {
  app.clock.reset();
  await app.sql(
    "update store_dishes set price_fen = null, stock = null, sold_out = false where dish_id in ($1, $2)",
    [dish.id, other.id],
  );
  await app.sql("update dishes set retired_at = null");
  await app.sql(
    "update restaurants set start_time = '00:00', end_time = '24:00', paused_until = null, takes_orders = true where id = $1",
    [store],
  );
});

afterAll(async () => {
  await app.close();
});

/** Two portions of the one and one of the other, with the total of before. */
function cart(): OrderForm {
  return wishOf(buyer, {
    items: [
      { id: dish.id, quantity: 2, seen_price: dish.price, seen_name: "以前的名字" },
      { id: other.id, quantity: 1, seen_price: other.price },
    ],
    expected_total: 2 * dish.price + other.price,
  });
}

async function set(column: "price_fen" | "stock" | "sold_out", value: unknown): Promise<void> {
  await app.sql(`update store_dishes set ${column} = $1 where restaurant_id = $2 and dish_id = $3`, [
    value,
    store,
    dish.id,
  ]);
}

/** Tries to order the cart; answers the refusal once it is sure that nothing was made. */
async function refusal(body: OrderForm) {
  const answer = await buyer.call(calls.create, { body });
  expect((await buyer.data(calls.list)).total).toBe(0);
  return { status: answer.status, error: answer.error, msg: answer.msg, data: answer.data as object };
}

describe("M17: what changed between the cart and the order is told, never charged silently", () => {
  test("nothing changed: the order is made with the server's own figures", async () => {
    const body = cart();
    expect(await buyer.data(calls.quote, { body })).toMatchObject({ differences: [], problems: [] });
    const { order_id } = await buyer.data(calls.create, { body });
    const detail = await buyer.data(calls.detail, { query: { order_id } });
    expect(detail).toMatchObject({ goods_amount: body.expected_total, delivery_fee: 0, item_count: 3 });
    expect(detail.lines.map(({ id, price, quantity, amount }) => ({ id, price, quantity, amount }))).toEqual([
      { id: dish.id, price: dish.price, quantity: 2, amount: 2 * dish.price },
      { id: other.id, price: other.price, quantity: 1, amount: other.price },
    ]);
  });

  test.each([
    ["raised", 200],
    ["lowered", -200],
  ])("a price was %s", async (_what, by) => {
    await set("price_fen", dish.price + by);
    expect(await refusal(cart())).toMatchObject({
      status: 409,
      error: "price_changed",
      data: {
        quote: {
          total_amount: 2 * (dish.price + by) + other.price,
          differences: [{ id: dish.id, kind: "price", before: dish.price, after: dish.price + by }],
        },
      },
    });
  });

  test("a price was raised, and the client did not say what it had seen", async () => {
    await set("price_fen", dish.price + 200);
    expect(await refusal(wishOf(buyer))).toMatchObject({
      status: 409,
      error: "price_changed",
      data: { quote: { total_amount: dish.price + 200 + 500, differences: [] } },
    });
  });

  test("a dish is gone from the chain", async () => {
    await app.sql("update dishes set retired_at = now() where id = $1", [dish.id]);
    expect(await refusal(cart())).toMatchObject({
      status: 409,
      error: "item_unavailable",
      data: {
        ids: [dish.id],
        quote: {
          total_amount: other.price + 500,
          lines: [{ id: other.id }],
          differences: [{ id: dish.id, kind: "gone", name: "以前的名字", before: dish.price, after: null }],
        },
      },
    });
  });

  test("a dish never was in this store", async () => {
    expect(await refusal(wishOf(buyer, { items: [{ id: "NOPE", quantity: 1 }] }))).toMatchObject({
      status: 409,
      error: "item_unavailable",
      data: { ids: ["NOPE"] },
    });
  });

  test("a dish is only for eating in the store", async () => {
    await app.sql("update dishes set takeaway = false where id = $1", [dish.id]);
    const told = await refusal(cart());
    await app.sql("update dishes set takeaway = true where id = $1", [dish.id]);
    expect(told).toMatchObject({ status: 409, error: "item_unavailable", data: { ids: [dish.id] } });
  });

  test("a dish is sold out, or fewer portions are left than wanted", async () => {
    await set("sold_out", true);
    expect(await refusal(cart())).toMatchObject({
      status: 409,
      error: "out_of_stock",
      data: { id: dish.id, left: 0, quote: { lines: [{ id: other.id, quantity: 1 }] } },
    });
    await set("sold_out", false);
    await set("stock", 1);
    expect(await refusal(cart())).toMatchObject({
      status: 409,
      error: "out_of_stock",
      data: { id: dish.id, left: 1, quote: { differences: [{ kind: "sold_out", left: 1 }] } },
    });
    await set("stock", 2);
    expect((await buyer.call(calls.create, { body: cart() })).status).toBe(200);
  });

  test("the part of the day of a dish is over", async () => {
    const body = wishOf(buyer, {
      items: [
        { id: dish.id, quantity: 1 },
        { id: breakfast.id, quantity: 1 },
      ],
    });
    body.expected_total = dish.price + breakfast.price + (dish.price + breakfast.price >= 5_000 ? 0 : 500);
    app.clock.set("2026-12-01T10:00:00+08:00");
    buyer = await newBuyer(app);
    body.address_id = buyer.addressId;
    expect(await refusal(body)).toMatchObject({
      status: 409,
      error: "item_unavailable",
      data: { ids: [breakfast.id], quote: { differences: [{ id: breakfast.id, kind: "day_part" }] } },
    });
    app.clock.set("2026-12-01T09:59:00+08:00");
    expect((await buyer.call(calls.create, { body })).status).toBe(200);
  });

  test.each([
    ["has closed for today", "start_time = '03:00', end_time = '03:01'"],
    ["is paused", "paused_until = now() + interval '1 hour'"],
    ["takes no orders", "takes_orders = false"],
  ])("the store %s", async (_what, change) => {
    app.clock.set("2026-12-01T12:00:00+08:00");
    buyer = await newBuyer(app);
    if (change.startsWith("paused")) app.clock.reset();
    await app.sql(`update restaurants set ${change} where id = $1`, [store]);
    expect(await refusal(cart())).toMatchObject({
      status: 422,
      error: "restaurant_closed",
      msg: "餐厅休息中，暂时不能下单",
    });
    const quote = await buyer.data(calls.quote, { body: cart() });
    expect(quote.problems.map((problem) => problem.error)).toEqual(["restaurant_closed"]);
  });

  test("the store has closed for good", async () => {
    await app.sql("update restaurants set closed_at = now() where id = $1", [store]);
    const told = await refusal(cart());
    await app.sql("update restaurants set closed_at = null where id = $1", [store]);
    expect(told).toMatchObject({ status: 404, error: "restaurant_not_found" });
  });
});

describe("the smallest order", () => {
  test.each([
    [1_999, 1],
    [1, 1_999],
  ])("is twenty yuan of goods: at %i fen, %i are missing", async (price, missing) => {
    await set("price_fen", price);
    const body = wishOf(buyer, { expected_total: price + 500 });
    const told = await refusal(body);
    expect(told).toMatchObject({ status: 422, error: "below_minimum", data: { missing } });
    expect(told.msg).toBe(`还差¥${(missing / 100).toFixed(2)}起送`);
    const quote = await buyer.data(calls.quote, { body });
    expect(quote).toMatchObject({ min_order_amount: 2_000, problems: [{ error: "below_minimum", missing }] });
  });

  test("may be exactly twenty yuan", async () => {
    await set("price_fen", 2_000);
    expect((await buyer.call(calls.create, { body: wishOf(buyer, { expected_total: 2_500 }) })).status).toBe(
      200,
    );
  });
});

test("a quote tells all that is wrong at once, holds nothing and needs no key", async () => {
  await set("price_fen", 100);
  await app.sql("update restaurants set takes_orders = false where id = $1", [store]);
  await set("stock", 5);
  const { client_key: _key, expected_total: _total, address_id: _address, ...body } = wishOf(buyer);
  const quote = await buyer.data(calls.quote, { body });
  expect(quote.problems.map((problem) => problem.error)).toEqual([
    "address_required",
    "restaurant_closed",
    "below_minimum",
  ]);
  expect(
    await app.sql("select stock from store_dishes where restaurant_id = $1 and dish_id = $2", [
      store,
      dish.id,
    ]),
  ).toEqual([{ stock: 5 }]);
});
