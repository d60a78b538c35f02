import { expect, test } from "vitest";
import {
  type AddressDraft,
  createAddressDraft,
  toAddressDraft,
  toAddressRequest,
  validateAddressDraft,
} from "./AddressDraft.ts";
import { parseAddress } from "./SavedAddress.ts";

const place = {
  id: "B1",
  name: "徐家汇国际大厦",
  address: "漕溪北路18号",
  location: "121.437,31.194",
  adcode: "310104",
  citycode: "021",
  cityname: "上海市",
  adname: "徐汇区",
  pname: "上海市",
  type: "商务住宅",
  typecode: "",
};
const draft: AddressDraft & { place: typeof place } = {
  recipient: " 张小满 ",
  phone: "+86 138 1234 5678",
  place,
  houseNumber: " 502室 ",
  isDefault: true,
};

test("an empty form lacks the recipient, the phone and the place, but no house number", () => {
  expect(validateAddressDraft(createAddressDraft(true))).toEqual({
    recipient: "请输入收货人姓名",
    phone: "请输入手机号",
    place: "请选择详细地址",
  });
  expect(validateAddressDraft({ ...draft, houseNumber: "" })).toEqual({});
});

test.each(["1381234567", "23812345678", "电话", "138123456789"])("%j is no phone number", (phone) => {
  expect(validateAddressDraft({ ...draft, phone })).toEqual({ phone: "手机号格式不正确" });
});

test("the save payload has the field names of the API", () => {
  const { typecode: _none, ...rest } = place;
  expect(toAddressRequest(draft)).toEqual({
    recipient: "张小满",
    phone: "13812345678",
    location: "上海市 徐汇区",
    details: "徐家汇国际大厦",
    house_number: "502室",
    poi_info: { ...rest, typecode: "0" },
    is_default: true,
  });
});

test("province, city and district are joined by blanks; the detail stops at 200 characters", () => {
  const other = { ...place, pname: "浙江省", cityname: "杭州市", adname: "西湖区", name: "𠮷".repeat(250) };
  const form = toAddressRequest({ ...draft, place: other });
  expect(form.location).toBe("浙江省 杭州市 西湖区");
  expect([...form.details]).toHaveLength(200);
});

test("a saved address fills the form and gives the same payload", () => {
  const saved = parseAddress({
    id: "a1",
    recipient: "张小满",
    phone: "13812345678",
    house_number: "502室",
    is_default: true,
    ...Object.fromEntries(Object.entries(place).map(([name, value]) => [`poi_${name}`, value])),
  });
  const again = saved === null ? null : toAddressDraft(saved);
  expect(again?.place).toEqual(place);
  expect(again?.place && toAddressRequest({ ...again, place: again.place })).toEqual(toAddressRequest(draft));
});

test("an address without a place needs one before it is saved", () => {
  const foreign = parseAddress({ id: 1, contact: "李四", tel: "13900000000", detail: "国贸大厦" });
  expect(foreign && validateAddressDraft(toAddressDraft(foreign))).toEqual({ place: "请选择详细地址" });
});
