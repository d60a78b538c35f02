import { type DayPart, dayParts } from "#contract/constants.ts";
import { isRecord } from "#web/lib/api/parseResponse.ts";
import { toCount } from "../../app/parse.ts";
import { isBookingTime } from "./bookingTime.ts";

/** Bookable slot: "YYYY-MM-DD HH:mm" and the number of free places. */
export interface BookingSlot {
  readonly time: string;
  readonly left: number;
}

/** Slots of one part of the day; null for the small hours. */
export interface SlotGroup {
  readonly name: DayPart | null;
  readonly slots: readonly BookingSlot[];
}

/** Bookable slots of one day at one restaurant. */
export interface SlotDay {
  /** All bookable days. */
  readonly dates: readonly string[];
  readonly date: string;
  readonly parts: readonly SlotGroup[];
  /** True when the kitchen takes orders for as soon as possible. */
  readonly immediate: boolean;
}

/** Parses the response of the slots endpoint; null when it is invalid. */
export function parseSlotDay(data: unknown): SlotDay | null {
  if (!isRecord(data) || !Array.isArray(data.dates) || !Array.isArray(data.slots)) return null;
  const dates = data.dates.filter((date): date is string => typeof date === "string");
  const { date } = data;
  if (typeof date !== "string") return null;
  return { dates, date, parts: groupByDayPart(data.slots), immediate: data.immediate === true };
}

/** Lists every slot of a day in its order. */
export function listSlots(day: SlotDay): BookingSlot[] {
  return day.parts.reduce<BookingSlot[]>((all, part) => all.concat(part.slots), []);
}

function groupByDayPart(slots: unknown[]): SlotGroup[] {
  const parts: { name: DayPart | null; slots: BookingSlot[] }[] = [];
  for (const raw of slots) {
    if (!isRecord(raw) || !isBookingTime(raw.time)) continue;
    const name = dayParts.find(([dayPart]) => dayPart === raw.day_part)?.[0] ?? null;
    const slot = { time: raw.time, left: toCount(raw.left) ?? 0 };
    const last = parts[parts.length - 1];
    if (last !== undefined && last.name === name) last.slots.push(slot);
    else parts.push({ name, slots: [slot] });
  }
  return parts;
}
