import { isRecord } from "#web/shared/api/readReply.ts";
import { toText } from "../../wireValues.ts";
import { parseRestaurantList } from "./normalizeStores.ts";
import type { Restaurant } from "./Store.ts";

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
