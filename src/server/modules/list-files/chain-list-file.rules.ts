import { maskPhone } from "#contract/phone.ts";
import { formatWeek } from "#contract/restaurant/opening-hours.ts";
import type { Cell } from "../../platform/tables/table-file.ts";
import { formatLocalTime } from "../../platform/time/local-time.ts";
import { roleNames } from "../catalogue/staff-sheet.rules.ts";
import type { RestaurantRow } from "../restaurant/restaurant.repository.ts";
import type { StaffRow } from "../staff/staff.repository.ts";

const formatDate = (date: Date | null) => (date === null ? "" : formatLocalTime(date));

export const restaurantHeads = [
  "门店编号",
  "门店名称",
  "城市",
  "区县",
  "地址",
  "营业时间",
  "服务",
  "菜品",
  "关店时间",
];
/** `dishes` is the number of dishes that the restaurant offers. */
export function toRestaurantCells(row: RestaurantRow, dishes: number): Cell[] {
  const services = [
    ...(row.delivers ? ["外卖"] : []),
    ...(row.acceptsOrders ? ["即时单"] : []),
    ...(row.slotCapacity > 0 ? ["预约"] : []),
  ];
  const place = [row.cityName, row.districtName, row.address];
  const hours = formatWeek(row.weekHours);
  return [row.id, row.name, ...place, hours, services.join("、"), dishes, formatDate(row.closedAt)];
}

export const staffHeads = ["姓名", "手机", "角色", "门店", "最近登录", "移除时间"];
/** `restaurants` are the names of those at which the member works. */
export function toStaffCells(row: StaffRow, restaurants: readonly string[]): Cell[] {
  const names = restaurants.join("、");
  const times = [formatDate(row.lastLoginAt), formatDate(row.disabledAt)];
  return [row.name, maskPhone(row.phone), roleNames[row.role], names, ...times];
}
