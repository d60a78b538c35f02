import { isRecord } from "#web/lib/api/parseResponse.ts";
import { toText } from "../../app/parse.ts";
import { parseRestaurantList } from "./parseRestaurantList.ts";
import type { Restaurant } from "./Restaurant.ts";

/** One restaurant on its own page. */
export interface RestaurantDetail extends Restaurant {
  /** When a pause ends (ISO, UTC); null without a pause, or when nobody knows. */
  readonly pausedUntil: string | null;
}

/** Reads the answer to the detail call (`data.data.stores[0]`); undefined when it holds no restaurant. */
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
