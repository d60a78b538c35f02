import { removeClosingCorner } from "#contract/delivery-polygon.ts";
import { formatYuanDecimal } from "#contract/money.ts";
import { formatSpecialDays, formatWeek } from "#contract/restaurant/opening-hours.ts";
import type { RestaurantForm } from "#contract/staff/restaurant-admin/schema.ts";
import { listCurrentDays } from "./opening-times.rules.ts";
import type { RestaurantRow } from "./restaurant.repository.ts";
import type { ChainFilter } from "./restaurant-admin.repository.ts";

/** What restaurants of the chain are asked for; `closed` for those closed for good. */
export interface ChainQuery {
  keyword?: string;
  city_code?: string;
  closed?: boolean;
}

/** Returns the filter of a query. */
export function parseChainFilter({ keyword = "", city_code, closed = false }: ChainQuery): ChainFilter {
  return { keyword: keyword.trim(), cityCode: city_code, isClosed: closed };
}

/** Fields in fen. */
const amountFields: ReadonlySet<keyof RestaurantForm> = new Set([
  "minimum_order",
  "delivery_fee",
  "delivery_km_fee",
  "free_delivery_from",
  "packing_fee",
]);

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
    weekHours: form.week_hours,
    specialDays: form.special_days,
    acceptsOrders: form.accepts_orders,
    delivers: form.delivers,
    deliveryRadiusM: form.delivery_radius,
    deliveryPolygon: form.delivery_polygon,
    slotCapacity: form.slot_capacity,
    minimumOrderFen: form.minimum_order,
    deliveryFeeFen: form.delivery_fee,
    deliveryBaseM: form.delivery_base_distance,
    deliveryKmFeeFen: form.delivery_km_fee,
    freeDeliveryFromFen: form.free_delivery_from,
    packingFeeFen: form.packing_fee,
    deliveryMinutes: form.delivery_minutes,
    slotMinutes: form.slot_minutes,
    bookingLeadMinutes: form.booking_lead_minutes,
    bookingDays: form.booking_days,
  } satisfies Partial<RestaurantRow>;
}

/** Converts a restaurant to the form that sets it; special days of the past are left out. */
export function presentSettingsForm(row: RestaurantRow, now: Date): RestaurantForm {
  return {
    name: row.name,
    phone: row.phone,
    address: row.address,
    city: row.cityName,
    city_code: row.gbCityCode,
    district: row.districtName,
    lat: row.lat,
    lng: row.lng,
    week_hours: row.weekHours,
    special_days: listCurrentDays(row.specialDays, now),
    accepts_orders: row.acceptsOrders,
    delivers: row.delivers,
    delivery_radius: row.deliveryRadiusM,
    delivery_polygon: row.deliveryPolygon && removeClosingCorner(row.deliveryPolygon),
    slot_capacity: row.slotCapacity,
    minimum_order: row.minimumOrderFen,
    delivery_fee: row.deliveryFeeFen,
    delivery_base_distance: row.deliveryBaseM,
    delivery_km_fee: row.deliveryKmFeeFen,
    free_delivery_from: row.freeDeliveryFromFen,
    packing_fee: row.packingFeeFen,
    delivery_minutes: row.deliveryMinutes,
    slot_minutes: row.slotMinutes,
    booking_lead_minutes: row.bookingLeadMinutes,
    booking_days: row.bookingDays,
  };
}

/** Returns the fields that differ, as the audit log tells them: "07:00 → 08:00"; of an area how many corners it has. */
export function listChangedSettings(before: RestaurantForm, after: RestaurantForm): Record<string, string> {
  const changes: Record<string, string> = {};
  for (const name of Object.keys(before) as (keyof RestaurantForm)[]) {
    const [from, to] = [before[name], after[name]];
    if (JSON.stringify(from) === JSON.stringify(to)) continue;
    const [was, is] = [formatSetting(name, before), formatSetting(name, after)];
    changes[name] = was === is ? `${is}，位置已更改` : `${was} → ${is}`;
  }
  return changes;
}

function formatSetting(name: keyof RestaurantForm, form: RestaurantForm): string {
  if (name === "week_hours") return formatWeek(form.week_hours);
  if (name === "special_days") return formatSpecialDays(form.special_days);
  if (name === "delivery_polygon") return formatArea(form.delivery_polygon);
  const value = form[name];
  if (value === null) return "连锁统一";
  if (amountFields.has(name)) return `¥${formatYuanDecimal(Number(value))}`;
  return typeof value === "boolean" ? (value ? "是" : "否") : String(value);
}

function formatArea(polygon: RestaurantForm["delivery_polygon"]): string {
  return polygon === null ? "按半径" : `${polygon.length} 个顶点`;
}
