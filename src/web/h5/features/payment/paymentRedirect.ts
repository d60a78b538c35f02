import {
  readSessionItem,
  removeSessionItem,
  sessionKeys,
  writeSessionItem,
} from "#web/lib/storage/sessionStorage.ts";

/** Payment at the provider's page: the order, and the position of its page in the history. */
interface PaymentRedirect {
  orderId: string;
  index: number;
}

/** From this length on the browser drops old entries, so that positions can no longer be counted. */
const maxHistoryLength = 50;

/** True while this document is leaving for the provider's page; it may still show other pages meanwhile. */
let isLeaving = false;

/**
 * Leaves for the provider's page and stores the position of this page, which must be the order's. The new
 * entry cuts off all forward entries, so that the length of the history equals the position.
 */
export function openCashier(orderId: string, url: string): void {
  window.history.pushState(null, "", window.location.href);
  const redirect: PaymentRedirect = { orderId, index: window.history.length - 2 };
  writeSessionItem(sessionKeys.paymentRedirect, JSON.stringify(redirect));
  isLeaving = true;
  window.location.replace(url);
}

/**
 * Goes from the provider's return page (`?from=pay`) to the order's own entry below the cashier, so that Back
 * never leads to the cashier. Returns false when there is no such entry here (another tab, a long history).
 */
export function returnFromCashier(): boolean {
  const { pathname, search } = window.location;
  const redirect = readPaymentRedirect();
  if (redirect === null || new URLSearchParams(search).get("from") !== "pay") return false;
  if (pathname !== `/order/${encodeURIComponent(redirect.orderId)}`) return false;
  const { length } = window.history;
  const steps = length - 1 - redirect.index;
  if (steps <= 0 || length >= maxHistoryLength) return false;
  window.history.go(-steps);
  return true;
}

/**
 * Returns whether the customer returns from paying this order at the provider's page; true once per redirect.
 * A page that opens while its document still leaves is no return; a return reported by the browser itself
 * (`isTold`) is.
 */
export function consumePaymentReturn(orderId: string, { isTold = false } = {}): boolean {
  if (isTold) isLeaving = false;
  if (isLeaving) return false;
  if (readPaymentRedirect()?.orderId !== orderId) return false;
  removeSessionItem(sessionKeys.paymentRedirect);
  return true;
}

function readPaymentRedirect(): PaymentRedirect | null {
  try {
    const { orderId, index } = JSON.parse(readSessionItem(sessionKeys.paymentRedirect) ?? "null") ?? {};
    return typeof orderId === "string" && Number.isInteger(index) ? { orderId, index } : null;
  } catch {
    // Foreign data counts as none.
    return null;
  }
}
