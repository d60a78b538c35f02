import { isRecord } from "#web/lib/api/parseResponse.ts";
import { toCount, toText } from "../../app/parse.ts";
import { formatHours } from "./parseRestaurantList.ts";
import type { Restaurant } from "./Restaurant.ts";

/** Parses a stored restaurant; null when an essential field is missing or of another type. */
export function parseStoredRestaurant(raw: unknown): Restaurant | null {
  if (!isRecord(raw)) return null;
  const { id, name, address, distanceM, isOpen, canOrder, statusText, hours } = raw;
  if (typeof id !== "string" || id === "" || typeof name !== "string" || name === "") return null;
  return {
    id,
    name,
    address: toText(address),
    distanceM: toCount(distanceM),
    isOpen: isOpen === true,
    canOrder: canOrder === true,
    statusText: toText(statusText),
    pausedUntil: typeof raw.pausedUntil === "string" ? raw.pausedUntil : null,
    // An earlier version stored the first and the last time.
    hours: toText(hours) || formatHours(toText(raw.startTime), toText(raw.endTime)),
    deliveryFeeFen: toCount(raw.deliveryFeeFen),
    freeDeliveryFromFen: toCount(raw.freeDeliveryFromFen),
  };
}
