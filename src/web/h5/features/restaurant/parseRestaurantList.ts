import { isRecord } from "#web/lib/api/parseResponse.ts";
import { toCount, toText } from "../../app/parse.ts";
import type { Restaurant } from "./Restaurant.ts";

/** Parses any response of a restaurant list endpoint (`data.data.stores`); null when there is no list. */
export function parseRestaurantList(response: unknown): Restaurant[] | null {
  return (
    findRows(response)
      ?.map(parseRestaurant)
      .filter((store) => store !== null) ?? null
  );
}

/**
 * Counts the rows of a response, unreadable ones included: this number decides whether a page is the last
 * one.
 */
export function countRows(response: unknown): number {
  return findRows(response)?.length ?? 0;
}

function findRows(response: unknown): unknown[] | null {
  let part: unknown = response;
  for (let depth = 0; depth < 3 && isRecord(part); depth++) {
    if (Array.isArray(part.stores)) return part.stores;
    part = part.data;
  }
  return Array.isArray(part) ? part : null;
}

/** Parses one restaurant of the API; null without a code or a name. */
function parseRestaurant(raw: unknown): Restaurant | null {
  if (!isRecord(raw)) return null;
  const id = toText(raw.storecode);
  const name = toText(raw.storename);
  if (id === "" || name === "") return null;
  const booking = isRecord(raw.bookingExt) ? raw.bookingExt : {};
  const isOpen = booking.boolOpenTime !== false;
  return {
    id,
    name,
    address: toText(raw.address),
    distanceM: toCount(raw.distance),
    isOpen,
    canOrder: isOpen && booking.boolImmediate !== false,
    statusText: toText(raw.status_text),
    pausedUntil: parseTimestamp(raw.paused_until),
    deliveryFeeFen: toCount(raw.delivery_fee),
    freeDeliveryFromFen: toCount(raw.free_delivery_from),
    hours: toText(raw.hours_text) || formatHours(toText(raw.starttime), toText(raw.endtime)),
  };
}

/** Writes the hours of a host that sends no text of its own; empty without a beginning. */
export function formatHours(from: string, until: string): string {
  return from && `${from}-${until}`;
}

/** Parses an ISO timestamp of the API; null for anything else. */
function parseTimestamp(value: unknown): string | null {
  return typeof value === "string" && !Number.isNaN(Date.parse(value)) ? value : null;
}
