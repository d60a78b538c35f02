import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { menuEndpoints } from "#contract/menu/endpoints.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { parseMenu } from "#web/h5/features/menu/parseMenu.ts";
import { type Buyer, createBuyer, takeawayOrderForm } from "../support/api/buyers.ts";
import { pickupOrderForm } from "../support/api/inStore.ts";
import { defaultRestaurantId } from "../support/api/people.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

let app: TestApp;
let buyer: Buyer;
/** Prices without the offer, by dish, for the dishes on offer. */
let offers: Map<string, number>;

beforeAll(async () => {
  app = await startTestApp();
  buyer = await createBuyer(app);
  const rows = await app.sql<{ id: string; fen: number }>(
    "select id, original_price_fen as fen from dishes where original_price_fen > price_fen",
  );
  offers = new Map(rows.map(({ id, fen }) => [id, Number(fen)]));
});

afterAll(async () => {
  await app.close();
});

interface PricedItem {
  id: string;
  price: number;
  original_price: number;
}

function expectConsistentPrices(items: PricedItem[]): void {
  expect(items.length).toBeGreaterThan(0);
  for (const { id, price, original_price } of items)
    expect({ id, original_price }).toEqual({ id, original_price: offers.get(id) ?? price });
}

describe("the original price", () => {
  test("equals the price on every menu, except where there is an offer", async () => {
    expect(offers.size).toBeGreaterThan(0);
    const query = { restaurant_id: defaultRestaurantId };
    expectConsistentPrices(await buyer.data(menuEndpoints.items, { query }));
    expectConsistentPrices(await buyer.data(menuEndpoints.takeawayItems, { query }));
    expectConsistentPrices(await buyer.data(menuEndpoints.popular, { query }));
    const { menu } = await buyer.data(menuEndpoints.takeawayStart, { query: {} });
    expectConsistentPrices(menu?.items ?? []);
  });

  test("yields no saving on the customer's pages", async () => {
    const items = await buyer.data(menuEndpoints.items, { query: { restaurant_id: defaultRestaurantId } });
    const { dishes } = parseMenu({ code: 200, data: items });
    const saving = dishes.filter(({ originalPriceFen, priceFen }) => originalPriceFen > priceFen);
    expect(saving.map(({ id }) => id).every((id) => offers.has(id))).toBe(true);
    expect(dishes.length).toBeGreaterThan(saving.length);
  });

  test("equals the price in a quote and in a saved order", async () => {
    const items = await buyer.data(menuEndpoints.takeawayItems, {
      query: { restaurant_id: defaultRestaurantId },
    });
    const plain = items.find(({ id, price, stock }) => !offers.has(id) && price >= 2_000 && stock === null)!;
    const orderForm = takeawayOrderForm(buyer, {
      items: [{ id: plain.id, quantity: 1 }],
      expected_total: plain.price + 500,
    });
    const quote = await buyer.data(orderEndpoints.quote, { body: orderForm });
    expect(quote).toMatchObject({ goods_amount: plain.price, original_amount: plain.price });
    expectConsistentPrices(quote.lines);
    const { order_id } = await buyer.data(orderEndpoints.create, { body: orderForm });
    const detail = await buyer.data(orderEndpoints.detail, { query: { order_id } });
    expect(detail).toMatchObject({ goods_amount: plain.price, original_amount: plain.price });
    expectConsistentPrices(detail.lines);
  });

  test("is never below the restaurant's price", async () => {
    const [id, before] = [...offers][0]!;
    await app.sql("update store_dishes set price_fen = $3 where restaurant_id = $1 and dish_id = $2", [
      "SH001",
      id,
      before + 300,
    ]);
    const items = await buyer.data(menuEndpoints.items, { query: { restaurant_id: defaultRestaurantId } });
    expect(items.find((item) => item.id === id)).toMatchObject({
      price: before + 300,
      original_price: before + 300,
    });
    const orderForm = pickupOrderForm({ items: [{ id, quantity: 1 }] });
    const quote = await buyer.data(orderEndpoints.quote, { body: orderForm });
    expect(quote).toMatchObject({ goods_amount: before + 300, original_amount: before + 300 });
  });
});

test("orders of the demo have saved only the offered discount", async () => {
  const invented = await app.sql(
    `select i.order_id from order_items i join dishes d on d.id = i.dish_id
     where i.original_price_fen > i.price_fen and d.original_price_fen is null`,
  );
  expect(invented).toEqual([]);
});
