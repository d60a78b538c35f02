/** Days that figures are shown of at once: ten years. */
export const figureDaysMax = 3_660;
/** First and last day that figures are shown of: outside of them dates are slips of the keyboard. */
export const figureFirstDay = "2000-01-01";
export const figureLastDay = "2100-12-31";
/** Longest range whose days are shown one by one; longer ones are shown by month. */
export const figureDailyMax = 366;

/** What lists of restaurants are sorted by, the greatest first. */
export const restaurantFigureSorts = [
  "sales",
  "net",
  "orders",
  "refund",
  "cancelled",
  "first_orders",
] as const;
/** What lists of dishes are sorted by, the greatest first. */
export const dishFigureSorts = ["quantity", "sales", "refunded_quantity"] as const;
/** Tables that are exported. */
export const figureTables = [
  "days",
  "hours",
  "services",
  "payments",
  "restaurants",
  "dishes",
  "cancellations",
  "chain",
  "daily-close",
] as const;
export type FigureTable = (typeof figureTables)[number];
export const figureFormats = ["csv", "xlsx"] as const;
export type FigureFormat = (typeof figureFormats)[number];
