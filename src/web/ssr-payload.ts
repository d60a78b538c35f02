/** Payload of a server-rendered page. */
export interface SsrPayload {
  /** Time for which it was rendered, in ms; its texts may depend on the hour. */
  at: number;
  /** Path of the page. */
  path: string;
  /** Responses it was rendered from, by URL. */
  answers: Record<string, unknown>;
  /**
   * Whether the device stored it on an earlier visit, or the server's database is away: its data must be
   * reloaded.
   */
  isOld: boolean;
  /**
   * State of the device (`formatSsrState`) for which a customer's page was rendered; absent on a page that is the same for
   * all.
   */
  customerState?: string;
}

/** Id of the element that carries it. */
export const ssrPayloadId = "sent";

declare global {
  interface Window {
    /**
     * Set by a server-rendered document: stops recording taps and returns the button that was tapped last.
     */
    takeOver?: () => HTMLButtonElement | null | undefined;
  }
}

/** Clicks the button that was tapped before the app was ready. */
export function replayEarlyTap(): void {
  const button = window.takeOver?.();
  if (button?.isConnected) setTimeout(() => button.click());
}

/**
 * Returns whether the URL is still that of the document. Entries that the app made survive a reload: Back while the app
 * loads changes the URL without another document.
 */
export function isAtRenderedPage({ path }: Pick<SsrPayload, "path">): boolean {
  return path === window.location.pathname;
}

/**
 * Returns the payload of this document; null for an empty shell, and for a page of another login or address, or that the
 * customer has left.
 */
export function readSsrPayload(): SsrPayload | null {
  const text = document.getElementById(ssrPayloadId)?.textContent;
  if (!text) return null;
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  // Going back, and reopening a tab, takes a document from the device without revalidation.
  const isFromBrowserCache = navigation?.type === "back_forward" || navigation?.transferSize === 0;
  const payload = JSON.parse(text) as Omit<SsrPayload, "isOld"> & Partial<SsrPayload>;
  if (!isAtRenderedPage(payload)) return null;
  const { customerState } = payload;
  // Another tab may have logged in since the document's head.
  globalThis.announceSsrState?.();
  if (customerState !== undefined && customerState !== window.ssrState) return null;
  return { ...payload, isOld: isFromBrowserCache || payload.isOld === true };
}
