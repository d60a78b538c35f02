/**
 * Callers: none, another customer, staff of each role, staff of another restaurant, staff of several restaurants with and
 * without that of the victim's orders, a dismissed member.
 */
export const principals = [
  "nobody",
  "stranger",
  "agent",
  "store",
  "foreign",
  "several",
  "severalForeign",
  "admin",
  "dismissed",
] as const;
export type TestPrincipal = (typeof principals)[number];

/** Place of a member of staff in `expectedForStaff`: with several restaurants they may do what those with one may. */
export const staffPlaces: Partial<Record<TestPrincipal, number>> = {
  agent: 0,
  store: 1,
  several: 1,
  foreign: 2,
  severalForeign: 2,
  admin: 3,
};
