/** Address of lists as files, for admins: `list` and `format`, and the filters of the list. */
export const listFilePath = "/api/v1/files/lists";

/** Lists that can be saved as a file. */
export const exportedLists = [
  "audit",
  "vouchers",
  "cards",
  "withdrawals",
  "security",
  "refund-requests",
  "failed-refunds",
  "restaurants",
  "staff",
  "invoices",
  "orders",
] as const;
export type ExportedList = (typeof exportedLists)[number];

export const listFormats = ["csv", "xlsx"] as const;
export type ListFormat = (typeof listFormats)[number];
