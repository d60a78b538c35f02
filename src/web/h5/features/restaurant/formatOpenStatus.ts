import type { Restaurant } from "./Restaurant.ts";

const messages = { open: "营业中", closed: "休息中", paused: "暂停接单" };

/** Returns the server's words for a restaurant's status, or our own where it sent none. */
export function formatOpenStatus({
  statusText,
  isOpen,
  canOrder,
}: Pick<Restaurant, "statusText" | "isOpen" | "canOrder">): string {
  if (statusText !== "") return statusText;
  if (!isOpen) return messages.closed;
  return canOrder ? messages.open : messages.paused;
}
