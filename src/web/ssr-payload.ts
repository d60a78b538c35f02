/** What a page that the server made brings along. */
export interface SsrPayload {
  /** The moment it was made for, in ms; its words may depend on the hour. */
  at: number;
  /** The answers it was made from, by the address of the call. */
  answers: Record<string, unknown>;
  /** It lay on the device since an earlier visit, or the server's database is away: what it shows has to be asked for again. */
  isOld: boolean;
}

/** The name of the element that carries it. */
export const ssrPayloadId = "sent";

declare global {
  interface Window {
    /** Set by a document with a screen: ends the noting of taps and answers the button that was tapped last. */
    takeOver?: () => HTMLButtonElement | null | undefined;
  }
}

/** Presses the button that was tapped before the app was there to listen. */
export function replayEarlyTap(): void {
  const button = window.takeOver?.();
  if (button?.isConnected) setTimeout(() => button.click());
}

/** What this document brought; null when it is an empty shell. */
export function readSsrPayload(): SsrPayload | null {
  const text = document.getElementById(ssrPayloadId)?.textContent;
  if (!text) return null;
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  // Going back, and opening a tab again, take a document from the device without asking whether it is true still.
  const isFromBrowserCache = navigation?.type === "back_forward" || navigation?.transferSize === 0;
  const payload = JSON.parse(text) as Omit<SsrPayload, "isOld"> & Partial<SsrPayload>;
  return { ...payload, isOld: isFromBrowserCache || payload.isOld === true };
}
