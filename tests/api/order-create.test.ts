import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addressEndpoints } from "#contract/address/endpoints.ts";
import { orderEndpoints as endpoints } from "#contract/order/endpoints.ts";
import type { CreateOrderRequest } from "#contract/order/quote.schema.ts";
import {
  type Buyer,
  createBuyer,
  createBuyers,
  createIdempotencyKey,
  createOrder,
  takeawayOrderForm,
} from "../support/api/buyers.ts";
import { dish } from "../support/api/people.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(async () => {
  await app.close();
});

const placeOrder = (buyer: Buyer, overrides: object = {}) =>
  buyer.call(endpoints.create, { body: { ...takeawayOrderForm(buyer), ...overrides } });

async function countOrders(buyer: Buyer): Promise<number> {
  return (await buyer.data(endpoints.list)).total;
}

async function cancelAll(buyer: Buyer): Promise<void> {
  for (const { order_id } of (await buyer.data(endpoints.list, { query: { status: "pending_payment" } }))
    .list)
    await buyer.data(endpoints.cancel, { body: { order_id } });
}

describe("the same request sent again", () => {
  test("creates one order and twenty equal responses when twenty arrive concurrently", async () => {
    const buyer = await createBuyer(app);
    const body = takeawayOrderForm(buyer);
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => buyer.call(endpoints.create, { body })),
    );
    expect(responses.map((response) => response.status)).toEqual(Array(20).fill(200));
    expect(new Set(responses.map((response) => JSON.stringify(response.data))).size).toBe(1);
    expect(await countOrders(buyer)).toBe(1);
  });

  test("returns the first response again, whatever its field order and the order's later state", async () => {
    const buyer = await createBuyer(app);
    const body = takeawayOrderForm(buyer);
    const first = await buyer.data(endpoints.create, { body });
    await buyer.data(endpoints.cancel, { body: { order_id: first.order_id } });
    app.clock.advance(3_600_000);
    const turned = Object.fromEntries(Object.entries(body).reverse());
    expect(await buyer.data(endpoints.create, { body: turned })).toEqual(first);
    expect(await countOrders(buyer)).toBe(1);
    app.clock.reset();
  });

  test.each([
    ["another quantity", (body: CreateOrderRequest) => ({ ...body, items: [{ id: dish.id, quantity: 2 }] })],
    ["another remark", (body: CreateOrderRequest) => ({ ...body, remark: "不要辣" })],
    ["another total", (body: CreateOrderRequest) => ({ ...body, expected_total: body.expected_total + 1 })],
  ])("is refused with its key and %s", async (_what, change) => {
    const buyer = await createBuyer(app);
    const body = takeawayOrderForm(buyer);
    await buyer.data(endpoints.create, { body });
    expect(await buyer.call(endpoints.create, { body: change(body) })).toMatchObject({
      status: 409,
      error: "key_reused",
    });
    expect(await countOrders(buyer)).toBe(1);
  });

  test("with the key of another customer is a request of its own", async () => {
    const [one, other] = [await createBuyer(app), await createBuyer(app)];
    const client_key = createIdempotencyKey();
    const first = await createOrder(one, { client_key });
    expect((await createOrder(other, { client_key })).order_id).not.toBe(first.order_id);
  });

  test("may be corrected under its key after it was refused", async () => {
    const buyer = await createBuyer(app);
    const body = takeawayOrderForm(buyer, { expected_total: 1 });
    expect((await buyer.call(endpoints.create, { body })).error).toBe("price_changed");
    expect((await buyer.call(endpoints.create, { body: { ...body, expected_total: 3_800 } })).status).toBe(
      200,
    );
  });
});

describe("client data about money and ownership", () => {
  test.each([
    ["total_amount", 1],
    ["total", 1],
    ["price", 1],
    ["pay_amount", 0],
    ["discount", 3_000],
    ["delivery_fee", 0],
    ["original_price", 1],
    ["points_payment", 1_000],
    ["user_id", "somebody"],
    ["status", "paid"],
    ["version", 1],
  ])("is refused in the order: %s", async (name, value) => {
    const buyer = await createBuyer(app);
    const response = await placeOrder(buyer, { [name]: value });
    expect(response).toMatchObject({ status: 400, error: "validation", data: { field: name } });
    expect(await countOrders(buyer)).toBe(0);
  });

  test.each(["price", "amount", "name", "discount"])("is refused in a line: %s", async (name) => {
    const buyer = await createBuyer(app);
    const response = await placeOrder(buyer, { items: [{ id: dish.id, quantity: 1, [name]: 1 }] });
    expect(response).toMatchObject({ status: 400, data: { field: `items.0.${name}` } });
  });

  test("is compared, never charged: a different seen price creates no order, even with its own total", async () => {
    const buyer = await createBuyer(app);
    const items = [{ id: dish.id, quantity: 1, seen_price: 1 }];
    for (const expected_total of [501, 3_800]) {
      const response = await placeOrder(buyer, { items, expected_total });
      expect(response).toMatchObject({ status: 409, error: "price_changed" });
      expect(response.data).toMatchObject({
        quote: {
          total_amount: 3_800,
          differences: [{ id: dish.id, kind: "price", before: 1, after: dish.price }],
        },
      });
    }
    expect(await countOrders(buyer)).toBe(0);
  });
});

describe("quantities and lines", () => {
  test.each([0, -1, 1.5, 100, 1e9, 2 ** 53, "1", "1e3", null, true, [1]])(
    "are refused: %j of a dish",
    async (quantity) => {
      const buyer = await createBuyer(app);
      expect(await placeOrder(buyer, { items: [{ id: dish.id, quantity }] })).toMatchObject({ status: 400 });
    },
  );

  test.each([
    ["no line", []],
    ["a dish twice", Array(2).fill({ id: dish.id, quantity: 1 })],
    ["51 lines", Array.from({ length: 51 }, (_, n) => ({ id: `d${n}`, quantity: 1 }))],
    ["1,000 lines", Array.from({ length: 1_000 }, (_, n) => ({ id: `d${n}`, quantity: 1 }))],
    ["a line that is text", ["10205"]],
  ])("are refused: %s", async (_what, items) => {
    const buyer = await createBuyer(app);
    expect(await placeOrder(buyer, { items })).toMatchObject({ status: 400, error: "validation" });
    expect(await countOrders(buyer)).toBe(0);
  });

  test("may reach 99 of a dish, and the total is right", async () => {
    const buyer = await createBuyer(app);
    const response = await placeOrder(buyer, {
      items: [{ id: dish.id, quantity: 99 }],
      expected_total: 99 * dish.price,
    });
    expect(response).toMatchObject({ status: 200, data: { total_amount: 326_700, pay_amount: 326_700 } });
  });
});

describe("an order", () => {
  test("goes to the customer's own address only", async () => {
    const [buyer, other] = [await createBuyer(app), await createBuyer(app)];
    for (const address_id of [other.addressId, "no-such-address"]) {
      const body = takeawayOrderForm(buyer, { address_id });
      const refusal = { status: 404, error: "not_found", data: { field: "address_id" } };
      expect(await buyer.call(endpoints.create, { body })).toMatchObject(refusal);
      expect(await buyer.call(endpoints.quote, { body })).toMatchObject(refusal);
    }
    for (const address_id of [null, undefined])
      expect(await placeOrder(buyer, { address_id })).toMatchObject({
        status: 422,
        error: "address_required",
      });
  });

  test("keeps a copy of the address, whatever happens to the address book", async () => {
    const buyer = await createBuyer(app);
    const { order_id } = await createOrder(buyer);
    await buyer.data(addressEndpoints.remove, { query: { id: buyer.addressId } });
    const detail = await buyer.data(endpoints.detail, { query: { order_id } });
    expect(detail.address).toEqual({
      recipient: "王小明",
      phone: "13812345678",
      address: "上海市 上海市 徐汇区 漕溪新苑",
      house_number: "3号楼501",
    });
  });

  test("needs an existing restaurant that delivers there", async () => {
    const buyer = await createBuyer(app);
    expect(await placeOrder(buyer, { restaurant_id: "NOPE" })).toMatchObject({
      status: 404,
      error: "restaurant_not_found",
    });
    // Open around the clock, in Nanjing.
    expect(await placeOrder(buyer, { restaurant_id: "NJ003" })).toMatchObject({
      status: 422,
      error: "out_of_range",
    });
  });

  test("carries a remark of at most fifty characters, trimmed", async () => {
    const buyer = await createBuyer(app);
    const { order_id } = await createOrder(buyer, { remark: ` ${"😀".repeat(48)} ` });
    expect((await buyer.data(endpoints.detail, { query: { order_id } })).remark).toBe("😀".repeat(48));
    expect(await placeOrder(buyer, { remark: "辣".repeat(51) })).toMatchObject({
      status: 400,
      data: { field: "remark" },
    });
    expect(await placeOrder(buyer, { contact_phone: "123" })).toMatchObject({
      status: 400,
      msg: "手机号格式不正确",
    });
  });

  test("is one of at most three unpaid ones, also when ten arrive concurrently; cancelling frees one", async () => {
    const buyer = await createBuyer(app);
    const responses = await Promise.all(Array.from({ length: 10 }, () => placeOrder(buyer)));
    const outcomes = responses.map((response) => response.error ?? "made").sort();
    expect(outcomes).toEqual([...Array(3).fill("made"), ...Array(7).fill("too_many_unpaid")]);
    await cancelAll(buyer);
    expect((await placeOrder(buyer)).status).toBe(200);
  });

  test("is created twenty times concurrently by twenty customers, each with its own numbers", async () => {
    const receipts = await Promise.all((await createBuyers(app, 20)).map((buyer) => createOrder(buyer)));
    for (const name of ["order_id", "order_no", "third_party_order_id"] as const)
      expect(new Set(receipts.map((one) => one[name])).size).toBe(20);
    expect(receipts.every((one) => /^[\w-]{22}$/.test(one.third_party_order_id))).toBe(true);
  });
});
