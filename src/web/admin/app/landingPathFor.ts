import type { Staff } from "#contract/staff/auth/schema.ts";

type Role = Staff["role"] | undefined;

const consolePath = "/admin/customer-service";

/** Returns the home page of a role. */
export function homePathFor(role: Role): string {
  return role === "store" ? "/admin/orders" : consolePath;
}

/** Returns the path after login: the redirect target if the role may use it, otherwise its home page. */
export function landingPathFor(target: string, role: Role): string {
  const isStaffPage = /^\/admin(\/|$|\?)/.test(target);
  const isForOthers = role === "store" && /^\/admin(\/customer-service)?\/?($|\?)/.test(target);
  return isStaffPage && !isForOthers ? target : homePathFor(role);
}
