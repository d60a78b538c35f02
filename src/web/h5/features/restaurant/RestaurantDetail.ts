import { isRecord } from "#web/lib/api/parseResponse.ts";
import { toText } from "../../app/parse.ts";
import { parseRestaurantList } from "./parseRestaurantList.ts";
import type { Restaurant } from "./Restaurant.ts";

/** Restaurant detail. */
export interface RestaurantDetail extends Restaurant {
  /** End of a pause (ISO, UTC); null without a pause, or when unknown. */
  readonly pausedUntil: string | null;
  /** Whether it shows pictures or licences; undefined when unknown, as of one kept on the device. */
  readonly hasPictures?: boolean;
}

/** Parses the response of the detail endpoint (`data.data.stores[0]`); undefined without a restaurant. */
export function parseRestaurantDetail(
  response: unknown,
  isDistanceKnown: boolean,
): RestaurantDetail | undefined {
  const restaurant = parseRestaurantList(response)?.[0];
  if (restaurant === undefined) return undefined;
  const store = findFirst(response);
  return {
    ...restaurant,
    distanceM: isDistanceKnown ? restaurant.distanceM : null,
    pausedUntil: toText(store.paused_until) || null,
    hasPictures: store.has_pictures === true,
  };
}

/** Returns the first restaurant of a response as it was sent; one without fields if there is none. */
function findFirst(response: unknown): Record<string, unknown> {
  let part: unknown = response;
  for (let depth = 0; depth < 3 && isRecord(part); depth++) {
    if (Array.isArray(part.stores)) return isRecord(part.stores[0]) ? part.stores[0] : {};
    part = part.data;
  }
  return {};
}
