import { expect, test } from "vitest";
import { fillRegionNames } from "./fillRegionNames.ts";

const form = {
  recipient: "张小满",
  phone: "13812345678",
  location: "",
  details: "西溪湿地",
  house_number: "",
  poi_info: {
    id: "B1",
    name: "西溪湿地",
    address: "天目山路518号",
    location: "120.07,30.27",
    adcode: "330106",
    citycode: "0571",
    cityname: "",
    adname: "",
    pname: "",
    type: "",
    typecode: "0",
  },
  is_default: false,
};

test("fills in province, city and district from the national code of a place that lacks them", async () => {
  const named = await fillRegionNames(form);
  expect(named.location).toBe("浙江省 杭州市 西湖区");
  expect(named.poi_info).toMatchObject({ pname: "浙江省", cityname: "杭州市", adname: "西湖区" });
});

test("leaves existing names, and a form without a code", async () => {
  const old = { ...form, poi_info: { ...form.poi_info, cityname: "杭州" } };
  expect((await fillRegionNames(old)).location).toBe("浙江省 杭州 西湖区");
  const bare = { ...form, location: "浙江", poi_info: { ...form.poi_info, adcode: "" } };
  expect(await fillRegionNames(bare)).toBe(bare);
});
