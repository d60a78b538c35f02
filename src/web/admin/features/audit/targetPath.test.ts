import { expect, test } from "vitest";
import { targetPath } from "./targetPath.ts";

const target = { name: "虾仁饭", user_id: null, is_gone: false };

test("each kind of target has the page that shows it", () => {
  expect(targetPath({ ...target, kind: "customer" }, "u1")).toBe("/admin/customer-service?user=u1");
  expect(targetPath({ kind: "order", name: "2026", user_id: "u1", is_gone: false }, "o1")).toBe(
    "/admin/customer-service?user=u1&order=o1",
  );
  expect(targetPath({ ...target, kind: "restaurant" }, "SH001")).toBe("/admin/restaurants?keyword=SH001");
  expect(targetPath({ ...target, kind: "staff" }, "s1")).toBe(
    `/admin/staff?keyword=${encodeURIComponent("虾仁饭")}`,
  );
  expect(targetPath({ ...target, kind: "dish" }, "d1")).toBe(
    `/admin/menu?keyword=${encodeURIComponent("虾仁饭")}`,
  );
});
