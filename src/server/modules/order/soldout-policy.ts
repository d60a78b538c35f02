import type { SoldoutPolicy } from "#contract/order/status.ts";

/** What a customer chose, in today's words; `contact` when nothing was said. */
export function soldoutPolicyOf(chosen: string | undefined): SoldoutPolicy {
  if (chosen === "remove" || chosen === "refund") return "remove";
  return chosen === "cancel_order" || chosen === "cancel" ? "cancel_order" : "contact";
}
