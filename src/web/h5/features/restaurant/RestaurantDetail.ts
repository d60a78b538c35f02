import { isRecord } from "#web/lib/api/parseResponse.ts";
import { toText } from "../../app/parse.ts";
import { parseRestaurantList } from "./parseRestaurantList.ts";
import type { Restaurant } from "./Restaurant.ts";

/** Restaurant detail. */
export interface RestaurantDetail extends Restaurant {
  /** End of a pause (ISO, UTC); null without a pause, or when unknown. */
  readonly pausedUntil: string | null;
}

/** Parses the response of the detail endpoint (`data.data.stores[0]`); undefined without a restaurant. */
export function parseRestaurantDetail(
  response: unknown,
  isDistanceKnown: boolean,
): RestaurantDetail | undefined {
  const restaurant = parseRestaurantList(response)?.[0];
  if (restaurant === undefined) return undefined;
  return {
    ...restaurant,
    distanceM: isDistanceKnown ? restaurant.distanceM : null,
    pausedUntil: toText(findPausedUntil(response)) || null,
  };
}

function findPausedUntil(response: unknown): unknown {
  let part: unknown = response;
  for (let depth = 0; depth < 3 && isRecord(part); depth++) {
    if (Array.isArray(part.stores)) return isRecord(part.stores[0]) ? part.stores[0].paused_until : null;
    part = part.data;
  }
  return null;
}
