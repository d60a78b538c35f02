import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { orderEndpoints as endpoints } from "#contract/order/endpoints.ts";
import { VoucherIssuer } from "#server/modules/voucher/VoucherIssuer.ts";
import { type Buyer, createBuyer, createBuyers, createOrder } from "../support/api/buyers.ts";
import { Client } from "../support/api/Client.ts";
import { issueVoucher, listAvailableSlots, voucherOrderForm } from "../support/api/inStore.ts";
import { defaultRestaurantId, dish } from "../support/api/people.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const dayMs = 86_400_000;
let app: TestApp;
let visitor: Client;
let buyer: Buyer;

beforeAll(async () => {
  app = await startTestApp();
  await app.ledgerCheck.setStock(defaultRestaurantId, dish.id, 1_000);
  visitor = new Client(app.server);
});

beforeEach(async () => {
  buyer = await createBuyer(app);
});

afterEach(() => app.clock.reset());

afterAll(async () => {
  await app.close();
});

const getVoucher = (third_party_order_id: string) =>
  visitor.data(endpoints.voucher, { query: { third_party_order_id } });
const redeemVoucher = (id: string, overrides: object = {}) =>
  buyer.call(endpoints.create, { body: { ...voucherOrderForm(id), ...overrides } });
const getDetail = (order_id: string) => buyer.data(endpoints.detail, { query: { order_id } });

describe("a voucher", () => {
  test("shows what was bought to anyone who has its link", async () => {
    const id = await issueVoucher(app, { title: "单人餐", partner: "邻里团购" });
    const [row] = await app.sql<{ name: string; image: string }>(
      "select name, image from dishes where id = $1",
      [dish.id],
    );
    expect(id).toMatch(/^[\w-]{22}$/);
    const shown = await getVoucher(id);
    expect(shown).toEqual({
      third_party_order_id: id,
      partner: "邻里团购",
      title: "单人餐",
      status: "issued",
      items: [{ id: dish.id, name: row!.name, spec_name: null, image: row!.image, quantity: 1 }],
      expires_at: shown.expires_at,
      order_public_id: null,
    });
    const livesMs = Date.parse(shown.expires_at) - app.clock.now().getTime();
    expect(Math.round(livesMs / dayMs)).toBe(30);
  });

  test("that is unknown is not found", async () => {
    const query = { third_party_order_id: "no-such-voucher" };
    expect(await visitor.call(endpoints.voucher, { query })).toMatchObject({
      status: 404,
      error: "not_found",
    });
    expect(await redeemVoucher("no-such-voucher")).toMatchObject({
      status: 404,
      data: { field: "third_party_order_id" },
    });
    expect(await visitor.call(endpoints.voucher, { query: { third_party_order_id: "a b" } })).toMatchObject({
      status: 400,
    });
  });

  test("becomes an order that costs nothing and is paid at once, with slot and portions reserved", async () => {
    const id = await issueVoucher(app);
    const { time } = (await listAvailableSlots(app))[8]!;
    const quote = await buyer.data(endpoints.quote, { body: voucherOrderForm(id, { booking_time: time }) });
    expect(quote).toMatchObject({
      total_amount: 0,
      original_amount: dish.price,
      problems: [],
      differences: [],
    });
    const { status, data } = await redeemVoucher(id, { booking_time: time });
    expect(status).toBe(200);
    expect(data).toMatchObject({
      status: "paid",
      total_amount: 0,
      pay_amount: 0,
      pay_expire_at: null,
      actions: ["cancel", "reorder", "contact_service"],
    });
    const shown = await getDetail(data.order_id);
    expect(shown).toMatchObject({
      booking_time: time,
      paid_amount: 0,
      payment_method: "zero",
      by_voucher: true,
      lines: [{ id: dish.id, price: 0, original_price: dish.price }],
      pickup_code: expect.stringMatching(/^Z\d{3}$/),
    });
    expect(shown.timeline.map((entry) => entry.status)).toEqual(["pending_payment", "paid"]);
    expect(data.third_party_order_id).not.toBe(id);
    expect(await getVoucher(id)).toMatchObject({
      status: "redeemed",
      order_public_id: data.third_party_order_id,
    });
    const query = { order_id: data.order_id };
    expect((await buyer.data(endpoints.payQuery, { query })).pay_status).toBe("paid");
  });

  test("is redeemed once, also for twenty concurrent clicks", async () => {
    const id = await issueVoucher(app);
    const people = await createBuyers(app, 20);
    const responses = await Promise.all(
      people.map((item) => item.callWithRetry(endpoints.create, { body: voucherOrderForm(id) })),
    );
    expect(responses.map((response) => response.error ?? "made").sort()).toEqual([
      "made",
      ...Array(19).fill("voucher_used"),
    ]);
    const rows = await app.sql("select id from orders where voucher_id = $1", [id]);
    expect(rows).toHaveLength(1);
    expect(await redeemVoucher(id)).toMatchObject({
      status: 409,
      error: "voucher_used",
      msg: "餐券已被使用",
    });
    const quote = await buyer.data(endpoints.quote, { body: voucherOrderForm(id) });
    expect(quote.problems.map(({ error }) => error)).toEqual(["voucher_used"]);
  });

  test("returns the same order for the same request", async () => {
    const id = await issueVoucher(app);
    const body = voucherOrderForm(id);
    const first = await buyer.data(endpoints.create, { body });
    expect(await buyer.data(endpoints.create, { body })).toEqual(first);
  });

  test("is free again when its order is cancelled, without any refund", async () => {
    const id = await issueVoucher(app);
    const { data: first } = await redeemVoucher(id);
    const cancelled = await buyer.data(endpoints.cancel, { body: { order_id: first.order_id } });
    expect(cancelled).toMatchObject({ status: "cancelled", status_text: "已取消" });
    expect(await getDetail(first.order_id)).toMatchObject({ refund_status: "none", refunds: [] });
    expect(await getVoucher(id)).toMatchObject({ status: "issued", order_public_id: null });
    expect((await redeemVoucher(id, { order_type: "dine_in", table_no: "5" })).status).toBe(200);
    expect((await getVoucher(id)).status).toBe("redeemed");
  });

  test("ignores the limit of unpaid orders", async () => {
    for (let n = 0; n < 3; n++) await createOrder(buyer);
    expect((await redeemVoucher(await issueVoucher(app))).status).toBe(200);
  });

  test.each([
    ["another dish", [{ id: "102011", quantity: 1 }]],
    ["more of it", [{ id: dish.id, quantity: 2 }]],
    [
      "something beside it",
      [
        { id: dish.id, quantity: 1 },
        { id: "102011", quantity: 1 },
      ],
    ],
  ])("buys its own dishes and not %s", async (_what, items) => {
    const id = await issueVoucher(app);
    expect(await redeemVoucher(id, { items })).toMatchObject({ status: 422, data: { field: "items" } });
    expect((await getVoucher(id)).status).toBe("issued");
  });

  test("is not lost to a request that fails: another total, no portions, no slot", async () => {
    const id = await issueVoucher(app);
    expect((await redeemVoucher(id, { expected_total: dish.price })).error).toBe("price_changed");
    expect((await redeemVoucher(id, { booking_time: "2020-01-01 12:00" })).error).toBe("time_unavailable");
    await app.ledgerCheck.setStock(defaultRestaurantId, dish.id, 0);
    expect((await redeemVoucher(id)).error).toBe("out_of_stock");
    await app.ledgerCheck.setStock(defaultRestaurantId, dish.id, 1_000);
    expect((await getVoucher(id)).status).toBe("issued");
    expect((await redeemVoucher(id)).status).toBe(200);
  });

  test("expires on its day, and a void one before", async () => {
    const [late, gone] = [await issueVoucher(app, { days: 1 }), await issueVoucher(app)];
    await new VoucherIssuer(app.database, "test").voidVoucher(gone, app.clock.now());
    expect((await getVoucher(gone)).status).toBe("void");
    expect(await redeemVoucher(gone)).toMatchObject({
      status: 422,
      error: "voucher_expired",
      msg: "餐券已失效",
    });
    app.clock.advance(dayMs + 1_000);
    expect((await getVoucher(late)).status).toBe("expired");
    expect(await redeemVoucher(late)).toMatchObject({
      status: 422,
      error: "voucher_expired",
      msg: "餐券已过期",
    });
  });
});
