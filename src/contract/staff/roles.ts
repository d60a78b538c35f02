/** Roles of staff: customer service, one restaurant, head office. */
export const staffRoles = ["agent", "store", "admin"] as const;
