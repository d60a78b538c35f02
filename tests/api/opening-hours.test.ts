import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { restaurantEndpoints } from "#contract/restaurant/endpoints.ts";
import type { OpeningSpans } from "#contract/restaurant/opening-hours.schema.ts";
import { everyDay } from "#contract/restaurant/opening-hours.ts";
import { staffRestaurantEndpoints as endpoints } from "#contract/staff/restaurant/endpoints.ts";
import { restaurantAdminEndpoints } from "#contract/staff/restaurant-admin/endpoints.ts";
import { CatalogueService } from "#server/modules/catalogue/catalogue.service.ts";
import { type Buyer, createBuyer, takeawayOrderForm } from "../support/api/buyers.ts";
import type { Client } from "../support/api/Client.ts";
import { hoursJson, lunchAndDinner, setDayHours, setWeekHours } from "../support/api/hours.ts";
import { pickupOrderForm } from "../support/api/inStore.ts";
import { createStaffClient } from "../support/api/orders.ts";
import { defaultRestaurantId as storeId } from "../support/api/people.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";
import { createBoundCard } from "../support/api/wallet.ts";

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
  await setWeek(hoursJson("00:00", "24:00"));
  app.clock.reset();
  await app.ledgerCheck.resetBaseline();
});

afterAll(async () => {
  await app.close();
});

const setWeek = (weekHours: string) => setWeekHours(app, weekHours);
const setToday = (spans: OpeningSpans | null, date = today) => setDayHours(app, store, date, spans);

async function readRestaurant() {
  const { data } = await buyer.data(restaurantEndpoints.detail, { query: { id: storeId } });
  return data.stores[0];
}

async function listTimes(date: string): Promise<string[]> {
  const { slots } = await buyer.data(restaurantEndpoints.slots, { query: { restaurant_id: storeId, date } });
  return slots.map(({ time }) => time.slice(11));
}

const placeOrder = () => buyer.call(orderEndpoints.create, { body: takeawayOrderForm(buyer) });

describe("a restaurant with a break", () => {
  test.each([
    ["09:59", false],
    ["13:59", true],
    ["14:00", false],
    ["17:00", true],
    ["21:00", false],
  ])("at %s: sells is %s", async (time, isOpen) => {
    app.clock.set(`${today}T${time}:00+08:00`);
    expect(await readRestaurant()).toMatchObject({
      status: isOpen ? "open" : "closed",
      starttime: "10:00",
      endtime: "21:00",
      hours_text: "10:00-14:00、17:00-21:00",
      dayParts: ["lunch", "dinner"],
    });
    const { status, error } = await placeOrder();
    expect(isOpen ? status : error).toBe(isOpen ? 200 : "restaurant_closed");
  });

  test("has slots in its hours only", async () => {
    const times = await listTimes(today);
    expect(times.at(0)).toBe("12:30");
    expect(times).toContain("13:45");
    expect(times.filter((time) => time >= "14:00" && time < "17:00")).toEqual([]);
    expect(times.at(-1)).toBe("20:45");
  });
});

describe("today's hours, set by the restaurant", () => {
  test("hold for today only; customers see them at once", async () => {
    const spans: OpeningSpans = [["16:00", "23:00"]];
    const { status, data } = await setToday(spans);
    expect(status).toBe(200);
    const usual = { date: today, usual_spans: lunchAndDinner };
    expect(data.settings.today).toEqual({ ...usual, spans, is_special: true });
    expect(await readRestaurant()).toMatchObject({ status: "closed", hours_text: "16:00-23:00" });
    expect(await placeOrder()).toMatchObject({ error: "restaurant_closed" });
    expect((await listTimes(today))[0]).toBe("16:00");
    expect((await listTimes("2026-03-03"))[0]).toBe("10:00");
    const [entry] = await app.sql(
      "select actor, action, target, detail from audit_log order by id desc limit 1",
    );
    expect(entry).toEqual({
      actor: store.id,
      action: "restaurant.today-hours",
      target: storeId,
      detail: { date: today, hours: "16:00-23:00" },
    });
    const back = await setToday(null);
    expect(back.data.settings.today).toEqual({ ...usual, spans: lunchAndDinner, is_special: false });
    expect((await placeOrder()).status).toBe(200);
  });

  test("may be none: the day off says when it opens again", async () => {
    await setToday([]);
    expect(await readRestaurant()).toMatchObject({
      status: "closed",
      starttime: "10:00",
      endtime: "21:00",
      hours_text: "今日休息，明天 10:00-14:00、17:00-21:00",
    });
    await app.sql("update restaurants set special_days = $2 where id = $1", [
      storeId,
      JSON.stringify([today, "2026-03-03"].map((date) => ({ date, spans: [] }))),
    ]);
    await app.content.waitForDelivery();
    expect((await readRestaurant())?.hours_text).toBe("今日休息，3月4日 10:00-14:00、17:00-21:00");
  });

  test("name the bookings that they leave out, which stay as they are", async () => {
    const form = pickupOrderForm({ restaurant_id: storeId, booking_time: `${today} 18:00` });
    const { data: order } = await buyer.call(orderEndpoints.create, { body: form });
    // An unpaid booking needs no call: it can no longer be paid.
    expect((await setToday([["10:00", "17:30"]])).data.outside).toEqual([]);
    await setToday(null);
    await createBoundCard(app, buyer.userId, 100_000);
    await buyer.data(orderEndpoints.pay, { body: { order_id: order.order_id, payment_method: "card" } });
    const { data } = await setToday([["10:00", "17:30"]]);
    const [{ code } = { code: "" }] = await app.sql<{ code: string }>(
      "select pickup_code as code from orders where id = $1",
      [order.order_id],
    );
    expect(data.outside).toEqual([code]);
    const { list } = await admin.data(restaurantAdminEndpoints.list, { query: { keyword: storeId } });
    const { dishes: _dishes, closed_at: _closedAt, pictures: _pictures, ...before } = list[0]!;
    const update = (week_hours: OpeningSpans[]) =>
      admin.data(restaurantAdminEndpoints.update, { body: { ...before, special_days: [], week_hours } });
    expect((await update(everyDay(["10:00", "17:00"]))).outside).toEqual([code]);
    expect((await setToday([["10:00", "18:30"]])).data.outside).toEqual([]);
    const [row] = await app.sql("select status, booking_at from orders where id = $1", [order.order_id]);
    expect(row).toEqual({ status: "paid", booking_at: new Date(`${today}T18:00:00+08:00`) });
  });

  test.each<[OpeningSpans, string]>([
    [
      [
        ["10:00", "15:00"],
        ["14:00", "20:00"],
      ],
      "今天的营业时间有重叠",
    ],
    [[["10:00", "10:00"]], "今天的开始和结束时间不能相同"],
  ])("%j are refused", async (spans, msg) => {
    expect(await setToday(spans)).toMatchObject({ status: 422, msg });
    expect((await readRestaurant())?.hours_text).toBe("10:00-14:00、17:00-21:00");
  });

  test("are refused for another day, as of a page left open overnight", async () => {
    expect(await setToday([], "2026-03-01")).toMatchObject({
      status: 422,
      msg: "已经是新的一天，请重新打开",
    });
  });

  test("that began yesterday and run over midnight are those of yesterday", async () => {
    await setWeek(hoursJson("16:00", "04:00"));
    app.clock.set("2026-03-03T00:30:00+08:00");
    expect((await store.data(endpoints.store)).today).toMatchObject({ date: today });
    expect(await readRestaurant()).toMatchObject({ status: "open", hours_text: "16:00-04:00" });
    expect((await setToday([["16:00", "00:15"]], "2026-03-03")).status).toBe(422);
    await setToday([["16:00", "00:15"]]);
    expect(await readRestaurant()).toMatchObject({ status: "closed", hours_text: "16:00-04:00" });
    app.clock.set("2026-03-03T16:00:00+08:00");
    expect(await readRestaurant()).toMatchObject({ status: "open" });
  });

  test("stay when a file that is older is imported", async () => {
    const catalogue = new CatalogueService(app);
    const sheets = (await catalogue.export()).slice(0, 1);
    await setToday([]);
    const report = await catalogue.import("operator:test", sheets);
    expect(report).toMatchObject({ problems: [], restaurants: { changed: 0 } });
    expect((await readRestaurant())?.status).toBe("closed");
  });

  test("are not overwritten unseen by the head office", async () => {
    const { list } = await admin.data(restaurantAdminEndpoints.list, { query: { keyword: storeId } });
    const before = list.find(({ restaurant_id }) => restaurant_id === storeId);
    expect(before?.special_days).toEqual([]);
    await setToday([["16:00", "23:00"]]);
    const {
      dishes: _dishes,
      closed_at: _closedAt,
      pictures: _pictures,
      ...form
    } = { ...before, name: "食单·改名店" };
    const response = await admin.call(restaurantAdminEndpoints.update, { body: form as never });
    expect(response).toMatchObject({
      status: 409,
      data: { current: { special_days: [{ date: today, spans: [["16:00", "23:00"]] }] } },
    });
  });
});
