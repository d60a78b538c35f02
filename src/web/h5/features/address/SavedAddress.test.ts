import { expect, test } from "vitest";
import { parseAddress, parseAddresses } from "./SavedAddress.ts";

const full = {
  id: "a1",
  name: "张小满",
  recipient: "张小满",
  phone: "13812345678",
  address: "上海市徐汇区漕溪北路18号",
  detail_address: "徐家汇国际大厦",
  house_number: "502室",
  is_default: true,
  poi_id: "B1",
  poi_name: "徐家汇国际大厦",
  poi_address: "漕溪北路18号",
  poi_location: "121.437,31.194",
  poi_adcode: "310104",
  poi_citycode: "021",
  poi_cityname: "上海市",
  poi_adname: "徐汇区",
  poi_pname: "上海市",
  poi_type: "商务住宅",
  poi_typecode: "120201",
};

test("reads our server's response, and adds the display line", () => {
  expect(parseAddresses({ code: 200, data: [full] })).toEqual([{ ...full, line: "徐家汇国际大厦 502室" }]);
});

test("a bare array is a list too", () => {
  expect(parseAddresses([full])).toHaveLength(1);
  expect(parseAddresses([])).toEqual([]);
});

test.each([null, "x", {}, { data: null }, { data: { list: [] } }])("%j is no list", (reply) => {
  expect(parseAddresses(reply)).toBeNull();
});

test("drops entries without an id", () => {
  expect(parseAddresses([full, {}, null, { ...full, id: "" }])).toHaveLength(1);
});

test("reads the alternative field names", () => {
  const foreign = {
    id: 7,
    contact: "李四",
    tel: 13900000000,
    province: "北京市",
    city: "北京市",
    district: "朝阳区",
    detail: "国贸大厦",
    is_default: 1,
  };
  expect(parseAddress(foreign)).toMatchObject({
    id: "7",
    recipient: "李四",
    name: "李四",
    phone: "13900000000",
    address: "北京市北京市朝阳区国贸大厦",
    detail_address: "国贸大厦",
    is_default: true,
    poi_location: "",
    poi_adname: "朝阳区",
    line: "国贸大厦",
  });
});

test.each([
  [true, true],
  [1, true],
  ["1", true],
  [false, false],
  [0, false],
  [undefined, false],
  ["no", false],
])("is_default %j is %j", (is_default, expected) => {
  expect(parseAddress({ ...full, is_default })?.is_default).toBe(expected);
});
