import { expect, test } from "vitest";
import { isPrivateUrl } from "./isPrivateUrl.ts";

test.each([
  ["/self-service", "?third_party_order_id=V1"],
  ["/order-detail", "?third_party_order_id=V1"],
  ["/prepaid-order", "?restaurant_id=SH001&third_party_order_id="],
  ["/", "?code=C1&state=S1"],
  ["/login", ""],
  ["/wechat-callback", ""],
])("%s%s is private", (pathname, search) => {
  expect(isPrivateUrl(pathname, search)).toBe(true);
});

test.each([
  ["/", "?invite_code=ABCD2345"],
  ["/menu", "?restaurant_id=SH001&dish=1"],
  ["/order/o1", ""],
])("%s%s may be shared", (pathname, search) => {
  expect(isPrivateUrl(pathname, search)).toBe(false);
});
