import { expect, test } from "vitest";
import { type Access, loginPath, redirectFor } from "./redirectFor.ts";

const anonymous = { token: null, serviceToken: null };
const customer = { token: "c", serviceToken: null };
const staff = { token: null, serviceToken: "s" };

test.each<[string, Access, typeof anonymous | typeof customer | typeof staff, string, string | null]>([
  ["visitors see open pages", "open", anonymous, "/", null],
  ["customers see open pages", "open", customer, "/orders", null],
  ["visitors log in first", "customer", anonymous, "/takeaway-menu", "/login?redirect=%2Ftakeaway-menu"],
  [
    "the way back has its query",
    "customer",
    anonymous,
    "/a?b=1&c=/d",
    "/login?redirect=%2Fa%3Fb%3D1%26c%3D%2Fd",
  ],
  [
    "a staff token is none of a customer's",
    "customer",
    staff,
    "/customer-service",
    "/login?redirect=%2Fcustomer-service",
  ],
  ["customers may enter", "customer", customer, "/address-select", null],
  ["visitors see the login", "guest", anonymous, "/login?redirect=/x", null],
  ["staff who are no customers see the login", "guest", staff, "/login", null],
  ["customers are past the login", "guest", customer, "/login?redirect=/x", "/"],
  [
    "no console without a staff token",
    "staff",
    anonymous,
    "/admin/customer-service?a=1",
    "/admin/login?redirect=%2Fadmin%2Fcustomer-service%3Fa%3D1",
  ],
  [
    "a customer's token opens no console",
    "staff",
    customer,
    "/admin/customer-service",
    "/admin/login?redirect=%2Fadmin%2Fcustomer-service",
  ],
  ["staff enter the console", "staff", staff, "/admin/customer-service", null],
  ["staff are past their login", "staffGuest", staff, "/admin/login", "/admin/customer-service"],
  ["others see the staff login", "staffGuest", customer, "/admin-login", null],
])("%s", (_title, access, tokens, here, target) => {
  expect(redirectFor(access, tokens, here)).toBe(target);
});

test.each([
  ["/orders?tab=1", "/login?redirect=%2Forders%3Ftab%3D1"],
  ["/login", "/login"],
  ["/login?redirect=%2Forders", "/login"],
  ["/wechat-callback?code=1", "/login"],
  ["/login-help", "/login?redirect=%2Flogin-help"],
])("from %s redirects to the login %s", (here, target) => {
  expect(loginPath(here)).toBe(target);
});
