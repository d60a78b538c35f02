import { expect, test } from "vitest";
import { homePathFor, landingPathFor } from "./landingPathFor.ts";

test("sends agents and admins to the console, restaurant staff to their board", () => {
  expect([homePathFor("agent"), homePathFor("admin"), homePathFor("store")]).toEqual([
    "/admin/customer-service",
    "/admin/customer-service",
    "/admin/orders",
  ]);
});

test.each([
  ["/", "agent", "/admin/customer-service"],
  ["/", "store", "/admin/orders"],
  ["/orders", "store", "/admin/orders"],
  ["/administration", "agent", "/admin/customer-service"],
  ["/admin", "store", "/admin/orders"],
  ["/admin/customer-service?user=u1", "store", "/admin/orders"],
  ["/admin/customer-service?user=u1", "agent", "/admin/customer-service?user=u1"],
  ["/admin/orders?restaurant=1", "store", "/admin/orders?restaurant=1"],
  ["/admin/orders", "admin", "/admin/orders"],
] as const)("after login with redirect %s, sends a %s to %s", (target, role, landing) => {
  expect(landingPathFor(target, role)).toBe(landing);
});
