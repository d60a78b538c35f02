import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import type { OpeningSpans } from "#contract/restaurant/opening-hours.schema.ts";
import { everyDay } from "#contract/restaurant/opening-hours.ts";
import { staffRestaurantEndpoints as endpoints } from "#contract/staff/restaurant/endpoints.ts";
import { type Buyer, createBuyer, takeawayOrderForm } from "../support/api/buyers.ts";
import type { Client } from "../support/api/Client.ts";
import { hoursJson, lunchAndDinner, setDayHours, setWeekHours } from "../support/api/hours.ts";
import { pickupOrderForm } from "../support/api/inStore.ts";
import { createStaffClient } from "../support/api/orders.ts";
import { dish, defaultRestaurantId as storeId } from "../support/api/people.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

/** A Monday. */
const today = "2026-03-02";

let app: TestApp;
let buyer: Buyer;
let store: Client & { id: string };
let admin: Client & { id: string };

beforeAll(async () => {
  app = await startTestApp();
  store = await createStaffClient(app, "store");
  admin = await createStaffClient(app, "admin");
});

beforeEach(async () => {
  app.clock.freeze();
  app.clock.set(`${today}T12:00:00+08:00`);
  await setWeek(JSON.stringify(everyDay(...lunchAndDinner)));
  buyer = await createBuyer(app);
});

afterEach(async () => {
  await app.sql(
    "update store_dishes set stock = null, daily_stock = null, stock_reset_at = null, stock_day_at = null where daily_stock is not null",
  );
  await setWeek(hoursJson("00:00", "24:00"));
  app.clock.reset();
  await app.ledgerCheck.resetBaseline();
});

afterAll(async () => {
  await app.close();
});

const setWeek = (weekHours: string) => setWeekHours(app, weekHours);
const setToday = (spans: OpeningSpans | null, date = today) => setDayHours(app, store, date, spans);

const placeOrder = () => buyer.call(orderEndpoints.create, { body: takeawayOrderForm(buyer) });

describe("the stock of the day", () => {
  const readStock = async () =>
    (
      await app.sql(
        "select stock, stock_reset_at as at from store_dishes where restaurant_id = $1 and dish_id = $2",
        [storeId, dish.id],
      )
    )[0];
  const setDaily = () => store.data(endpoints.dish, { body: { dish_id: dish.id, daily_stock: 20 } });
  const sweep = () => app.sweep("dish-stock");

  test("is not sold twice when the hours of today change", async () => {
    await setDaily();
    await app.sql("update store_dishes set stock = 5 where daily_stock = 20");
    for (const spans of [[["17:00", "21:00"]], [["18:00", "21:00"]]] as OpeningSpans[]) {
      await setToday(spans);
      expect(await readStock()).toEqual({ stock: 5, at: new Date("2026-03-03T10:00:00+08:00") });
    }
    app.clock.set(`${today}T18:00:00+08:00`);
    await sweep();
    expect(await readStock()).toMatchObject({ stock: 5 });
    app.clock.set("2026-03-03T10:00:00+08:00");
    await sweep();
    expect(await readStock()).toEqual({ stock: 20, at: new Date("2026-03-04T10:00:00+08:00") });
  });

  test("gets back what is cancelled before a day off, and is full after it", async () => {
    const days = ["2026-03-03", "2026-03-04"].map((date) => ({ date, spans: [] }));
    await app.sql("update restaurants set special_days = $2 where id = $1", [storeId, JSON.stringify(days)]);
    await setDaily();
    const { data: order } = await placeOrder();
    expect(await readStock()).toEqual({ stock: 19, at: new Date("2026-03-05T10:00:00+08:00") });
    await buyer.data(orderEndpoints.cancel, { body: { order_id: order.order_id, reason: 1 } });
    expect(await readStock()).toMatchObject({ stock: 20 });
  });

  test("gets nothing back for a later day that was booked before", async () => {
    await setDaily();
    const form = pickupOrderForm({ restaurant_id: storeId, booking_time: "2026-03-04 18:00" });
    const { data: order } = await buyer.call(orderEndpoints.create, { body: form });
    app.clock.set("2026-03-03T10:00:00+08:00");
    await sweep();
    await app.sql("update store_dishes set stock = 17 where daily_stock = 20");
    await buyer.data(orderEndpoints.cancel, { body: { order_id: order.order_id, reason: 1 } });
    expect(await readStock()).toMatchObject({ stock: 17 });
  });

  test("is full at once when a day off becomes a working day, and follows a later opening", async () => {
    await app.sql("update restaurants set special_days = $2 where id = $1", [
      storeId,
      JSON.stringify([{ date: "2026-03-03", spans: [] }]),
    ]);
    await setDaily();
    await app.sql("update store_dishes set stock = 0 where daily_stock = 20");
    app.clock.set("2026-03-03T11:05:00+08:00");
    await setToday([["11:00", "20:00"]], "2026-03-03");
    await sweep();
    expect(await readStock()).toEqual({ stock: 20, at: new Date("2026-03-04T10:00:00+08:00") });
    app.clock.set("2026-03-04T08:00:00+08:00");
    await setToday([["14:00", "20:00"]], "2026-03-04");
    expect(await readStock()).toMatchObject({ at: new Date("2026-03-04T14:00:00+08:00") });
  });

  test("of many restaurants is restored at once, each until its own next day", async () => {
    await setDaily();
    await admin.data(endpoints.dish, {
      body: { restaurant_id: "SH002", dish_id: dish.id, daily_stock: 7 },
    });
    await app.sql("update store_dishes set stock = 0 where daily_stock is not null");
    app.clock.set("2026-03-03T23:00:00+08:00");
    await sweep();
    const rows = await app.sql(
      "select restaurant_id, stock, stock_reset_at as at from store_dishes where daily_stock is not null order by 1",
    );
    expect(rows).toEqual([
      { restaurant_id: storeId, stock: 20, at: new Date("2026-03-04T10:00:00+08:00") },
      { restaurant_id: "SH002", stock: 7, at: expect.any(Date) },
    ]);
  });

  test("waits for no day while the restaurant never opens, and comes back with its hours", async () => {
    await setWeek(JSON.stringify(everyDay()));
    await setDaily();
    expect(await readStock()).toEqual({ stock: 20, at: null });
    await setWeek(JSON.stringify(everyDay(...lunchAndDinner)));
    await setToday(null);
    expect(await readStock()).toEqual({ stock: 20, at: new Date("2026-03-03T10:00:00+08:00") });
  });

  test("and what is sold out until the next business day follow its beginning", async () => {
    const body = { dish_id: dish.id, sold_out_until: "next_opening" };
    app.clock.set(`${today}T09:00:00+08:00`);
    await store.data(endpoints.dish, { body });
    const readEnd = async () =>
      (
        await app.sql("select sold_out_until as at from store_dishes where sold_out and dish_id = $1", [
          dish.id,
        ])
      )[0];
    expect(await readEnd()).toEqual({ at: new Date(`${today}T10:00:00+08:00`) });
    await setToday([["12:00", "20:00"]]);
    expect(await readEnd()).toEqual({ at: new Date(`${today}T12:00:00+08:00`) });
    await app.sql(
      "update store_dishes set sold_out = false, sold_out_until = null where sold_out_until is not null",
    );
  });

  test("fills the stock of the day once a day, not after the break", async () => {
    await store.data(endpoints.dish, { body: { dish_id: dish.id, daily_stock: 5 } });
    const [row] = await app.sql("select stock_reset_at as at from store_dishes where daily_stock = 5");
    expect(row).toEqual({ at: new Date("2026-03-03T10:00:00+08:00") });
  });

  test("earlier than before fill the stock of the day earlier", async () => {
    await setToday([["18:00", "20:00"]]);
    app.clock.set(`${today}T08:00:00+08:00`);
    await store.data(endpoints.dish, { body: { dish_id: dish.id, daily_stock: 5 } });
    await setToday([["09:00", "20:00"]]);
    const [row] = await app.sql("select stock_reset_at as at from store_dishes where daily_stock = 5");
    expect(row).toEqual({ at: new Date(`${today}T09:00:00+08:00`) });
  });
});
