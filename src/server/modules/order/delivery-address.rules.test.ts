import { expect, test } from "vitest";
import { formatDeliveryAddress } from "./delivery-address.rules.ts";

const address = {
  recipient: "王小明",
  phone: "13812345678",
  address: "上海市 中金国际广场",
  houseNumber: "1201室",
  lat: 31.19,
  lng: 121.43,
};

test.each([
  ["a place with its road", { street: "漕溪北路88号" }, "上海市 中金国际广场 1201室（漕溪北路88号）"],
  ["an order from before the road was stored", {}, "上海市 中金国际广场 1201室"],
  ["a place without a road", { street: "" }, "上海市 中金国际广场 1201室"],
  [
    "a place that is named by its road",
    { address: "上海市 漕溪北路88号", street: "漕溪北路88号", houseNumber: "" },
    "上海市 漕溪北路88号",
  ],
  [
    "a road that only begins alike",
    { address: "上海市 漕溪北路88号", street: "漕溪北路8", houseNumber: "" },
    "上海市 漕溪北路88号（漕溪北路8）",
  ],
])("formats %s", (_what, change, text) => {
  expect(formatDeliveryAddress({ ...address, ...change })).toBe(text);
});
