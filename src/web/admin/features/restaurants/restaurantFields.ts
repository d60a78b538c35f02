import type { SpecialDay } from "#contract/restaurant/opening-hours.schema.ts";
import { everyDay } from "#contract/restaurant/opening-hours.ts";
import type { ChainRestaurant, RestaurantForm } from "#contract/staff/restaurant-admin/schema.ts";
import { hasAllTimes } from "../../ui/hasAllTimes.ts";
import { mergeFields } from "../../ui/mergeFields.ts";
import { uiMessages } from "../../ui/uiMessages.ts";
import { formatPolygon, parseNumber, parsePolygon } from "./mapArea.ts";
import { restaurantAdminMessages } from "./restaurantAdminMessages.ts";
import { findTermProblems, parseTermFields, toTermFields } from "./restaurantTerms.ts";

const messages = restaurantAdminMessages.form;

/** Fields of the form as they are typed. */
export type RestaurantFields = {
  [Name in keyof RestaurantForm]: Name extends "week_hours" | "special_days"
    ? RestaurantForm[Name]
    : RestaurantForm[Name] extends boolean
      ? boolean
      : string;
};

const requiredTexts = ["name", "phone", "city", "city_code", "district", "address"] as const;

const emptyFields: RestaurantFields = {
  name: "",
  phone: "",
  address: "",
  city: "",
  city_code: "",
  district: "",
  lat: "",
  lng: "",
  week_hours: everyDay(["07:00", "22:00"]),
  special_days: [],
  accepts_orders: true,
  delivers: true,
  delivery_radius: "5000",
  delivery_polygon: "",
  slot_capacity: "20",
  minimum_order: "",
  delivery_fee: "",
  delivery_base_distance: "",
  delivery_km_fee: "",
  free_delivery_from: "",
  packing_fee: "",
  delivery_minutes: "",
  slot_minutes: "",
  booking_lead_minutes: "",
  booking_days: "",
};

/** Returns the fields of a restaurant, or of a new one. */
export function toFields(restaurant: ChainRestaurant | null): RestaurantFields {
  if (restaurant === null) return emptyFields;
  const { lat, lng, delivery_radius, delivery_polygon, slot_capacity } = restaurant;
  const {
    restaurant_id: _id,
    version: _version,
    dishes: _dishes,
    closed_at: _closedAt,
    pictures: _pictures,
    ...rest
  } = restaurant;
  return {
    ...rest,
    ...toTermFields(restaurant),
    lat: String(lat),
    lng: String(lng),
    delivery_radius: String(delivery_radius),
    delivery_polygon: formatPolygon(delivery_polygon ?? []),
    slot_capacity: String(slot_capacity),
  };
}

/** Joins two people's changes: hours by weekday, special days by date, everything else by field. */
export function mergeRestaurantFields<Fields extends RestaurantFields>(
  typed: Fields,
  base: Fields,
  current: Fields,
): Fields {
  const week_hours = typed.week_hours.map((spans, day) => {
    const isOwn = JSON.stringify(spans) !== JSON.stringify(base.week_hours[day]);
    return isOwn ? spans : (current.week_hours[day] ?? spans);
  });
  const special_days = mergeDays(typed.special_days, base.special_days, current.special_days);
  return { ...mergeFields(typed, base, current), week_hours, special_days };
}

function mergeDays(typed: SpecialDay[], base: SpecialDay[], current: SpecialDay[]): SpecialDay[] {
  const find = (days: SpecialDay[], date: string) => days.find((day) => day.date === date);
  const isSame = (date: string) => JSON.stringify(find(typed, date)) === JSON.stringify(find(base, date));
  const own = typed.filter(({ date }) => !isSame(date));
  return [...current.filter(({ date }) => isSame(date)), ...own].sort((a, b) => a.date.localeCompare(b.date));
}

/** Form to send, or what is wrong with the fields. */
export type ParsedFields =
  | { form: RestaurantForm }
  | { problems: Partial<Record<keyof RestaurantFields, string>> };

/** Parses what was typed; the server checks the rest. */
export function parseFields(fields: RestaurantFields): ParsedFields {
  const polygon = parsePolygon(fields.delivery_polygon);
  const form: RestaurantForm = {
    ...fields,
    ...parseTermFields(fields),
    lat: parseNumber(fields.lat),
    lng: parseNumber(fields.lng),
    delivery_radius: parseNumber(fields.delivery_radius),
    slot_capacity: parseNumber(fields.slot_capacity),
    delivery_polygon: polygon,
  };
  const notNumbers = (Object.keys(form) as (keyof RestaurantForm)[]).filter((name) =>
    [form[name]].flat(2).some((value) => Number.isNaN(value)),
  );
  const problems: Partial<Record<keyof RestaurantFields, string>> = findTermProblems(fields);
  for (const name of notNumbers) problems[name] = messages.notNumber;
  for (const name of requiredTexts) if (fields[name].trim() === "") problems[name] = messages.required;
  if (!fields.week_hours.every(hasAllTimes)) problems.week_hours = uiMessages.openingSpans.incomplete;
  if (!fields.special_days.every(({ spans }) => hasAllTimes(spans)))
    problems.special_days = uiMessages.openingSpans.incomplete;
  if (fields.special_days.some(({ date }) => date === "")) problems.special_days = messages.noDate;
  return Object.keys(problems).length === 0 ? { form } : { problems };
}
