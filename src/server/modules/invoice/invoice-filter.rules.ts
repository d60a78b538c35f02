import type { InvoiceState } from "#contract/staff/invoice/limits.ts";
import { type DayRange, parseDayRange } from "../../platform/time/day-range.ts";
import type { InvoiceFilter } from "./invoice-list.repository.ts";

/** Filters as staff send them; days of the request. */
export interface InvoiceQuery extends DayRange {
  state?: InvoiceState;
  restaurant_id?: string;
  keyword?: string;
}

/** Reads the filters of a list. Throws as `parseDayRange`. */
export function parseInvoiceFilter({ state, restaurant_id, keyword, ...days }: InvoiceQuery): InvoiceFilter {
  const range = parseDayRange(days);
  return { state, restaurantId: restaurant_id, keyword: keyword?.trim() || undefined, ...range };
}
