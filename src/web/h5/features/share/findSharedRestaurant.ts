import { isRecord } from "#web/lib/api/parseResponse.ts";
import { readText, storageKeys } from "#web/lib/storage/storage.ts";
import { toText } from "../../app/parse.ts";
import type { RestaurantDetail } from "../restaurant/RestaurantDetail.ts";

/** Restaurant that a share card names; `hasPictures` is undefined when unknown. */
export type SharedRestaurant = Pick<RestaurantDetail, "id" | "name" | "hasPictures">;

/**
 * Returns the restaurant of a page: the one whose menu is open, or on the takeaway menu the one last found to deliver
 * here; null without one. Reads storage instead of the restaurant stores, whose code other pages need not load.
 */
export function findSharedRestaurant(
  pathname: string,
  openRestaurant: SharedRestaurant | null,
): SharedRestaurant | null {
  if (openRestaurant !== null || pathname !== "/takeaway-menu") return openRestaurant;
  try {
    const stored: unknown = JSON.parse(readText(storageKeys.nearestRestaurant) ?? "null");
    if (!isRecord(stored) || !isRecord(stored.store)) return null;
    const [id, name] = [toText(stored.store.id), toText(stored.store.name)];
    return name === "" ? null : { id, name };
  } catch {
    return null;
  }
}
