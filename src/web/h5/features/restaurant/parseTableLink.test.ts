import { expect, test } from "vitest";
import { parseTableLink } from "./parseTableLink.ts";

test.each([
  ["https://food.example/menu?restaurant_id=SH001&table=A12", { restaurantId: "SH001", table: "A12" }],
  [
    " http://10.0.0.1:8080/menu/?table=3%E5%8F%B7&restaurant_id=SH-2#x ",
    { restaurantId: "SH-2", table: "3号" },
  ],
  ["https://food.example/menu?restaurant_id=SH001", null],
  ["https://food.example/menu?restaurant_id=../x&table=1", null],
  ["https://food.example/order?restaurant_id=SH001&table=1", null],
  ["/menu?restaurant_id=SH001&table=1", null],
  ["javascript:alert(1)//menu?restaurant_id=SH001&table=1", null],
  ["6901234567892", null],
  ["", null],
])("%j on a table means %j", (text, link) => {
  expect(parseTableLink(text)).toEqual(link);
});
