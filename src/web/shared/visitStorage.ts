/** The names under which things are kept while this webview is open, over loads of the document, and no longer. */
export const visitKeys = {
  wechatTrip: "wechat_trip",
  wechatTried: "wechat_tried",
  wechatOutcome: "wechat_outcome",
  inStorePlan: "in_store_plan",
  prepaidPlan: "prepaid_plan",
  debugConsole: "debug_console",
  payChoice: "pay_choice",
  favouriteWish: "favourite_wish",
} as const;
export type VisitKey = (typeof visitKeys)[keyof typeof visitKeys];

/** The text under a key, or null. Never throws. */
export function readVisit(key: VisitKey): string | null {
  try {
    return window.sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text; lost when the device refuses, since nothing else outlives the document. Never throws. */
export function writeVisit(key: VisitKey, value: string): void {
  try {
    window.sessionStorage.setItem(key, value);
  } catch {
    // A refused trip ends at the login by SMS, which is safe.
  }
}

/** Forgets a key. Never throws. */
export function removeVisit(key: VisitKey): void {
  try {
    window.sessionStorage.removeItem(key);
  } catch {
    // What could not be kept need not be removed.
  }
}
