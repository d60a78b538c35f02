import { type OrderFilter, orderFilters } from "#contract/order/status.ts";

/** Parses the filter of an address; all orders for anything else. */
export function parseFilter(text: string | null): OrderFilter {
  return orderFilters.find((filter) => filter === text) ?? "all";
}
