import { distanceMetres, type Position } from "#contract/distance.ts";
import type { Restaurant, Slot } from "#contract/restaurant/schema.ts";
import { wallText } from "../../platform/shanghai.ts";
import { dayPartAt, dayPartsOf, openingAt } from "./opening.ts";
import type { RestaurantRow } from "./restaurant.repository.ts";
import type { FreeSlot } from "./slots.ts";

const statusTexts = { open: "营业中", closed: "休息中", paused: "暂停接单" } as const;

/** A store as customers see it from a point at a moment. */
export function presentRestaurant(row: RestaurantRow, from: Position, now: Date): Restaurant {
  const { isOpen, isPaused, isImmediate } = openingAt(row, now);
  const status = !isOpen ? "closed" : isPaused || !row.takesOrders ? "paused" : "open";
  return {
    storecode: row.id,
    storename: row.name,
    address: row.address,
    phone: row.phone,
    latitude: row.lat,
    longitude: row.lng,
    distance: distanceMetres(from, row),
    status,
    status_text: statusTexts[status],
    starttime: row.startTime,
    endtime: row.endTime,
    paused_until: isPaused && row.pausedUntil ? row.pausedUntil.toISOString() : null,
    bookingExt: { boolOpenTime: isOpen, boolImmediate: isImmediate },
    dayParts: dayPartsOf(row),
    cityName: row.cityName,
    districtName: row.districtName,
    gbCityCode: row.gbCityCode,
    delivers: row.delivers,
  };
}

/** A slot as the picker shows it. */
export function presentSlot({ at, left }: FreeSlot): Slot {
  return { time: wallText(at), left, day_part: dayPartAt(at) };
}
