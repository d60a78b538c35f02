import type { ChainSettings } from "#contract/chain-settings/chain-settings.ts";
import { calculateDeliveryFeeFen } from "#contract/delivery-terms.ts";
import { distanceMetres, type Position } from "#contract/distance.ts";
import type { OpeningSpans } from "#contract/restaurant/opening-hours.schema.ts";
import { formatSpans } from "#contract/restaurant/opening-hours.ts";
import type { Restaurant, Slot } from "#contract/restaurant/schema.ts";
import type { RestaurantSettings } from "#contract/staff/restaurant/schema.ts";
import { addMs } from "../../platform/time/clock.ts";
import { formatLocalTime, toLocalTime } from "../../platform/time/local-time.ts";
import {
  findBusinessDate,
  findClosing,
  findDayPart,
  findShownDate,
  getOpeningStatus,
  listDayParts,
  spansOn,
} from "./opening-hours.rules.ts";
import type { RestaurantRow } from "./restaurant.repository.ts";
import { getDeliveryTerms } from "./restaurant-terms.rules.ts";
import type { FreeSlot } from "./slot.service.ts";

const dayMs = 86_400_000;
/** Time before closing in which customers are told of it, in ms. */
const closingSoonMs = 3_600_000;
const messages = {
  closedToday: "今日休息",
  tomorrow: "明天",
  closing: (time: string) => `${time} 打烊`,
  pausing: (time: string) => `${time} 休息`,
} as const;
const statusMessages = { open: "营业中", closed: "休息中", paused: "暂停接单" } as const;

function getStatus(row: RestaurantRow, now: Date): keyof typeof statusMessages {
  const { isOpen, isPaused } = getOpeningStatus(row, now);
  return !isOpen ? "closed" : isPaused || !row.acceptsOrders ? "paused" : "open";
}

/** Describes a status for customers: soon before closing, when it closes. */
function describeStatus(row: RestaurantRow, status: keyof typeof statusMessages, now: Date): string {
  const closing = status === "open" ? findClosing(row, now) : null;
  if (closing === null || closing.at > addMs(now, closingSoonMs)) return statusMessages[status];
  const time = formatLocalTime(closing.at).slice(-5);
  return closing.isLast ? messages.closing(time) : messages.pausing(time);
}

/** Converts a restaurant to its settings, for its staff. */
export function presentSettings(
  row: RestaurantRow,
  now: Date,
  maySetAutoAccept: boolean,
): RestaurantSettings {
  const status = getStatus(row, now);
  const { isPaused } = getOpeningStatus(row, now);
  const date = findBusinessDate(row, now);
  return {
    restaurant_id: row.id,
    name: row.name,
    status,
    status_text: statusMessages[status],
    paused_until: isPaused && row.pausedUntil ? row.pausedUntil.toISOString() : null,
    auto_accept: row.autoAccept,
    may_set_auto_accept: maySetAutoAccept,
    today: {
      date,
      spans: spansOn(row, date),
      usual_spans: spansOn({ ...row, specialDays: [] }, date),
      is_special: row.specialDays.some((day) => day.date === date),
    },
  };
}

/** Converts a restaurant to the form shown to customers, seen from a position at a timestamp. */
export function presentRestaurant(
  row: RestaurantRow,
  from: Position,
  now: Date,
  chain: Pick<ChainSettings, "delivery">,
): Restaurant {
  const { isOpen, isPaused, isImmediate } = getOpeningStatus(row, now);
  const status = getStatus(row, now);
  const distance = distanceMetres(from, row);
  const terms = getDeliveryTerms(row, chain);
  const date = findShownDate(row, now);
  const spans = spansOn(row, date);
  return {
    storecode: row.id,
    storename: row.name,
    address: row.address,
    phone: row.phone,
    latitude: row.lat,
    longitude: row.lng,
    distance,
    status,
    status_text: describeStatus(row, status, now),
    starttime: spans[0]?.[0] ?? "",
    endtime: spans.at(-1)?.[1] ?? "",
    hours_text: describeHours(date, spans, now),
    paused_until: isPaused && row.pausedUntil ? row.pausedUntil.toISOString() : null,
    bookingExt: { boolOpenTime: isOpen, boolImmediate: isImmediate },
    dayParts: listDayParts(spans),
    cityName: row.cityName,
    districtName: row.districtName,
    gbCityCode: row.gbCityCode,
    delivers: row.delivers,
    delivery_fee: calculateDeliveryFeeFen(terms, 0, distance),
    free_delivery_from: terms.freeFromFen,
  };
}

/** Writes the hours of the day that is shown: "10:00-21:00", "今日休息，明天 10:00-21:00". */
function describeHours(date: string, spans: OpeningSpans, now: Date): string {
  const today = toLocalTime(now).date;
  if (date <= today) return spans.length === 0 ? messages.closedToday : formatSpans(spans);
  const isTomorrow = toLocalTime(addMs(now, dayMs)).date === date;
  const day = isTomorrow ? messages.tomorrow : `${Number(date.slice(5, 7))}月${Number(date.slice(8))}日`;
  return `${messages.closedToday}，${day} ${formatSpans(spans)}`;
}

/** Converts a slot to the form shown in the time picker. */
export function presentSlot({ at, left }: FreeSlot): Slot {
  return { time: formatLocalTime(at), left, day_part: findDayPart(at) };
}
