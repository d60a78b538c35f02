import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { orderEndpoints as endpoints } from "#contract/order/endpoints.ts";
import {
  createBuyer,
  createBuyers,
  createOrder,
  takeawayOrderForm,
  toTotalFen,
} from "../../support/api/buyers.ts";
import { defaultRestaurantId, dish } from "../../support/api/people.ts";
import { startTestApp, type TestApp } from "../../support/api/testApp.ts";

const quarterHour = 15 * 60_000;
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterEach(() => app.clock.reset());

afterAll(async () => {
  await app.close();
});

async function readStock(dishId: string): Promise<number | null | undefined> {
  const rows = await app.sql<{ stock: number | null }>(
    "select stock from store_dishes where restaurant_id = $1 and dish_id = $2",
    [defaultRestaurantId, dishId],
  );
  return rows[0]?.stock;
}

const goodsAndFee = (quantity: number) => quantity * dish.price + (quantity * dish.price >= 5_000 ? 0 : 500);

describe("ten portions for two hundred buyers", () => {
  test("are sold exactly once each, and unpaid ones are released exactly once", async () => {
    await app.ledgerCheck.setStock(defaultRestaurantId, dish.id, 10);
    const buyers = await createBuyers(app, 200);
    const responses = await Promise.all(
      buyers.map(async (buyer, nth) => {
        const quantity = (nth % 3) + 1;
        const items = [{ id: dish.id, quantity }];
        const body = takeawayOrderForm(buyer, { items, expected_total: goodsAndFee(quantity) });
        return { quantity, answer: await buyer.callWithRetry(endpoints.create, { body }) };
      }),
    );
    const outcomes = new Set(responses.map(({ answer: response }) => response.error ?? response.status));
    expect(outcomes).toEqual(new Set([200, "out_of_stock"]));
    const sold = responses.filter(({ answer: response }) => response.status === 200);
    expect(sold.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(10);
    expect(await readStock(dish.id)).toBe(0);
    await app.ledgerCheck.check();

    app.clock.advance(quarterHour + 1_000);
    await Promise.all(Array.from({ length: 5 }, () => app.sweep("due-orders")));
    await app.sweep("due-orders");
    expect(await readStock(dish.id)).toBe(10);
  });
});

test("a refused order reserves nothing, also of the available dishes", async () => {
  const second = "10905";
  await app.ledgerCheck.setStock(defaultRestaurantId, dish.id, 3);
  await app.ledgerCheck.setStock(defaultRestaurantId, second, 0);
  const buyer = await createBuyer(app);
  const items = [
    { id: dish.id, quantity: 2 },
    { id: second, quantity: 1 },
  ];
  const answer = await buyer.call(endpoints.create, { body: takeawayOrderForm(buyer, { items }) });
  expect(answer).toMatchObject({ status: 409, error: "out_of_stock", data: { id: second, left: 0 } });
  expect(await readStock(dish.id)).toBe(3);
});

test("two customers who want the last portion get one order and one refusal, fifty times over", async () => {
  const buyers = await createBuyers(app, 100);
  for (let round = 0; round < 50; round++) {
    const sql = "update store_dishes set stock = 1 where restaurant_id = $1 and dish_id = $2";
    await app.sql(sql, [defaultRestaurantId, dish.id]);
    const pair = buyers.slice(2 * round, 2 * round + 2);
    const responses = await Promise.all(
      pair.map((buyer) => buyer.call(endpoints.create, { body: takeawayOrderForm(buyer) })),
    );
    expect(responses.map((answer) => answer.error ?? "made").sort()).toEqual(["made", "out_of_stock"]);
    expect(await readStock(dish.id)).toBe(0);
  }
  await app.ledgerCheck.setStock(defaultRestaurantId, dish.id, null);
});

test("a cancelled order releases its portions once, however often and concurrently it is cancelled", async () => {
  await app.ledgerCheck.setStock(defaultRestaurantId, dish.id, 5);
  const buyer = await createBuyer(app);
  const { order_id } = await createOrder(buyer, {
    items: [{ id: dish.id, quantity: 3 }],
    expected_total: goodsAndFee(3),
  });
  expect(await readStock(dish.id)).toBe(2);
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => buyer.call(endpoints.cancel, { body: { order_id } })),
  );
  expect(responses.map(({ data }) => data.status)).toEqual(Array(10).fill("cancelled"));
  expect(await readStock(dish.id)).toBe(5);
});

test("portions that a restaurant stopped counting meanwhile stay uncounted", async () => {
  await app.ledgerCheck.setStock(defaultRestaurantId, dish.id, 5);
  const buyer = await createBuyer(app);
  const { order_id } = await createOrder(buyer);
  await app.ledgerCheck.setStock(defaultRestaurantId, dish.id, null);
  await buyer.data(endpoints.cancel, { body: { order_id } });
  expect(await readStock(dish.id)).toBeNull();
});

test("fifty concurrent orders of the same ten dishes in opposite order all succeed", async () => {
  const dishes = await app.sql<{ id: string; price: number }>(
    "select id, price_fen as price from dishes where takeaway and day_parts is null and id <> '10913' order by id limit 10",
  );
  for (const { id } of dishes) await app.ledgerCheck.setStock(defaultRestaurantId, id, 1_000);
  const items = dishes.map(({ id }) => ({ id, quantity: 1 }));
  const goods = dishes.reduce((sum, { price }) => sum + price, 0);
  const buyers = await createBuyers(app, 50);
  const responses = await Promise.all(
    buyers.map((buyer, nth) =>
      buyer.callWithRetry(endpoints.create, {
        body: takeawayOrderForm(buyer, {
          items: nth % 2 === 0 ? items : items.toReversed(),
          expected_total: toTotalFen(goods),
        }),
      }),
    ),
  );
  expect(responses.filter((answer) => answer.status !== 200)).toEqual([]);
  for (const { id } of dishes) expect(await readStock(id)).toBe(950);
});
