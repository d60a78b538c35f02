import { areaList } from "@vant/area-data";
import { describe, expect, test } from "vitest";
import {
  completeRegionNames,
  findRegion,
  formatRegion,
  hasMissingRegionNames,
  type RegionData,
} from "./region.ts";

const lists: RegionData = areaList;

test("the lists are keyed by six-digit national codes", () => {
  for (const list of [lists.province_list, lists.city_list, lists.county_list])
    for (const code of Object.keys(list)) expect(code).toMatch(/^\d{6}$/);
  expect(Object.keys(lists.county_list).length).toBeGreaterThan(2_800);
});

describe("finds the names of a code", () => {
  test.each([
    ["310104", { province: "上海市", city: "上海市", district: "徐汇区" }],
    ["330106", { province: "浙江省", city: "杭州市", district: "西湖区" }],
    ["330100", { province: "浙江省", city: "杭州市", district: "" }],
    ["110000", { province: "北京市", city: "", district: "" }],
    // Directly under the province: its placeholder in the list is not a city.
    ["429004", { province: "湖北省", city: "", district: "仙桃市" }],
    ["500230", { province: "重庆市", city: "", district: "丰都县" }],
  ])("%s", (code, names) => {
    expect(findRegion(lists, code)).toEqual(names);
  });

  test.each(["", "31010", "3101040", "990000", "__proto__", "021"])("finds no names for %j", (code) => {
    expect(findRegion(lists, code)).toBeNull();
  });
});

const bare = { adcode: "310104", cityname: "", adname: "" };

test("completes only missing names of a place", () => {
  expect(completeRegionNames(lists, bare)).toMatchObject({
    pname: "上海市",
    cityname: "上海市",
    adname: "徐汇区",
  });
  expect(completeRegionNames(lists, { ...bare, cityname: "上海" }).cityname).toBe("上海");
  expect(completeRegionNames(lists, { ...bare, adcode: "" })).toMatchObject({ pname: "", adname: "" });
});

test("reports missing names only if the code may provide them", () => {
  expect(hasMissingRegionNames(bare)).toBe(true);
  expect(hasMissingRegionNames({ ...bare, adcode: "" })).toBe(false);
  expect(hasMissingRegionNames({ ...bare, pname: "上海市", cityname: "上海市", adname: "徐汇区" })).toBe(
    false,
  );
});

test("formats each division once", () => {
  expect(formatRegion(completeRegionNames(lists, bare))).toBe("上海市 徐汇区");
  expect(formatRegion({ cityname: "", adname: "" })).toBe("");
});
