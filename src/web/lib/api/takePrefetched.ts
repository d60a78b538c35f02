declare global {
  interface Window {
    /** Request that the document sent itself (index.html), identical to the app's. */
    early?: { url: string; answer: Promise<Response>; stop: AbortController } | undefined;
  }
}

/** Works like `fetch`; the response of the document's own request is used once. */
export function takePrefetched(url: string, init: RequestInit): Promise<Response> {
  const { early } = window;
  if (early?.url !== url) return fetch(url, init);
  window.early = undefined;
  init.signal?.addEventListener("abort", () => early.stop.abort());
  return early.answer;
}
