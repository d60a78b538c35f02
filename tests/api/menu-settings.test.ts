import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { menuAdminEndpoints as endpoints } from "#contract/staff/menu-admin/endpoints.ts";
import { type Buyer, createBuyer, createIdempotencyKey, takeawayOrderForm } from "../support/api/buyers.ts";
import type { Client } from "../support/api/Client.ts";
import { inputOf, MenuEditor } from "../support/api/menuForms.ts";
import { createStaffClient } from "../support/api/orders.ts";
import { dish } from "../support/api/people.ts";
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

beforeEach(async () => {
  await app.sql("delete from dish_drafts");
});

type Form = Record<string, unknown>;

describe("many at once", () => {
  const change = (body: Form) =>
    admin.call(endpoints.changeDishes, { body: { client_key: createIdempotencyKey(), ...body } as never });

  test("prices by per cent and amount, on and off sale, and category; all or none", async () => {
    const one = await menu.save({ name: "甲菜" });
    const two = await menu.save({
      name: "乙菜",
      variants: [{ dish_id: null, spec_name: null, price: 1_001, original_price: 1_050 }],
    });
    const spu_ids = [one.spu_id, two.spu_id];
    expect((await change({ spu_ids, price_percent: 10, category_id: "soup" })).data).toEqual({ changed: 2 });
    const read = async () => await Promise.all(spu_ids.map((id) => menu.find(id)));
    expect((await read()).map(({ variants }) => variants[0])).toMatchObject([
      { price: 2_420 },
      { price: 1_101, original_price: null },
    ]);
    expect((await read()).map(({ category_id }) => category_id)).toEqual(["soup", "soup"]);
    expect((await change({ spu_ids, price_amount: -120, on_sale: false })).data).toEqual({ changed: 2 });
    expect((await read()).map(({ variants, on_sale }) => [variants[0]?.price, on_sale])).toEqual([
      [2_300, false],
      [981, false],
    ]);
    expect(await change({ spu_ids, price_amount: -1_000 })).toMatchObject({
      status: 422,
      msg: "乙菜 的价格会变成 ¥-0.19，请调整",
    });
    expect((await read()).map(({ variants }) => variants[0]?.price)).toEqual([2_300, 981]);
    expect(await change({ spu_ids: [...spu_ids, "nobody"], on_sale: true })).toMatchObject({ status: 404 });
    expect(await change({ spu_ids })).toMatchObject({ status: 400, msg: "请选择要修改的内容" });
  });
});

describe("categories", () => {
  const saveCategory = (overrides: Form = {}) =>
    admin.call(endpoints.saveCategory, {
      body: {
        category_id: null,
        name: "新品",
        icon: "",
        client_key: createIdempotencyKey(),
        ...overrides,
      } as never,
    });

  test("are added, renamed, sorted and deleted, and a customer's menu follows", async () => {
    const { data: added } = await saveCategory();
    expect(added).toMatchObject({ name: "新品", dishes: 0 });
    const dishOfIt = await menu.save({ category_id: added.category_id });
    await menu.publish();
    const all = await admin.data(endpoints.categories);
    expect(all.at(-1)).toEqual({ ...added, dishes: 1 });
    const ids = all.map(({ category_id }) => category_id);
    const category_ids = [added.category_id, ...ids.slice(0, -1)];
    await admin.data(endpoints.sortCategories, { body: { category_ids } });
    await saveCategory({ category_id: added.category_id, name: "今日新品" });
    await app.content.waitForDelivery();
    expect((await menu.readMenu())[0]).toMatchObject({
      id: dishOfIt.spu_id,
      category: "今日新品",
      cat_rank: 1,
    });
    const remove = () => admin.call(endpoints.deleteCategory, { body: { category_id: added.category_id } });
    expect(await remove()).toMatchObject({
      status: 422,
      msg: "分类里还有菜品（包括已下架的），请先移到其他分类",
    });
    await menu.save(inputOf(await menu.find(dishOfIt.spu_id), { category_id: "noodles" }));
    await menu.publish();
    expect((await remove()).status).toBe(200);
    expect((await admin.data(endpoints.categories)).length).toBe(ids.length - 1);
  });

  test("of a removed variant moves along with its dish, so that it can be deleted", async () => {
    const { data: first } = await saveCategory({ name: "旧分类" });
    const sizes = ["小", "大"].map((spec_name) => ({
      dish_id: null,
      spec_name,
      price: 900,
      original_price: null,
    }));
    const made = await menu.save({ category_id: first.category_id, variants: sizes });
    await menu.publish();
    const [small] = made.variants;
    await menu.save(inputOf(made, { variants: [small] }));
    await menu.publish();
    await menu.save(inputOf(await menu.find(made.spu_id), { category_id: "noodles" }));
    await menu.publish();
    const body = { category_id: first.category_id };
    expect((await admin.call(endpoints.deleteCategory, { body })).status).toBe(200);
  });

  test("with a name that another has, or sorted while one is missing, are refused", async () => {
    expect(await saveCategory({ name: "汤" })).toMatchObject({ status: 422, msg: "已经有名为汤的分类" });
    expect(await saveCategory({ name: " " })).toMatchObject({ status: 400, msg: "请输入分类名称" });
    const sorted = await admin.call(endpoints.sortCategories, { body: { category_ids: ["soup"] } });
    expect(sorted).toMatchObject({ status: 409, msg: "分类刚有增减，请刷新后重试" });
  });
});

describe("single restaurants", () => {
  const set = async (body: Form) => {
    const result = await admin.call(endpoints.setOffer, { body: { dish_id: dish.id, ...body } as never });
    await app.content.waitForDelivery();
    return result;
  };

  test("have their own price, or do not sell a dish; the price of the chain comes back with null", async () => {
    expect((await set({ restaurant_ids: ["SH002"], price: 2_999 })).data).toEqual({ changed: 1 });
    expect(await menu.onMenu(dish.id, "SH002")).toMatchObject([{ price: 2_999 }]);
    expect(await menu.onMenu(dish.id)).toMatchObject([{ price: dish.price }]);
    const { list } = await admin.data(endpoints.offers, { query: { spu_id: dish.id, keyword: "SH002" } });
    expect(list).toMatchObject([
      { restaurant_id: "SH002", variants: [{ is_offered: true, price: 2_999, chain_price: dish.price }] },
    ]);
    const history = await admin.data(endpoints.prices, { query: { spu_id: dish.id } });
    expect(history.list[0]).toMatchObject({ restaurant_name: expect.any(String), from: null, to: 2_999 });
    expect((await set({ restaurant_ids: ["SH002"], is_offered: false, price: null })).data.changed).toBe(1);
    expect(await menu.onMenu(dish.id, "SH002")).toEqual([]);
    const order = { ...takeawayOrderForm(buyer), restaurant_id: "SH002", order_type: "pickup" };
    const { address_id: _address, ...form } = order;
    expect(await buyer.call(orderEndpoints.create, { body: form as never })).toMatchObject({
      status: 409,
      data: { error: "item_unavailable", ids: [dish.id] },
    });
    await set({ restaurant_ids: ["SH002"], is_offered: true });
    expect(await menu.onMenu(dish.id, "SH002")).toMatchObject([{ price: dish.price }]);
  });

  test("of a city are changed together; unknown ones are refused", async () => {
    const [{ n } = { n: 0 }] = await app.sql<{ n: number }>(
      "select count(*)::int as n from restaurants where gb_city_code = '310100' and closed_at is null",
    );
    expect((await set({ city_code: "310100", price: 3_400 })).data).toEqual({ changed: n });
    expect((await set({ city_code: "310100", price: 3_400 })).data).toEqual({ changed: 0 });
    expect((await set({ price: null })).data).toEqual({ changed: n });
    expect(await set({ restaurant_ids: ["SH001", "NOWHERE"], price: 1 })).toMatchObject({ status: 404 });
    expect(await set({ city_code: "310100" })).toMatchObject({ status: 400, msg: "请选择要修改的内容" });
    expect(await set({ dish_id: "nobody", price: 1 })).toMatchObject({ status: 404 });
  });
});
