import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { menuEndpoints } from "#contract/menu/endpoints.ts";
import { orderEndpoints as endpoints } from "#contract/order/endpoints.ts";
import type { CreateOrderRequest } from "#contract/order/quote.schema.ts";
import { type Buyer, createBuyer } from "../support/api/buyers.ts";
import type { Client } from "../support/api/Client.ts";
import { issueVoucher, pickupOrderForm, voucherOrderForm } from "../support/api/inStore.ts";
import { inputOf, MenuEditor } from "../support/api/menuForms.ts";
import { createStaffClient } from "../support/api/orders.ts";
import { defaultRestaurantId, dish } from "../support/api/people.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

let app: TestApp;
let admin: Client & { id: string };
let buyer: Buyer;
let menu: MenuEditor;

beforeAll(async () => {
  app = await startTestApp();
  admin = await createStaffClient(app, "admin");
  buyer = await createBuyer(app);
  menu = new MenuEditor(app, admin, buyer);
});

afterAll(async () => {
  await app.close();
});

const price = 2_200;

/** Publishes a dish with these limits; returns its id. */
async function createDish(form: Record<string, unknown>): Promise<string> {
  const { spu_id } = await menu.save(form);
  await menu.publish({ spu_ids: [spu_id] });
  return spu_id;
}

async function createVariants(form: Record<string, unknown>): Promise<string[]> {
  const variants = ["小碗", "大碗"].map((spec_name) => ({
    dish_id: null,
    spec_name,
    price,
    original_price: null,
  }));
  const spuId = await createDish({ ...form, variants });
  return (await menu.onMenu(spuId)).map(({ id }) => id);
}

function formOf(quantities: Record<string, number>): CreateOrderRequest {
  const items = Object.entries(quantities).map(([id, quantity]) => ({ id, quantity, seen_price: price }));
  const expected_total = items.reduce((sum, { quantity }) => sum + quantity * price, 0);
  return pickupOrderForm({ items, expected_total });
}

/** Quotes an order; returns the limits that it breaks, and the quantities that it would have instead. */
async function quoteOf(quantities: Record<string, number>) {
  const { lines, differences, total_amount } = await buyer.data(endpoints.quote, {
    body: formOf(quantities),
  });
  return {
    lines: lines.map(({ id, quantity }) => [id, quantity]),
    differences: differences.map(({ id, kind, left, limit }) => ({ id, kind, left, limit })),
    total: total_amount,
  };
}

async function setStock(id: string, stock: number): Promise<void> {
  await app.sql(
    `insert into store_dishes (restaurant_id, dish_id, stock) values ($1, $2, $3)
       on conflict (restaurant_id, dish_id) do update set stock = excluded.stock`,
    [defaultRestaurantId, id, stock],
  );
  await app.content.waitForDelivery();
}

describe("a dish with a minimum and a maximum", () => {
  test("is shown with them, and one without has neither field", async () => {
    const id = await createDish({ min_quantity: 2, max_quantity: 5 });
    expect(await menu.onMenu(id)).toMatchObject([{ min_quantity: 2, max_quantity: 5 }]);
    const query = { restaurant_id: defaultRestaurantId };
    const takeaway = await buyer.data(menuEndpoints.takeawayItems, { query });
    expect(takeaway.find((item) => item.id === id)).toMatchObject({ min_quantity: 2, max_quantity: 5 });
    const [plain] = await menu.onMenu(dish.id);
    expect(Object.keys(plain ?? {}).filter((name) => name.endsWith("_quantity"))).toEqual([]);
  });

  test("is ordered between them, and otherwise refused with what would fit", async () => {
    const id = await createDish({ min_quantity: 2, max_quantity: 5 });
    for (const quantity of [2, 5])
      expect(await quoteOf({ [id]: quantity })).toEqual({
        lines: [[id, quantity]],
        differences: [],
        total: quantity * price,
      });
    expect(await quoteOf({ [id]: 1 })).toEqual({
      lines: [[id, 2]],
      differences: [{ id, kind: "minimum", left: 2, limit: 2 }],
      total: 2 * price,
    });
    expect(await quoteOf({ [id]: 6 })).toMatchObject({
      differences: [{ id, kind: "maximum", left: 5, limit: 5 }],
    });
    for (const quantity of [1, 6]) {
      const refused = await buyer.call(endpoints.create, { body: formOf({ [id]: quantity }) });
      expect(refused).toMatchObject({ status: 409, error: "quantity_limit" });
      expect((refused.data as unknown as { quote: object }).quote).toMatchObject({ differences: [{ id }] });
    }
    // A client that takes over the total alone is refused as well.
    const body = { ...formOf({ [id]: 1 }), expected_total: 2 * price };
    expect(await buyer.call(endpoints.create, { body })).toMatchObject({ error: "quantity_limit" });
    expect(await buyer.call(endpoints.create, { body: formOf({ [id]: 2 }) })).toMatchObject({ status: 200 });
  });

  test("counts its variants together", async () => {
    const [small = "", large = ""] = await createVariants({ min_quantity: 3, max_quantity: 4 });
    expect((await quoteOf({ [small]: 1, [large]: 2 })).differences).toEqual([]);
    expect(await quoteOf({ [small]: 1, [large]: 1 })).toMatchObject({
      lines: [
        [small, 2],
        [large, 1],
      ],
      differences: [{ id: small, kind: "minimum", left: 2, limit: 3 }],
    });
    expect(await quoteOf({ [small]: 3, [large]: 3 })).toMatchObject({
      differences: [{ id: large, kind: "maximum", left: 1, limit: 4 }],
    });
    expect(await quoteOf({ [small]: 4, [large]: 1 })).toMatchObject({
      lines: [[small, 4]],
      differences: [{ id: large, kind: "maximum", left: 0, limit: 4 }],
    });
  });

  test("is sold out where fewer portions than its minimum are left", async () => {
    const id = await createDish({ min_quantity: 3 });
    await setStock(id, 2);
    expect(await menu.onMenu(id)).toMatchObject([{ stock: 0 }]);
    expect((await quoteOf({ [id]: 3 })).differences).toMatchObject([{ id, kind: "sold_out", left: 0 }]);
    const [small = "", large = ""] = await createVariants({ min_quantity: 3 });
    await setStock(small, 1);
    expect(await menu.onMenu(small)).toMatchObject([{ stock: 1 }, { stock: null }]);
    expect(await quoteOf({ [small]: 1, [large]: 1 })).toMatchObject({
      differences: [{ id: large, kind: "minimum", left: 2, limit: 3 }],
    });
    expect(await quoteOf({ [small]: 1 })).toMatchObject({
      lines: [],
      differences: [{ id: small, kind: "minimum", left: 0, limit: 3 }],
    });
  });

  test("leaves orders that exist and vouchers that were sold as they are", async () => {
    const id = await createDish({});
    const { order_id } = await buyer.data(endpoints.create, { body: formOf({ [id]: 1 }) });
    const voucher = await issueVoucher(app, { items: [{ id, quantity: 1 }] });
    await menu.save(inputOf(await menu.find(id), { min_quantity: 2 }));
    await menu.publish({ spu_ids: [id] });
    expect((await quoteOf({ [id]: 1 })).differences).toMatchObject([{ kind: "minimum" }]);
    expect(await buyer.data(endpoints.detail, { query: { order_id } })).toMatchObject({ item_count: 1 });
    const body = voucherOrderForm(voucher, { items: [{ id, quantity: 1 }] });
    expect(await buyer.call(endpoints.create, { body })).toMatchObject({ status: 200 });
  });
});

describe("the form of a dish", () => {
  test.each([
    [{ min_quantity: 0 }, 400, "最少份数不能小于1"],
    [{ max_quantity: 100 }, 400, "最多份数不能大于99"],
    [{ min_quantity: 3, max_quantity: 2 }, 422, "最多份数不能小于最少份数"],
  ])("refuses %j", async (form, status, msg) => {
    expect(await menu.send(form)).toMatchObject({ status, msg });
  });

  test("takes a minimum of one for none, and keeps both as a draft with their change", async () => {
    expect(await menu.save({ min_quantity: 1, max_quantity: 1 })).toMatchObject({
      min_quantity: null,
      max_quantity: 1,
    });
    const id = await createDish({});
    const changed = await menu.save(inputOf(await menu.find(id), { min_quantity: 2, max_quantity: 9 }));
    expect(changed).toMatchObject({ state: "changed", changes: ["min_quantity", "max_quantity"] });
    expect((await quoteOf({ [id]: 1 })).differences).toEqual([]);
    await menu.publish({ spu_ids: [id] });
    const [entry] = await app.sql(
      "select detail from audit_log where target = $1 and action = 'menu.publish' order by id desc limit 1",
      [id],
    );
    expect(entry).toEqual({ detail: { min_quantity: "不限 → 2", max_quantity: "不限 → 9" } });
  });

  test("can be ordered down to the last portions that are at least its minimum", async () => {
    const id = await createDish({ min_quantity: 4 });
    await setStock(id, 6);
    expect(await quoteOf({ [id]: 4 })).toMatchObject({ lines: [[id, 4]], differences: [] });
    expect((await buyer.call(endpoints.create, { body: formOf({ [id]: 4 }) })).status).toBe(200);
  });

  test("reads a draft of an earlier version, which has no limits", async () => {
    const { spu_id: id } = await menu.save({ min_quantity: 2 });
    await app.sql("update dish_drafts set form = form - 'min_quantity' - 'max_quantity' where spu_id = $1", [
      id,
    ]);
    expect(await menu.find(id)).toMatchObject({ min_quantity: null, max_quantity: null });
    await menu.publish({ spu_ids: [id] });
    expect((await quoteOf({ [id]: 1 })).differences).toEqual([]);
  });
});
