declare global {
  interface Window {
    /** A call that the document began by itself (index.html), as the app would ask it. */
    early?: { url: string; answer: Promise<Response>; stop: AbortController } | undefined;
  }
}

/** Asks as `fetch` does; the answer to the call that the document has begun is given once. */
export function takePrefetched(url: string, init: RequestInit): Promise<Response> {
  const { early } = window;
  if (early?.url !== url) return fetch(url, init);
  window.early = undefined;
  init.signal?.addEventListener("abort", () => early.stop.abort());
  return early.answer;
}
