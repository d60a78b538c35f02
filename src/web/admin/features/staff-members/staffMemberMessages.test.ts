import { expect, test } from "vitest";
import type { StaffMember } from "#contract/staff/member/schema.ts";
import { staffMemberMessages } from "./staffMemberMessages.ts";

const roles = { agent: "客服", store: "门店", admin: "管理员" };
const position = (role: StaffMember["role"], names: string[]) =>
  staffMemberMessages.position(
    { role, restaurants: names.map((name) => ({ restaurant_id: name, name })) } as StaffMember,
    roles,
  );

test("a position names the first restaurants, and says how many there are", () => {
  expect(position("agent", [])).toBe("客服");
  expect(position("store", [])).toBe("门店 · 未安排门店");
  expect(position("store", ["甲店", "乙店", "丙店"])).toBe("门店 · 甲店、乙店、丙店");
  expect(position("store", ["甲店", "乙店", "丙店", "丁店"])).toBe("门店 · 甲店、乙店、丙店 等 4 家");
});
