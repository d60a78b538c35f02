import {
  readSessionItem,
  removeSessionItem,
  sessionKeys,
  writeSessionItem,
} from "#web/lib/storage/sessionStorage.ts";

/** A payment at the provider's page: whose, and where in the history the order's own page stands. */
interface PaymentRedirect {
  orderId: string;
  index: number;
}

/** From this length on the browser drops old entries, so that places can no longer be counted. */
const maxHistoryLength = 50;

/** Whether this document is leaving for the provider's page; it may still show other pages meanwhile. */
let isLeaving = false;

/**
 * Leaves for the provider's page and remembers the place of this page, which must be the order's. The new entry cuts
 * off whatever lay ahead, so that the length of the history tells the place.
 */
export function openCashier(orderId: string, url: string): void {
  window.history.pushState(null, "", window.location.href);
  const redirect: PaymentRedirect = { orderId, index: window.history.length - 2 };
  writeSessionItem(sessionKeys.paymentRedirect, JSON.stringify(redirect));
  isLeaving = true;
  window.location.replace(url);
}

/**
 * Goes from the page that the provider led back to (`?from=pay`) to the order's own entry below the cashier, so that
 * Back never leads to the cashier. False when there is no such entry here (another tab, a long history).
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
 * Whether the customer comes back from paying this order at the provider's page; true once a trip. A page that opens while
 * its document still leaves is no return; what the browser itself tells of one (`isTold`) is.
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
    // Not ours: as good as none.
    return null;
  }
}
