import { everyDay } from "#contract/restaurant/opening-hours.ts";
import { createIdempotencyKey } from "./buyers.ts";

/** Conditions of a restaurant that has none of its own. */
export const chainTerms = {
  minimum_order: null,
  delivery_fee: null,
  delivery_base_distance: null,
  delivery_km_fee: null,
  free_delivery_from: null,
  packing_fee: null,
  delivery_minutes: null,
  slot_minutes: null,
  booking_lead_minutes: null,
  booking_days: null,
};

let count = 0;

/** Returns the form of a restaurant with a new code, as the head office sends it. */
export function createRestaurantForm(overrides: Record<string, unknown> = {}) {
  count += 1;
  return {
    restaurant_id: `T${process.pid % 10_000}N${count}`,
    name: "食单·测试店",
    phone: "021-05550199",
    address: "漕溪北路 1111 号",
    city: "上海市",
    city_code: "310100",
    district: "徐汇区",
    lat: 31.19,
    lng: 121.43,
    week_hours: everyDay(["00:00", "24:00"]),
    special_days: [],
    accepts_orders: true,
    delivers: true,
    delivery_radius: 3_000,
    delivery_polygon: null as [number, number][] | null,
    slot_capacity: 20,
    ...chainTerms,
    client_key: createIdempotencyKey(),
    ...overrides,
  };
}
