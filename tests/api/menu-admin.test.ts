import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { menuAdminEndpoints as endpoints } from "#contract/staff/menu-admin/endpoints.ts";
import { type Buyer, createBuyer, takeawayOrderForm } from "../support/api/buyers.ts";
import type { Client } from "../support/api/Client.ts";
import { createDishForm, inputOf, MenuEditor } from "../support/api/menuForms.ts";
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

beforeEach(async () => {
  await app.sql("delete from dish_drafts");
});

type Form = Record<string, unknown>;

describe("a new dish", () => {
  test("is a draft that customers do not see, until it is published in every restaurant", async () => {
    const draft = await menu.save({ name: " 葱油拌面 " });
    expect(draft).toMatchObject({ name: "葱油拌面", state: "new", changes: [], publish_at: null });
    expect((await menu.list({ state: "draft" })).list).toEqual([draft]);
    expect(await menu.onMenu(draft.spu_id)).toEqual([]);
    expect((await menu.publish()).data).toEqual({ published: 1, scheduled: 0 });
    expect(await menu.onMenu(draft.spu_id)).toMatchObject([
      {
        name: "葱油拌面",
        price: 2_200,
        original_price: 2_200,
        stock: null,
        category: "面与粉",
        spu_id: null,
      },
    ]);
    expect(await menu.onMenu(draft.spu_id, "SH003")).toHaveLength(1);
    expect(await menu.list({ state: "draft" })).toMatchObject({
      list: [],
      counts: { drafts: 0, scheduled: 0 },
    });
    expect(await menu.find(draft.spu_id)).toEqual({ ...draft, state: "live" });
    expect(
      await app.sql("select actor, action, detail from audit_log where target = $1 order by id", [
        draft.spu_id,
      ]),
    ).toEqual([
      { actor: admin.id, action: "menu.draft", detail: { name: "葱油拌面" } },
      { actor: admin.id, action: "menu.publish", detail: { name: "葱油拌面" } },
    ]);
  });

  test("with variants is one card, in the order in which they were typed", async () => {
    const variant = { dish_id: null, original_price: null };
    const draft = await menu.save({
      name: "馄饨",
      variants: [
        { ...variant, spec_name: "小碗", price: 1_200, original_price: 1_500 },
        { ...variant, spec_name: "大碗", price: 1_800 },
        { ...variant, spec_name: "中碗", price: 1_500 },
      ],
    });
    await menu.publish();
    expect(await menu.onMenu(draft.spu_id)).toMatchObject([
      { name: "馄饨（小碗）", spu_name: "馄饨", spec_name: "小碗", price: 1_200, original_price: 1_500 },
      { name: "馄饨（大碗）", spec_name: "大碗", price: 1_800 },
      { name: "馄饨（中碗）", spec_name: "中碗", price: 1_500 },
    ]);
  });

  test("without a position comes after the last one of its category, published or draft", async () => {
    const first = await menu.save({ name: "拌面一", rank: null });
    const second = await menu.save({ name: "拌面二", rank: null });
    await menu.publish();
    const third = await menu.save({ name: "拌面三", rank: null });
    const { list } = await menu.list({ category_id: "noodles", pageSize: 50 });
    expect(list.slice(-3).map(({ name }) => name)).toEqual(["拌面一", "拌面二", "拌面三"]);
    expect(second.rank).toBeGreaterThan(first.rank);
    expect(third.rank).toBeGreaterThan(second.rank);
    expect((await menu.send({ name: "拌面末", rank: 99_999 })).status).toBe(200);
    expect(await menu.save({ name: "拌面外", rank: null })).toMatchObject({ rank: 99_999 });
  });

  test("sent twice is one; dropped before it is published it is gone", async () => {
    const body = createDishForm() as never;
    const first = await admin.data(endpoints.saveDish, { body });
    expect(await admin.data(endpoints.saveDish, { body })).toEqual(first);
    expect((await menu.list({ state: "draft" })).total).toBe(1);
    const discard = { body: { spu_ids: [first.spu_id] } };
    expect(await admin.data(endpoints.discardDrafts, discard)).toEqual({ discarded: 1 });
    expect((await menu.list({ state: "draft" })).total).toBe(0);
    expect(await menu.send({ spu_id: first.spu_id, version: first.version })).toMatchObject({ status: 404 });
  });

  test("with the name of another one is stored, and says so", async () => {
    const hasSameName = async (overrides: Form) => (await menu.send(overrides)).data.has_same_name;
    const first = await menu.save({ name: "双胞胎" });
    expect(await hasSameName({ name: " 双胞胎 " })).toBe(true);
    expect(await hasSameName({ name: "双胞胎面" })).toBe(false);
    await menu.publish();
    const { spu_id, version } = first;
    expect(await hasSameName({ spu_id, version, name: "双胞胎（大）" })).toBe(false);
    expect(await hasSameName({ name: "双胞胎" })).toBe(true);
    await admin.data(endpoints.discardDrafts, {
      body: { spu_ids: (await menu.list({ state: "draft" })).list.map((draft) => draft.spu_id) },
    });
  });

  const variant = { dish_id: null, spec_name: null, price: 100, original_price: null };
  test.each<[Form, number, string]>([
    [{ name: "  " }, 400, "请输入菜品名称"],
    [{ variants: [] }, 400, "请输入规格"],
    [{ variants: [{ ...variant, price: 0 }] }, 400, "价格不能小于1"],
    [{ variants: [{ ...variant, price: -1 }] }, 400, "价格不能小于1"],
    [{ variants: [{ ...variant, price: 12.345 }] }, 400, "价格格式不正确"],
    [{ variants: [{ ...variant, price: 10_000_001 }] }, 400, "价格不能大于10000000"],
    [{ variants: [{ ...variant, original_price: 100 }] }, 422, "原价要高于现价 ¥1.00，没有优惠请留空"],
    [{ variants: [variant, { ...variant, spec_name: "大" }] }, 422, "请填写每个规格的名称"],
    [
      {
        variants: [
          { ...variant, spec_name: "大" },
          { ...variant, spec_name: " 大 " },
        ],
      },
      422,
      "规格名称不能重复",
    ],
    [{ variants: [{ ...variant, dish_id: dish.id }] }, 404, "规格不存在，请刷新后重试"],
    [{ category_id: "nowhere" }, 404, "分类不存在，请重新选择"],
    [{ takeaway: false, in_store: false }, 422, "请至少选择一种用餐方式"],
    [{ sold_from: "2026-02-30" }, 422, "日期不存在，请重新选择"],
    [{ sold_from: "2027-02-02", sold_until: "2027-02-01" }, 422, "结束日期不能早于开始日期"],
    [{ image: "https://example.com/a.webp" }, 400, "图片格式不正确"],
    [{ image: "/api/v1/files/dishes/unknown/512.webp" }, 422, "图片不存在，请重新上传"],
    [{ image: "/etc/passwd" }, 422, "图片不存在，请重新上传"],
    [{ weekdays: [8] }, 400, "供应星期不能大于7"],
    [{ day_parts: ["midnight"] }, 400, "供应时段不正确，请重新选择"],
  ])("is refused with a reason, and nothing is stored: %j", async (overrides, status, msg) => {
    expect(await menu.send(overrides)).toMatchObject({ status, msg });
    expect(await menu.list({ state: "draft" })).toMatchObject({ total: 0 });
  });
});

describe("a change", () => {
  test("waits for publishing; a quote then tells what changed, and nobody pays a price that they did not see", async () => {
    const before = await menu.find(dish.id);
    const price = dish.price + 200;
    const variants = before.variants.map((variant) => ({ ...variant, price, original_price: null }));
    const draft = await menu.save(inputOf(before, { variants, description: "换了新做法" }));
    expect(draft).toMatchObject({ state: "changed", changes: ["description", "variants"] });
    expect(await menu.onMenu(dish.id)).toMatchObject([{ price: dish.price }]);
    const form = { ...takeawayOrderForm(buyer), expected_total: dish.price + 500 };
    expect((await buyer.call(orderEndpoints.create, { body: form })).status).toBe(200);
    await menu.publish({ spu_ids: [dish.id] });
    expect(await menu.onMenu(dish.id)).toMatchObject([{ price, description: "换了新做法" }]);
    const late = { ...takeawayOrderForm(buyer), expected_total: dish.price + 500 };
    expect(await buyer.call(orderEndpoints.create, { body: late })).toMatchObject({
      status: 409,
      data: { error: "price_changed", quote: { goods_amount: price } },
    });
    const { list } = await admin.data(endpoints.prices, { query: { spu_id: dish.id } });
    expect(list).toMatchObject([
      {
        dish_id: dish.id,
        restaurant_name: null,
        from: dish.price,
        to: price,
        actor_name: expect.any(String),
      },
      { dish_id: dish.id, restaurant_name: null, from: null, to: dish.price },
    ]);
    const [entry] = await app.sql<{ detail: object }>(
      "select detail from audit_log where target = $1 and action = 'menu.publish' order by id desc limit 1",
      [dish.id],
    );
    expect(entry?.detail).toEqual({ description: "已更改", variants: "¥33.00（原价 ¥38.00） → ¥35.00" });
    await menu.save(inputOf(await menu.find(dish.id), inputOf(before, { version: draft.version })));
    await menu.publish();
  });

  test("of two people the second is told how the dish is now, and overwrites nothing", async () => {
    const before = await menu.find(dish.id);
    const first = await menu.save(inputOf(before, { description: "甲" }));
    const second = await menu.send(inputOf(before, { description: "乙" }));
    expect(second).toMatchObject({ status: 409, msg: "这个菜品刚被别人改过", data: { current: first } });
    expect((await menu.find(dish.id)).description).toBe("甲");
    expect((await menu.send(inputOf(before, { description: "甲" }))).status).toBe(200);
    expect((await menu.save(inputOf(first, { description: before.description }))).state).toBe("live");
  });

  test("takes a dish off sale and back, with its sales and prices in each restaurant", async () => {
    const { spu_id, ...rest } = await menu.save({ name: "时令菜" });
    await menu.publish();
    await app.sql("insert into store_dishes (restaurant_id, dish_id, sales) values ($1, $2, 7)", [
      defaultRestaurantId,
      spu_id,
    ]);
    const off = await menu.save(inputOf({ spu_id, ...rest }, { on_sale: false }));
    await menu.publish();
    expect(await menu.onMenu(spu_id)).toEqual([]);
    expect((await menu.list({ state: "off_sale" })).list.map((item) => item.spu_id)).toEqual([spu_id]);
    const quote = await buyer.data(orderEndpoints.quote, {
      body: { ...takeawayOrderForm(buyer), items: [{ id: spu_id, quantity: 1 }] } as never,
    });
    expect(quote.differences).toMatchObject([{ id: spu_id, kind: "gone" }]);
    await menu.save(inputOf(off, { on_sale: true }));
    await menu.publish();
    expect(await menu.onMenu(spu_id)).toMatchObject([{ sales: 7 }]);
  });

  test("removes a variant, adds one, and keeps the ids of those that stay", async () => {
    const [sizes, one] = [
      [
        { dish_id: null, spec_name: "小", price: 900, original_price: null },
        { dish_id: null, spec_name: "大", price: 1_300, original_price: null },
      ],
      { dish_id: null, spec_name: "特大", price: 1_900, original_price: null },
    ];
    const made = await menu.save({ name: "豆浆", variants: sizes });
    await menu.publish();
    const [small, large] = made.variants;
    await menu.save(inputOf(await menu.find(made.spu_id), { variants: [{ ...large, price: 1_400 }, one] }));
    await menu.publish();
    const items = await menu.onMenu(made.spu_id);
    expect(items.map(({ spec_name, price }) => [spec_name, price])).toEqual([
      ["大", 1_400],
      ["特大", 1_900],
    ]);
    expect(items[0]?.id).toBe(large?.dish_id);
    const gone = inputOf(await menu.find(made.spu_id), { variants: [{ ...large }, { ...small }] });
    expect(await menu.send(gone)).toMatchObject({ status: 404, msg: "规格不存在，请刷新后重试" });
  });

  test("of days and dates is obeyed by menus and quotes at the booked time", async () => {
    const today = new Date(app.clock.now().getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
    const weekday = new Date(`${today}T00:00:00Z`).getUTCDay() || 7;
    const other = (weekday % 7) + 1;
    const draft = await menu.save({ name: "周末限定", weekdays: [other] });
    await menu.publish();
    expect(await menu.onMenu(draft.spu_id)).toEqual([]);
    const dayMs = 86_400_000;
    const tomorrow = new Date(Date.parse(`${today}T00:00:00Z`) + dayMs).toISOString().slice(0, 10);
    expect(await menu.onMenu(draft.spu_id, undefined, { booking_time: `${tomorrow} 12:00` })).toHaveLength(1);
    const dated = await menu.save(
      inputOf(await menu.find(draft.spu_id), { weekdays: null, sold_from: tomorrow, sold_until: tomorrow }),
    );
    expect(dated.changes).toEqual(["weekdays", "sold_from", "sold_until"]);
    await menu.publish();
    expect(await menu.onMenu(draft.spu_id)).toEqual([]);
    expect(await menu.onMenu(draft.spu_id, undefined, { booking_time: `${tomorrow} 12:00` })).toHaveLength(1);
    const quote = await buyer.data(orderEndpoints.quote, {
      body: { ...takeawayOrderForm(buyer), items: [{ id: draft.spu_id, quantity: 1 }] } as never,
    });
    expect(quote.differences).toMatchObject([{ id: draft.spu_id, kind: "day_part" }]);
  });
});

describe("publishing at a time", () => {
  test("happens once the time has come, and not if it was taken away", async () => {
    const draft = await menu.save({ name: "新品预告" });
    expect(await menu.publish({ publish_at: "2020-01-01 00:00" })).toMatchObject({
      status: 422,
      msg: "发布时间要晚于现在，请重新选择",
    });
    const later = new Date(app.clock.now().getTime() + 8 * 3_600_000 + 10 * 60_000);
    const publish_at = later.toISOString().slice(0, 16).replace("T", " ");
    expect((await menu.publish({ publish_at })).data).toEqual({ published: 0, scheduled: 1 });
    expect((await menu.list({ state: "draft" })).counts).toEqual({ drafts: 1, scheduled: 1 });
    expect((await menu.publish({ publish_at: null })).data).toEqual({ published: 0, scheduled: 0 });
    expect((await menu.list({ state: "draft" })).list[0]?.publish_at).toBeNull();
    await menu.publish({ publish_at });
    const edited = await menu.save(inputOf(draft, { description: "改过的没有批准" }));
    expect(edited.publish_at).toBeNull();
    await menu.publish({ publish_at });
    expect(await menu.onMenu(draft.spu_id)).toEqual([]);
    await app.sweep("menu-drafts");
    expect((await menu.list({ state: "draft" })).total).toBe(1);
    app.clock.advance(11 * 60_000);
    await app.sweep("menu-drafts");
    app.clock.reset();
    await app.content.waitForDelivery();
    expect(await menu.onMenu(draft.spu_id)).toHaveLength(1);
    expect(await menu.publish()).toMatchObject({ status: 422, msg: "没有待发布的修改" });
  });
});
