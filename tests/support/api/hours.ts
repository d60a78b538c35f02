import type { OpeningSpans } from "#contract/restaurant/opening-hours.schema.ts";
import { everyDay } from "#contract/restaurant/opening-hours.ts";
import { staffRestaurantEndpoints } from "#contract/staff/restaurant/endpoints.ts";
import type { Client } from "./Client.ts";
import { defaultRestaurantId } from "./people.ts";
import type { TestApp } from "./testApp.ts";

export const lunchAndDinner: OpeningSpans = [
  ["10:00", "14:00"],
  ["17:00", "21:00"],
];

/** Returns the value of `week_hours` for a restaurant that is open from one time to another each day. */
export function hoursJson(from: string, until: string): string {
  return JSON.stringify(everyDay([from, until]));
}

/** Sets the hours of the default restaurant, without special days, and waits until they are known. */
export async function setWeekHours(app: TestApp, weekHours: string): Promise<void> {
  const sql = "update restaurants set week_hours = $2, special_days = '[]' where id = $1";
  await app.sql(sql, [defaultRestaurantId, weekHours]);
  await app.content.waitForDelivery();
}

/** Sets the hours of a date as a member of the default restaurant, and waits until they are known. */
export async function setDayHours(app: TestApp, store: Client, date: string, spans: OpeningSpans | null) {
  const response = await store.call(staffRestaurantEndpoints.todayHours, { body: { date, spans } });
  await app.content.waitForDelivery();
  return response;
}
