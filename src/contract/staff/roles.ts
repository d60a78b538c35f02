/** Roles of staff: customer service, one restaurant, head office. */
export const staffRoles = ["agent", "store", "admin"] as const;
export type StaffRole = (typeof staffRoles)[number];
