import { distanceMetres, type Position } from "#contract/distance.ts";
import type { Restaurant, Slot } from "#contract/restaurant/schema.ts";
import type { RestaurantSettings } from "#contract/staff/restaurant/schema.ts";
import { formatLocalTime } from "../../platform/time/local-time.ts";
import { findDayPart, getOpeningStatus, listDayParts } from "./opening-hours.rules.ts";
import type { RestaurantRow } from "./restaurant.repository.ts";
import type { FreeSlot } from "./slot.service.ts";

const statusMessages = { open: "营业中", closed: "休息中", paused: "暂停接单" } as const;

function getStatus(row: RestaurantRow, now: Date): keyof typeof statusMessages {
  const { isOpen, isPaused } = getOpeningStatus(row, now);
  return !isOpen ? "closed" : isPaused || !row.acceptsOrders ? "paused" : "open";
}

/** Converts a restaurant to its settings, for its staff. */
export function presentSettings(row: RestaurantRow, now: Date): RestaurantSettings {
  const status = getStatus(row, now);
  const { isPaused } = getOpeningStatus(row, now);
  return {
    restaurant_id: row.id,
    name: row.name,
    status,
    status_text: statusMessages[status],
    paused_until: isPaused && row.pausedUntil ? row.pausedUntil.toISOString() : null,
    auto_accept: row.autoAccept,
  };
}

/** Converts a restaurant to the form shown to customers, seen from a position at a timestamp. */
export function presentRestaurant(row: RestaurantRow, from: Position, now: Date): Restaurant {
  const { isOpen, isPaused, isImmediate } = getOpeningStatus(row, now);
  const status = getStatus(row, now);
  return {
    storecode: row.id,
    storename: row.name,
    address: row.address,
    phone: row.phone,
    latitude: row.lat,
    longitude: row.lng,
    distance: distanceMetres(from, row),
    status,
    status_text: statusMessages[status],
    starttime: row.startTime,
    endtime: row.endTime,
    paused_until: isPaused && row.pausedUntil ? row.pausedUntil.toISOString() : null,
    bookingExt: { boolOpenTime: isOpen, boolImmediate: isImmediate },
    dayParts: listDayParts(row),
    cityName: row.cityName,
    districtName: row.districtName,
    gbCityCode: row.gbCityCode,
    delivers: row.delivers,
  };
}

/** Converts a slot to the form shown in the time picker. */
export function presentSlot({ at, left }: FreeSlot): Slot {
  return { time: formatLocalTime(at), left, day_part: findDayPart(at) };
}
