import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { orderEndpoints as calls } from "#contract/order/endpoints.ts";
import { type Buyer, newBuyer } from "../support/api/buyers.ts";
import { newVoucher, offeredSlots, pickupWish, voucherWish } from "../support/api/inStore.ts";
import { dish, store } from "../support/api/people.ts";
import { behave, payOrder } from "../support/api/provider.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const minute = 60_000;
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
  await behave(app, { notify: "lost" });
});

afterEach(async () => {
  await app.books.stock(store, dish.id, null);
  await app.sql("update restaurants set slot_capacity = 30 where id = $1", [store]);
  app.clock.reset();
});

afterAll(async () => {
  await app.close();
});

const portions = (quantity: number) =>
  pickupWish({ items: [{ id: dish.id, quantity }], expected_total: quantity * dish.price });
const create = (buyer: Buyer, body: object) => buyer.call(calls.create, { body: body as never });
const cancel = (buyer: Buyer, order_id: string) => buyer.data(calls.cancel, { body: { order_id } });

describe("a limited dish", () => {
  test("is held by one customer's unpaid orders to half at most, and the rest is for others", async () => {
    await app.books.stock(store, dish.id, 10);
    const [buyer, other] = [await newBuyer(app), await newBuyer(app)];
    const all = await create(buyer, portions(10));
    expect(all).toMatchObject({ status: 409, error: "out_of_stock", data: { id: dish.id, left: 5 } });
    const quote = await buyer.data(calls.quote, { body: portions(10) });
    expect(quote.differences).toMatchObject([{ kind: "sold_out", left: 5 }]);
    expect((await create(buyer, portions(3))).status).toBe(200);
    expect((await create(buyer, portions(3))).data).toMatchObject({ left: 2 });
    expect((await create(buyer, portions(2))).status).toBe(200);
    expect((await create(buyer, portions(1))).data).toMatchObject({ error: "out_of_stock", left: 0 });
    expect((await create(other, portions(3))).status).toBe(200);
  });

  test.each([
    [1, 1],
    [2, 2],
    [3, 2],
    [4, 2],
    [5, 3],
  ])("of which %i are left gives one customer %i before paying", async (stock, most) => {
    await app.books.stock(store, dish.id, stock);
    const buyer = await newBuyer(app);
    const answer = await create(buyer, portions(most + 1));
    expect(answer).toMatchObject({ error: "out_of_stock", data: { left: most } });
    expect((await create(buyer, portions(most))).status).toBe(200);
  });

  test("is sold to whoever pays: what is paid does not count", async () => {
    await app.books.stock(store, dish.id, 4);
    const buyer = await newBuyer(app);
    for (const quantity of [2, 2]) {
      const { data, status } = await create(buyer, portions(quantity));
      expect(status).toBe(200);
      await payOrder(app, buyer, data);
    }
    expect((await create(buyer, portions(1))).error).toBe("out_of_stock");
  });

  test("is not given beyond the share by orders that come at once", async () => {
    await app.books.stock(store, dish.id, 12);
    const buyer = await newBuyer(app);
    const answers = await Promise.all([1, 2, 3].map(() => create(buyer, portions(3))));
    expect(answers.map(({ error = "made" }) => error).sort()).toEqual(["made", "made", "out_of_stock"]);
  });

  test("may be had whole with a voucher, which is paid", async () => {
    await app.books.stock(store, dish.id, 5);
    const items = [{ id: dish.id, quantity: 5 }];
    const wish = voucherWish(await newVoucher(app, { items }), { items });
    expect((await create(await newBuyer(app), wish)).status).toBe(200);
  });
});

test("a slot is held by one customer's unpaid orders to half at most", async () => {
  await app.sql("update restaurants set slot_capacity = 3 where id = $1", [store]);
  const [buyer, other] = [await newBuyer(app), await newBuyer(app)];
  const slots = (await offeredSlots(app)).slice(30);
  const booked = () => pickupWish({ booking_time: slots[0]!.time });
  expect((await create(buyer, booked())).status).toBe(200);
  expect((await create(buyer, booked())).status).toBe(200);
  expect(await create(buyer, booked())).toMatchObject({
    status: 409,
    error: "slot_full",
    msg: "该时段名额有限，请先付款之前的订单，或换个时间",
    data: { next: slots[1]!.time },
  });
  expect((await create(other, booked())).status).toBe(200);
});

describe("a customer who lets scarce things go unpaid again and again", () => {
  /** Makes an order for a limited dish and lets it lapse. */
  async function lapse(buyer: Buyer): Promise<void> {
    expect((await create(buyer, portions(1))).status).toBe(200);
    app.clock.pass(15 * minute);
    await app.sweep("due-orders");
  }

  test("waits an hour from the third time on, and twice as long from the sixth; other dishes go on", async () => {
    app.clock.freeze();
    await app.books.stock(store, dish.id, 10);
    const buyer = await newBuyer(app);
    for (let nth = 0; nth < 3; nth++) await lapse(buyer);
    const until = new Date(app.clock.now().getTime() + 60 * minute);
    const answer = await create(buyer, portions(1));
    expect(answer).toMatchObject({
      status: 429,
      error: "rate_limited",
      data: { retry_after: 3_600, until: until.toISOString() },
    });
    expect(answer.msg).toContain("没有付款");
    const [slot] = (await offeredSlots(app)).slice(30);
    expect((await create(buyer, { ...pickupWish(), booking_time: slot!.time })).error).toBe("rate_limited");
    expect((await create(await newBuyer(app), portions(1))).status).toBe(200);
    await app.books.stock(store, dish.id, null);
    const { data } = await create(buyer, portions(1));
    await cancel(buyer, data.order_id);
    await app.books.stock(store, dish.id, 10);
    for (let nth = 0; nth < 3; nth++) {
      app.clock.pass(60 * minute);
      await lapse(buyer);
    }
    expect((await create(buyer, portions(1))).data).toMatchObject({ retry_after: 7_200 });
  });

  test("gains nothing by cancelling shortly before the time is up", async () => {
    app.clock.freeze();
    await app.books.stock(store, dish.id, 10);
    const buyer = await newBuyer(app);
    for (let nth = 0; nth < 4; nth++) {
      const { data } = await create(buyer, portions(1));
      app.clock.pass(14 * minute);
      await cancel(buyer, data.order_id);
    }
    expect((await create(buyer, portions(1))).error).toBe("rate_limited");
  });

  test("is not one who changes an order at once, or pays in the end", async () => {
    app.clock.freeze();
    await app.books.stock(store, dish.id, 10);
    const buyer = await newBuyer(app);
    for (let nth = 0; nth < 6; nth++) {
      const { data } = await create(buyer, portions(1));
      app.clock.pass(minute);
      await cancel(buyer, data.order_id);
    }
    for (let nth = 0; nth < 3; nth++) {
      const { data } = await create(buyer, portions(1));
      app.clock.pass(14 * minute);
      await payOrder(app, buyer, data);
    }
    expect((await create(buyer, portions(1))).status).toBe(200);
  });
});
