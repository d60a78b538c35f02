import { expect, test } from "vitest";
import { homePathFor, landingPathFor } from "./landingPathFor.ts";

test("agents and the head office begin at the console, a store at its board", () => {
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
] as const)("asked by %s, a %s goes to %s", (target, role, landing) => {
  expect(landingPathFor(target, role)).toBe(landing);
});
