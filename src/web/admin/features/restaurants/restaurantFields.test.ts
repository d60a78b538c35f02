import { expect, test } from "vitest";
import { everyDay } from "#contract/restaurant/opening-hours.ts";
import type { ChainRestaurant } from "#contract/staff/restaurant-admin/schema.ts";
import { mergeRestaurantFields, parseFields, toFields } from "./restaurantFields.ts";

const restaurant: ChainRestaurant = {
  restaurant_id: "SH900",
  version: 3,
  name: "食单·测试店",
  phone: "021-05550199",
  address: "漕溪北路 1111 号",
  city: "上海市",
  city_code: "310100",
  district: "徐汇区",
  lat: 31.19,
  lng: 121.43,
  week_hours: everyDay(["07:00", "14:00"], ["17:00", "24:00"]),
  special_days: [{ date: "2026-10-01", spans: [] }],
  accepts_orders: true,
  delivers: true,
  delivery_radius: 3000,
  delivery_polygon: [
    [121.42, 31.18],
    [121.44, 31.18],
    [121.44, 31.2],
  ],
  slot_capacity: 20,
  minimum_order: 1_550,
  delivery_fee: 0,
  delivery_base_distance: 2_000,
  delivery_km_fee: null,
  free_delivery_from: null,
  packing_fee: 150,
  delivery_minutes: 25,
  slot_minutes: null,
  booking_lead_minutes: 0,
  booking_days: null,
  dishes: 5,
  closed_at: null,
  pictures: { version: 1, pictures: [], business_licence: null, food_licence: null },
};

test("a restaurant is parsed from its fields as it was", () => {
  const {
    restaurant_id: _id,
    version: _version,
    dishes: _dishes,
    closed_at: _closedAt,
    pictures: _pictures,
    ...form
  } = restaurant;
  expect(parseFields(toFields(restaurant))).toEqual({ form });
  const withoutPolygon = { ...restaurant, delivery_polygon: null };
  expect(parseFields(toFields(withoutPolygon))).toMatchObject({ form: { delivery_polygon: null } });
});

test("a new restaurant is told everything that is missing at once", () => {
  const parsed = parseFields(toFields(null));
  expect(Object.keys("problems" in parsed ? parsed.problems : {}).sort()).toEqual(
    ["name", "phone", "city", "city_code", "district", "address", "lat", "lng"].sort(),
  );
});

test("an area may be typed with Chinese commas, spaces and empty lines", () => {
  const delivery_polygon = " 121.42， 31.18\n\n121.44,31.18 \n121.44,31.2\n";
  expect(parseFields({ ...toFields(restaurant), delivery_polygon })).toMatchObject({
    form: { delivery_polygon: restaurant.delivery_polygon },
  });
});

test("what is no number is reported by field", () => {
  const fields = { ...toFields(restaurant), lat: "北", lng: " ", delivery_polygon: "121.42" };
  const problem = "请输入数字";
  const terms = { delivery_fee: "1.234", minimum_order: "20000", booking_days: "1.5" };
  expect(parseFields({ ...toFields(restaurant), ...terms })).toEqual({
    problems: {
      delivery_fee: "请输入金额，最多两位小数",
      minimum_order: "不能超过 10000.00 元",
      booking_days: "请输入整数",
    },
  });
  expect(parseFields(fields)).toEqual({
    problems: { lat: problem, lng: problem, delivery_polygon: problem },
  });
  for (const delivery_polygon of ["1,2,3", "1,", "经度,纬度"])
    expect(parseFields({ ...toFields(restaurant), delivery_polygon })).toEqual({
      problems: { delivery_polygon: problem },
    });
});

test("times and dates that are not typed in full are reported", () => {
  const week_hours = everyDay(["07:00", ""]);
  expect(parseFields({ ...toFields(restaurant), week_hours })).toEqual({
    problems: { week_hours: "请把时间填完整" },
  });
  const special_days = [{ date: "", spans: [] }];
  expect(parseFields({ ...toFields(restaurant), special_days })).toEqual({
    problems: { special_days: "请选择日期" },
  });
});

test("of two people's changes of the hours both stay, by weekday and by date", () => {
  const base = toFields(restaurant);
  const edit = (day: number, date: string): typeof base => ({
    ...base,
    week_hours: base.week_hours.map((spans, n) => (n === day ? [["09:00", "10:00"]] : spans)),
    special_days: [...base.special_days, { date, spans: [] }],
  });
  const merged = mergeRestaurantFields(edit(0, "2026-10-03"), base, {
    ...edit(6, "2026-10-02"),
    special_days: [{ date: "2026-10-02", spans: [] }],
  });
  expect(merged.week_hours.map((spans) => spans.length)).toEqual([1, 2, 2, 2, 2, 2, 1]);
  expect(merged.special_days.map(({ date }) => date)).toEqual(["2026-10-02", "2026-10-03"]);
});
