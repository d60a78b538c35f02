import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { orderEndpoints as calls } from "#contract/order/endpoints.ts";
import { newBuyer, newBuyers, newOrder, wishOf } from "../support/api/buyers.ts";
import { dish, store } from "../support/api/people.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const quarterHour = 15 * 60_000;
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterEach(() => app.clock.reset());

afterAll(async () => {
  await app.close();
});

async function stockOf(dishId: string): Promise<number | null | undefined> {
  const rows = await app.sql<{ stock: number | null }>(
    "select stock from store_dishes where restaurant_id = $1 and dish_id = $2",
    [store, dishId],
  );
  return rows[0]?.stock;
}

const goodsAndFee = (quantity: number) => quantity * dish.price + (quantity * dish.price >= 5_000 ? 0 : 500);

describe("M15: ten portions for two hundred buyers", () => {
  test("are sold to the last one and not once more, and unpaid ones come back exactly once", async () => {
    await app.books.stock(store, dish.id, 10);
    const buyers = await newBuyers(app, 200);
    const answers = await Promise.all(
      buyers.map(async (buyer, nth) => {
        const quantity = (nth % 3) + 1;
        const items = [{ id: dish.id, quantity }];
        const body = wishOf(buyer, { items, expected_total: goodsAndFee(quantity) });
        return { quantity, answer: await buyer.persist(calls.create, { body }) };
      }),
    );
    const words = new Set(answers.map(({ answer }) => answer.error ?? answer.status));
    expect(words).toEqual(new Set([200, "out_of_stock"]));
    const sold = answers.filter(({ answer }) => answer.status === 200);
    expect(sold.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(10);
    expect(await stockOf(dish.id)).toBe(0);
    await app.books.check();

    app.clock.pass(quarterHour + 1_000);
    await Promise.all(Array.from({ length: 5 }, () => app.sweep("due-orders")));
    await app.sweep("due-orders");
    expect(await stockOf(dish.id)).toBe(10);
  });
});

test("a refused order holds nothing, also of the dishes that were there", async () => {
  const second = "10905";
  await app.books.stock(store, dish.id, 3);
  await app.books.stock(store, second, 0);
  const buyer = await newBuyer(app);
  const items = [
    { id: dish.id, quantity: 2 },
    { id: second, quantity: 1 },
  ];
  const answer = await buyer.call(calls.create, { body: wishOf(buyer, { items }) });
  expect(answer).toMatchObject({ status: 409, error: "out_of_stock", data: { id: second, left: 0 } });
  expect(await stockOf(dish.id)).toBe(3);
});

test("two customers who want the last portion get one order and one refusal, fifty times over", async () => {
  const buyers = await newBuyers(app, 100);
  for (let round = 0; round < 50; round++) {
    const sql = "update store_dishes set stock = 1 where restaurant_id = $1 and dish_id = $2";
    await app.sql(sql, [store, dish.id]);
    const pair = buyers.slice(2 * round, 2 * round + 2);
    const answers = await Promise.all(pair.map((buyer) => buyer.call(calls.create, { body: wishOf(buyer) })));
    expect(answers.map((answer) => answer.error ?? "made").sort()).toEqual(["made", "out_of_stock"]);
    expect(await stockOf(dish.id)).toBe(0);
  }
  await app.books.stock(store, dish.id, null);
});

test("a cancelled order gives its portions back once, however often and fast it is cancelled", async () => {
  await app.books.stock(store, dish.id, 5);
  const buyer = await newBuyer(app);
  const { order_id } = await newOrder(buyer, {
    items: [{ id: dish.id, quantity: 3 }],
    expected_total: goodsAndFee(3),
  });
  expect(await stockOf(dish.id)).toBe(2);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => buyer.call(calls.cancel, { body: { order_id } })),
  );
  expect(answers.map(({ data }) => data.status)).toEqual(Array(10).fill("cancelled"));
  expect(await stockOf(dish.id)).toBe(5);
});

test("portions that a store stopped counting meanwhile stay uncounted", async () => {
  await app.books.stock(store, dish.id, 5);
  const buyer = await newBuyer(app);
  const { order_id } = await newOrder(buyer);
  await app.books.stock(store, dish.id, null);
  await buyer.data(calls.cancel, { body: { order_id } });
  expect(await stockOf(dish.id)).toBeNull();
});

test("M24: fifty callers who order the same ten dishes in opposite order all get their food", async () => {
  const dishes = await app.sql<{ id: string; price: number }>(
    "select id, price_fen as price from dishes where takeaway and day_parts is null and id <> '10913' order by id limit 10",
  );
  for (const { id } of dishes) await app.books.stock(store, id, 1_000);
  const items = dishes.map(({ id }) => ({ id, quantity: 1 }));
  const goods = dishes.reduce((sum, { price }) => sum + price, 0);
  const buyers = await newBuyers(app, 50);
  const answers = await Promise.all(
    buyers.map((buyer, nth) =>
      buyer.persist(calls.create, {
        body: wishOf(buyer, {
          items: nth % 2 === 0 ? items : items.toReversed(),
          expected_total: goods + (goods >= 5_000 ? 0 : 500),
        }),
      }),
    ),
  );
  expect(answers.filter((answer) => answer.status !== 200)).toEqual([]);
  for (const { id } of dishes) expect(await stockOf(id)).toBe(950);
});
