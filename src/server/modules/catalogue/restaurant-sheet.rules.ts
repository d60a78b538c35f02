import { removeClosingCorner } from "#contract/delivery-polygon.ts";
import type { RestaurantForm } from "#contract/staff/restaurant-admin/schema.ts";
import {
  booleanCell,
  CellError,
  type CellFormat,
  type Columns,
  numberCell,
  optionalAmountCell,
  optionalNumberCell,
  textCell,
} from "./catalogue-sheet.rules.ts";
import { specialDaysCell, weekCell } from "./opening-hours-cell.rules.ts";

/** Row of the sheet: one restaurant. */
export type RestaurantSheetRow = RestaurantForm & { restaurant_id: string };

/** Corners as "longitude,latitude", separated by blanks; null for an empty cell. */
const polygonCell: CellFormat<RestaurantForm["delivery_polygon"]> = {
  format: (corners) => (corners ?? []).map((corner) => corner.join(",")).join(" "),
  parse: (text) => {
    const corners = text.split(/\s+/).filter((corner) => corner !== "");
    if (corners.length === 0) return null;
    const ring = corners.map((corner): [lng: number, lat: number] => {
      const [lng = Number.NaN, lat = Number.NaN, ...more] = corner.split(/[,，]/).map(Number);
      if (Number.isNaN(lng) || Number.isNaN(lat) || more.length > 0)
        throw new CellError("每个顶点请填 经度,纬度，顶点之间用空格隔开");
      return [lng, lat];
    });
    return removeClosingCorner(ring);
  },
};

export const restaurantColumns: Columns<RestaurantSheetRow> = {
  restaurant_id: ["门店编号", textCell],
  name: ["门店名称", textCell],
  phone: ["电话", textCell],
  address: ["地址", textCell],
  city: ["城市", textCell],
  city_code: ["城市代码", textCell],
  district: ["区县", textCell],
  lng: ["经度", numberCell],
  lat: ["纬度", numberCell],
  week_hours: ["营业时间", weekCell],
  special_days: ["特殊日期", specialDaysCell],
  accepts_orders: ["接受即时订单", booleanCell],
  delivers: ["外卖配送", booleanCell],
  delivery_radius: ["配送半径", numberCell],
  delivery_polygon: ["配送范围", polygonCell],
  slot_capacity: ["每时段可预约单数", numberCell],
  // Empty cells stand for the chain's conditions.
  minimum_order: ["起送价", optionalAmountCell],
  delivery_fee: ["配送费", optionalAmountCell],
  delivery_base_distance: ["起步距离", optionalNumberCell],
  delivery_km_fee: ["每公里加价", optionalAmountCell],
  free_delivery_from: ["免配送费金额", optionalAmountCell],
  packing_fee: ["打包费", optionalAmountCell],
  delivery_minutes: ["送达分钟", optionalNumberCell],
  slot_minutes: ["时段分钟", optionalNumberCell],
  booking_lead_minutes: ["预约提前分钟", optionalNumberCell],
  booking_days: ["可预约天数", optionalNumberCell],
};

/** Headers by which a sheet of restaurants is recognised. */
export const restaurantHeaders = ["门店编号", "门店名称"];
