import type { Staff } from "#contract/staff/auth/schema.ts";

type Role = Staff["role"] | undefined;

const consolePath = "/admin/customer-service";

/** Where a role's work is. */
export function homePathFor(role: Role): string {
  return role === "store" ? "/admin/orders" : consolePath;
}

/** Where somebody goes after the login: to the page that asked for it where their role has work there, else home. */
export function landingPathFor(target: string, role: Role): string {
  const isStaffPage = /^\/admin(\/|$|\?)/.test(target);
  const isForOthers = role === "store" && /^\/admin(\/customer-service)?\/?($|\?)/.test(target);
  return isStaffPage && !isForOthers ? target : homePathFor(role);
}
