import type { SoldoutPolicy } from "#contract/order/status.ts";

/** What a customer chose, in today's words; `contact` when nothing was said. */
export function parseSoldoutPolicy(value: string | undefined): SoldoutPolicy {
  if (value === "remove" || value === "refund") return "remove";
  return value === "cancel_order" || value === "cancel" ? "cancel_order" : "contact";
}
