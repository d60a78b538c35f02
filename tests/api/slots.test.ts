import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { restaurantEndpoints } from "#contract/restaurant/endpoints.ts";
import { createBuyers } from "../support/api/buyers.ts";
import { Client } from "../support/api/Client.ts";
import { hoursJson } from "../support/api/hours.ts";
import { pickupOrderForm } from "../support/api/inStore.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const alwaysOpenId = "SH001";
/** Open from 07:00 to 22:00, as most restaurants. */
const dailyRestaurantId = "SH010";

let app: TestApp;
let visitor: Client;

beforeAll(async () => {
  app = await startTestApp();
  visitor = new Client(app.server);
});

afterEach(() => app.clock.reset());

afterAll(async () => {
  await app.close();
});

const listSlots = (restaurant_id: string, date?: string) =>
  visitor.data(restaurantEndpoints.slots, {
    query: { restaurant_id, ...(date === undefined ? {} : { date }) },
  });

/** Lists the times of a day's slots without the date. */
async function listTimes(restaurant_id: string, date?: string): Promise<string[]> {
  return (await listSlots(restaurant_id, date)).slots.map(({ time }) => time.slice(11));
}

async function setHours(restaurantId: string, startTime: string, endTime: string): Promise<void> {
  const sql = "update restaurants set week_hours = $2, paused_until = null where id = $1";
  await app.sql(sql, [restaurantId, hoursJson(startTime, endTime)]);
}

describe("the slots of a restaurant", () => {
  test.each([
    ["11:00:00", "11:30"],
    ["11:00:01", "11:45"],
    ["11:14:59", "11:45"],
    ["11:15:00", "11:45"],
    ["11:15:01", "12:00"],
  ])("begin half an hour after %s at the earliest: at %s", async (clock, first) => {
    app.clock.freeze();
    app.clock.set(`2026-03-02T${clock}+08:00`);
    expect((await listTimes(alwaysOpenId))[0]).toBe(first);
  });

  test("start every quarter of an hour, today and the next two days, each with its part of the day", async () => {
    await setHours(dailyRestaurantId, "07:00", "22:00");
    app.clock.set("2026-03-02T11:05:00+08:00");
    const today = await listSlots(dailyRestaurantId);
    expect(today).toMatchObject({
      dates: ["2026-03-02", "2026-03-03", "2026-03-04"],
      date: "2026-03-02",
      immediate: true,
    });
    expect(today.slots.slice(0, 2)).toEqual([
      { time: "2026-03-02 11:45", left: 20, day_part: "lunch" },
      { time: "2026-03-02 12:00", left: 20, day_part: "lunch" },
    ]);
    expect(today.slots.at(-1)).toEqual({ time: "2026-03-02 21:45", left: 20, day_part: "night" });
    const last = await listSlots(dailyRestaurantId, "2026-03-04");
    expect(last.slots).toHaveLength(15 * 4);
    expect(last.slots[0]).toEqual({ time: "2026-03-04 07:00", left: 20, day_part: "breakfast" });
    expect(await listTimes(dailyRestaurantId, "2026-03-05")).toEqual([]);
    expect(await listTimes(dailyRestaurantId, "2026-03-01")).toEqual([]);
  });

  test("run over midnight where a restaurant does, and have no part of the day after it", async () => {
    await setHours(dailyRestaurantId, "16:00", "04:00");
    app.clock.set("2026-03-02T01:10:00+08:00");
    const day = await listSlots(dailyRestaurantId, "2026-03-02");
    expect(day.slots[0]).toMatchObject({ time: "2026-03-02 01:45", day_part: null });
    const shown = day.slots.map(({ time }) => time.slice(11));
    expect(shown.filter((time) => time >= "04:00" && time < "16:00")).toEqual([]);
    expect(shown).toContain("03:45");
    expect([shown.includes("16:00"), shown.at(-1)]).toEqual([true, "23:45"]);
    expect(await listTimes(dailyRestaurantId, "2026-03-03")).toHaveLength(12 * 4);
  });

  test("follow the day of Shanghai, also when it is yesterday elsewhere", async () => {
    app.clock.set("2026-03-02T23:50:00+08:00");
    expect((await listSlots(alwaysOpenId)).dates).toEqual(["2026-03-03", "2026-03-04"]);
    expect((await listTimes(alwaysOpenId))[0]).toBe("00:30");
    app.clock.set("2026-03-02T16:01:00Z");
    expect((await listSlots(alwaysOpenId)).dates).toEqual(["2026-03-03", "2026-03-04", "2026-03-05"]);
  });

  test("include the twenty-ninth of February in leap years only", async () => {
    app.clock.set("2028-02-28T12:00:00+08:00");
    expect((await listSlots(alwaysOpenId)).dates).toEqual(["2028-02-28", "2028-02-29", "2028-03-01"]);
    expect(await listTimes(alwaysOpenId, "2028-02-29")).toHaveLength(96);
    for (const date of ["2027-02-29", "2026-13-01", "2026-00-10", "2026-02-30"]) {
      const response = await visitor.call(restaurantEndpoints.slots, {
        query: { restaurant_id: alwaysOpenId, date },
      });
      expect({ date, ...response }).toMatchObject({ date, status: 400, data: { field: "date" } });
    }
  });

  test("exclude today once it is too late for it", async () => {
    await setHours(dailyRestaurantId, "07:00", "22:00");
    app.clock.set("2026-03-02T21:40:00+08:00");
    expect(await listSlots(dailyRestaurantId)).toMatchObject({
      dates: ["2026-03-03", "2026-03-04"],
      date: "2026-03-03",
      immediate: true,
    });
    app.clock.set("2026-03-02T23:00:00+08:00");
    expect(await listSlots(dailyRestaurantId)).toMatchObject({ date: "2026-03-03", immediate: false });
  });

  test("show what is left, and never less than zero when a restaurant reduces its capacity", async () => {
    app.clock.set("2026-03-02T11:00:00+08:00");
    const places = (n: number) =>
      app.sql("update restaurants set slot_capacity = $2 where id = $1", [dailyRestaurantId, n]);
    await places(4);
    for (const [nth, buyer] of (await createBuyers(app, 6)).entries()) {
      const booking_time = `2026-03-02 12:${nth < 2 ? "00" : "15"}`;
      await buyer.data(orderEndpoints.create, {
        body: pickupOrderForm({ restaurant_id: dailyRestaurantId, booking_time }),
      });
    }
    const left = async () =>
      (await listSlots(dailyRestaurantId)).slots
        .filter(({ time }) => /12:[03]0|12:15/.test(time))
        .map((slot) => slot.left);
    expect(await left()).toEqual([2, 0, 4]);
    await places(1);
    expect(await left()).toEqual([0, 0, 1]);
    await places(20);
  });
});

describe("a restaurant that does not cook", () => {
  test("because it is paused offers slots from the end of the pause on", async () => {
    app.clock.set("2026-03-02T11:00:00+08:00");
    await app.sql("update restaurants set paused_until = $2 where id = $1", [
      dailyRestaurantId,
      "2026-03-02T12:20:00+08:00",
    ]);
    const paused = await listSlots(dailyRestaurantId);
    expect([paused.immediate, paused.slots[0]?.time]).toEqual([false, "2026-03-02 12:30"]);
    await setHours(dailyRestaurantId, "07:00", "22:00");
  });

  test("for an unknown time offers none", async () => {
    const [row] = await app.sql<{ id: string }>("select id from restaurants where not accepts_orders");
    app.clock.set("2026-03-02T12:00:00+08:00");
    expect(await listSlots(row!.id)).toEqual({ dates: [], date: "2026-03-02", slots: [], immediate: false });
  });

  test("any more, or never existed, is not found", async () => {
    await app.sql("update restaurants set closed_at = now() where id = 'SH012'");
    for (const restaurant_id of ["SH012", "NOPE"]) {
      const response = await visitor.call(restaurantEndpoints.slots, { query: { restaurant_id } });
      expect(response).toMatchObject({ status: 404, error: "restaurant_not_found" });
    }
  });

  test.each([
    { restaurant_id: "" },
    { restaurant_id: alwaysOpenId, date: "2026-3-2" },
    { restaurant_id: alwaysOpenId, date: "today" },
    {},
  ])("has to be named well: %j", async (query) => {
    const response = await visitor.call(restaurantEndpoints.slots, {
      query: query as { restaurant_id: string },
    });
    expect(response).toMatchObject({ status: 400, error: "validation" });
  });
});
