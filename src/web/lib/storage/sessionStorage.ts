import { memoryPolicy } from "./memoryPolicy.ts";

/** Keys of values stored while this web-view is open, across loads of the document. */
export const sessionKeys = {
  wechatAuthSession: "wechat_trip",
  hasTriedWechatLogin: "wechat_tried",
  isWechatLogin: "wechat_login",
  wechatOutcome: "wechat_outcome",
  inStoreOptions: "in_store_plan",
  prepaidOptions: "prepaid_plan",
  debugConsole: "debug_console",
  paymentOptions: "pay_choice",
  paymentRedirect: "payment_trip",
  submitPrompt: "submit_offer",
  pendingFavourite: "favourite_wish",
  linkedInvite: "linked_invite",
  soldoutPolicy: "soldout_policy",
  locationDenied: "location_denied",
} as const;
export type SessionKey = (typeof sessionKeys)[keyof typeof sessionKeys];

/** Holds values that the device refused, for this document. */
const memoryFallback = new Map<SessionKey, string>();

/** Returns the text under a key, or null. Never throws. */
export function readSessionItem(key: SessionKey): string | null {
  const fallback = memoryFallback.get(key);
  if (fallback !== undefined) return fallback;
  try {
    return window.sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * Stores a text; only for this document if the device refuses. Returns whether it outlives the document.
 * Never throws.
 */
export function writeSessionItem(key: SessionKey, value: string): boolean {
  try {
    window.sessionStorage.setItem(key, value);
    memoryFallback.delete(key);
    return true;
  } catch {
    if (memoryPolicy.isAllowed) memoryFallback.set(key, value);
    return false;
  }
}

/** Deletes a key. Never throws. */
export function removeSessionItem(key: SessionKey): void {
  memoryFallback.delete(key);
  try {
    window.sessionStorage.removeItem(key);
  } catch {
    // A device that refuses to store has nothing to delete.
  }
}
