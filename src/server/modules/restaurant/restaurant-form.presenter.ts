import type { RestaurantForm } from "#contract/staff/restaurant-admin/schema.ts";
import { removeClosingCorner } from "./delivery-area.rules.ts";
import type { RestaurantRow } from "./restaurant.repository.ts";

/** Converts a form to the columns that it sets. */
export function toColumns(form: RestaurantForm) {
  return {
    name: form.name,
    phone: form.phone,
    address: form.address,
    cityName: form.city,
    gbCityCode: form.city_code,
    districtName: form.district,
    lat: form.lat,
    lng: form.lng,
    startTime: form.start_time,
    endTime: form.end_time,
    acceptsOrders: form.accepts_orders,
    delivers: form.delivers,
    deliveryRadiusM: form.delivery_radius,
    deliveryPolygon: form.delivery_polygon,
    slotCapacity: form.slot_capacity,
  } satisfies Partial<RestaurantRow>;
}

/** Converts a restaurant to the form that sets it. */
export function presentSettingsForm(row: RestaurantRow): RestaurantForm {
  return {
    name: row.name,
    phone: row.phone,
    address: row.address,
    city: row.cityName,
    city_code: row.gbCityCode,
    district: row.districtName,
    lat: row.lat,
    lng: row.lng,
    start_time: row.startTime,
    end_time: row.endTime,
    accepts_orders: row.acceptsOrders,
    delivers: row.delivers,
    delivery_radius: row.deliveryRadiusM,
    delivery_polygon: row.deliveryPolygon && removeClosingCorner(row.deliveryPolygon),
    slot_capacity: row.slotCapacity,
  };
}

/** Returns the fields that differ, as the audit log tells them: "07:00 → 08:00"; of an area only that it changed. */
export function listChangedSettings(before: RestaurantForm, after: RestaurantForm): Record<string, string> {
  const changes: Record<string, string> = {};
  for (const name of Object.keys(before) as (keyof RestaurantForm)[]) {
    const [from, to] = [before[name], after[name]];
    if (JSON.stringify(from) === JSON.stringify(to)) continue;
    changes[name] = name === "delivery_polygon" ? "已更改" : `${formatSetting(from)} → ${formatSetting(to)}`;
  }
  return changes;
}

function formatSetting(value: unknown): string {
  return typeof value === "boolean" ? (value ? "是" : "否") : String(value);
}
