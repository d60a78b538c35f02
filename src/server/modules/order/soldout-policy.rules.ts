import type { SoldoutPolicy } from "#contract/order/status.ts";

/**
 * Maps a sold-out policy, including the older "refund" and "cancel", to the current ones; default `contact`.
 */
export function parseSoldoutPolicy(value: string | undefined): SoldoutPolicy {
  if (value === "remove" || value === "refund") return "remove";
  return value === "cancel_order" || value === "cancel" ? "cancel_order" : "contact";
}
