import { everyDay } from "#contract/restaurant/opening-hours.ts";

/** Returns the value of `week_hours` for a restaurant that is open from one time to another each day. */
export function hoursJson(from: string, until: string): string {
  return JSON.stringify(everyDay([from, until]));
}
