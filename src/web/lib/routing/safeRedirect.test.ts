import { expect, test } from "vitest";
import { safeRedirect } from "./safeRedirect.ts";

test.each([
  null,
  "",
  "//evil.com",
  "///evil.com",
  "https:evil.com",
  "https://evil.com/x",
  "/\\evil.com",
  "\\\\evil.com",
  "/%2f%2fevil.com",
  "%2f%2fevil.com",
  "/%5cevil.com",
  "/%0d%0aevil",
  "javascript:alert(1)",
  "data:text/html,x",
  "\t//evil.com",
  "/\t/evil.com",
  "/\n/evil.com",
  " /orders",
  "@evil.com",
  "evil.com",
  "/orders\u0000",
  "/%",
  `/${"a".repeat(4096)}`,
  "/login",
  "/login?redirect=/login",
  "/LOGIN/",
  "/.//evil.com",
  "/x/../..//evil.com",
  "/./login",
  "/x/../login",
  "/wechat-callback?code=1",
  "/admin/login",
  "/admin-login",
])("redirects %j to the first page", (target) => {
  expect(safeRedirect(target)).toBe("/");
});

test.each([
  ["/", "/"],
  ["/takeaway-menu", "/takeaway-menu"],
  ["/order-detail?order_id=1&x=%2F%2Fa#t", "/order-detail?order_id=1&x=%2F%2Fa#t"],
  ["/orders?next=//evil.com", "/orders?next=//evil.com"],
  ["/login-help", "/login-help"],
  ["/@evil.com", "/@evil.com"],
])("keeps %j in the app", (target, path) => {
  expect(safeRedirect(target)).toBe(path);
});
