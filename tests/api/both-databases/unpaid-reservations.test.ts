import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { orderEndpoints as endpoints } from "#contract/order/endpoints.ts";
import { type Buyer, createBuyer } from "../../support/api/buyers.ts";
import {
  issueVoucher,
  listAvailableSlots,
  pickupOrderForm,
  voucherOrderForm,
} from "../../support/api/inStore.ts";
import { payOrder, setPaymentBehaviour } from "../../support/api/paymentProvider.ts";
import { defaultRestaurantId, dish } from "../../support/api/people.ts";
import { startTestApp, type TestApp } from "../../support/api/testApp.ts";

const minute = 60_000;
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
  await setPaymentBehaviour(app, { notify: "lost" });
});

afterEach(async () => {
  await app.ledgerCheck.setStock(defaultRestaurantId, dish.id, null);
  await app.sql("update restaurants set slot_capacity = 30 where id = $1", [defaultRestaurantId]);
  app.clock.reset();
});

afterAll(async () => {
  await app.close();
});

const orderItems = (quantity: number) =>
  pickupOrderForm({ items: [{ id: dish.id, quantity }], expected_total: quantity * dish.price });
const placeOrder = (buyer: Buyer, body: object) => buyer.call(endpoints.create, { body: body as never });
const cancelOrder = (buyer: Buyer, order_id: string) => buyer.data(endpoints.cancel, { body: { order_id } });

describe("a limited dish", () => {
  test("is reserved by one customer's unpaid orders to half at most, and the rest is for others", async () => {
    await app.ledgerCheck.setStock(defaultRestaurantId, dish.id, 10);
    const [buyer, other] = [await createBuyer(app), await createBuyer(app)];
    const all = await placeOrder(buyer, orderItems(10));
    expect(all).toMatchObject({ status: 409, error: "out_of_stock", data: { id: dish.id, left: 5 } });
    const quote = await buyer.data(endpoints.quote, { body: orderItems(10) });
    expect(quote.differences).toMatchObject([{ kind: "sold_out", left: 5 }]);
    expect((await placeOrder(buyer, orderItems(3))).status).toBe(200);
    expect((await placeOrder(buyer, orderItems(3))).data).toMatchObject({ left: 2 });
    expect((await placeOrder(buyer, orderItems(2))).status).toBe(200);
    expect((await placeOrder(buyer, orderItems(1))).data).toMatchObject({ error: "out_of_stock", left: 0 });
    expect((await placeOrder(other, orderItems(3))).status).toBe(200);
  });

  test.each([
    [1, 1],
    [2, 2],
    [3, 2],
    [4, 2],
    [5, 3],
  ])("of which %i are left gives one customer %i before paying", async (stock, max) => {
    await app.ledgerCheck.setStock(defaultRestaurantId, dish.id, stock);
    const buyer = await createBuyer(app);
    const response = await placeOrder(buyer, orderItems(max + 1));
    expect(response).toMatchObject({ error: "out_of_stock", data: { left: max } });
    expect((await placeOrder(buyer, orderItems(max))).status).toBe(200);
  });

  test("is sold without a limit when paid: paid orders do not count", async () => {
    await app.ledgerCheck.setStock(defaultRestaurantId, dish.id, 4);
    const buyer = await createBuyer(app);
    for (const quantity of [2, 2]) {
      const { data, status } = await placeOrder(buyer, orderItems(quantity));
      expect(status).toBe(200);
      await payOrder(app, buyer, data);
    }
    expect((await placeOrder(buyer, orderItems(1))).error).toBe("out_of_stock");
  });

  test("stays within the share for concurrent orders", async () => {
    await app.ledgerCheck.setStock(defaultRestaurantId, dish.id, 12);
    const buyer = await createBuyer(app);
    const responses = await Promise.all([1, 2, 3].map(() => placeOrder(buyer, orderItems(3))));
    expect(responses.map(({ error = "made" }) => error).sort()).toEqual(["made", "made", "out_of_stock"]);
  });

  test("may be redeemed completely by voucher, which is paid", async () => {
    await app.ledgerCheck.setStock(defaultRestaurantId, dish.id, 5);
    const items = [{ id: dish.id, quantity: 5 }];
    const orderForm = voucherOrderForm(await issueVoucher(app, { items }), { items });
    expect((await placeOrder(await createBuyer(app), orderForm)).status).toBe(200);
  });
});

test("a slot is reserved by one customer's unpaid orders to half at most", async () => {
  await app.sql("update restaurants set slot_capacity = 3 where id = $1", [defaultRestaurantId]);
  const [buyer, other] = [await createBuyer(app), await createBuyer(app)];
  const slots = (await listAvailableSlots(app)).slice(30);
  const booked = () => pickupOrderForm({ booking_time: slots[0]!.time });
  expect((await placeOrder(buyer, booked())).status).toBe(200);
  expect((await placeOrder(buyer, booked())).status).toBe(200);
  expect(await placeOrder(buyer, booked())).toMatchObject({
    status: 409,
    error: "slot_full",
    msg: "该时段名额有限，请先付款之前的订单，或换个时间",
    data: { next: slots[1]!.time },
  });
  expect((await placeOrder(other, booked())).status).toBe(200);
});

describe("a customer who repeatedly lets orders of scarce dishes expire", () => {
  /** Creates an order for a limited dish and lets it expire. */
  async function expireOrders(buyer: Buyer): Promise<void> {
    expect((await placeOrder(buyer, orderItems(1))).status).toBe(200);
    app.clock.advance(15 * minute);
    await app.sweep("due-orders");
  }

  test("waits an hour from the third time on, and twice as long from the sixth; other dishes stay available", async () => {
    app.clock.freeze();
    await app.ledgerCheck.setStock(defaultRestaurantId, dish.id, 10);
    const buyer = await createBuyer(app);
    for (let nth = 0; nth < 3; nth++) await expireOrders(buyer);
    const until = new Date(app.clock.now().getTime() + 60 * minute);
    const response = await placeOrder(buyer, orderItems(1));
    expect(response).toMatchObject({
      status: 429,
      error: "rate_limited",
      data: { retry_after: 3_600, until: until.toISOString() },
    });
    expect(response.msg).toContain("没有付款");
    const [slot] = (await listAvailableSlots(app)).slice(30);
    expect((await placeOrder(buyer, { ...pickupOrderForm(), booking_time: slot!.time })).error).toBe(
      "rate_limited",
    );
    expect((await placeOrder(await createBuyer(app), orderItems(1))).status).toBe(200);
    await app.ledgerCheck.setStock(defaultRestaurantId, dish.id, null);
    const { data } = await placeOrder(buyer, orderItems(1));
    await cancelOrder(buyer, data.order_id);
    await app.ledgerCheck.setStock(defaultRestaurantId, dish.id, 10);
    for (let nth = 0; nth < 3; nth++) {
      app.clock.advance(60 * minute);
      await expireOrders(buyer);
    }
    expect((await placeOrder(buyer, orderItems(1))).data).toMatchObject({ retry_after: 7_200 });
  });

  test("gains nothing by cancelling shortly before the time is up", async () => {
    app.clock.freeze();
    await app.ledgerCheck.setStock(defaultRestaurantId, dish.id, 10);
    const buyer = await createBuyer(app);
    for (let nth = 0; nth < 4; nth++) {
      const { data } = await placeOrder(buyer, orderItems(1));
      app.clock.advance(14 * minute);
      await cancelOrder(buyer, data.order_id);
    }
    expect((await placeOrder(buyer, orderItems(1))).error).toBe("rate_limited");
  });

  test("is not confused with one who changes an order at once, or pays in the end", async () => {
    app.clock.freeze();
    await app.ledgerCheck.setStock(defaultRestaurantId, dish.id, 10);
    const buyer = await createBuyer(app);
    for (let nth = 0; nth < 6; nth++) {
      const { data } = await placeOrder(buyer, orderItems(1));
      app.clock.advance(minute);
      await cancelOrder(buyer, data.order_id);
    }
    for (let nth = 0; nth < 3; nth++) {
      const { data } = await placeOrder(buyer, orderItems(1));
      app.clock.advance(14 * minute);
      await payOrder(app, buyer, data);
    }
    expect((await placeOrder(buyer, orderItems(1))).status).toBe(200);
  });
});
