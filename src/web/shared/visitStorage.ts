/** The names under which things are kept while this webview is open, over loads of the document, and no longer. */
export const visitKeys = {
  wechatTrip: "wechat_trip",
  wechatTried: "wechat_tried",
  wechatOutcome: "wechat_outcome",
  inStorePlan: "in_store_plan",
  prepaidPlan: "prepaid_plan",
  debugConsole: "debug_console",
  payChoice: "pay_choice",
  paymentTrip: "payment_trip",
  submitOffer: "submit_offer",
  favouriteWish: "favourite_wish",
  linkedInvite: "linked_invite",
  soldoutPolicy: "soldout_policy",
  locationDenied: "location_denied",
} as const;
export type VisitKey = (typeof visitKeys)[keyof typeof visitKeys];

/** Holds what the device refused, for this document. */
const memory = new Map<VisitKey, string>();

/** The text under a key, or null. Never throws. */
export function readVisit(key: VisitKey): string | null {
  const kept = memory.get(key);
  if (kept !== undefined) return kept;
  try {
    return window.sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text; for this document only when the device refuses. Answers whether it outlives it. Never throws. */
export function writeVisit(key: VisitKey, value: string): boolean {
  try {
    window.sessionStorage.setItem(key, value);
    memory.delete(key);
    return true;
  } catch {
    memory.set(key, value);
    return false;
  }
}

/** Forgets a key. Never throws. */
export function removeVisit(key: VisitKey): void {
  memory.delete(key);
  try {
    window.sessionStorage.removeItem(key);
  } catch {
    // What could not be kept need not be removed.
  }
}
