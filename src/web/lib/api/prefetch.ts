declare global {
  interface Window {
    /** Request that was sent before the app's code was there (entry-early.ts). */
    early?: { url: string; init: RequestInit; answer: Promise<Response>; stop: AbortController } | undefined;
  }
}

/** Sends a request ahead; `takePrefetched` returns its response to an identical one. */
export function prefetch(url: string, init: RequestInit): void {
  const stop = new AbortController();
  const answer = window.fetch(url, { ...init, signal: stop.signal });
  answer.catch(() => undefined);
  window.early = { url, init, answer, stop };
}

/** Works like `fetch`; the response of an identical request that was sent ahead is used once. */
export function takePrefetched(url: string, init: RequestInit): Promise<Response> {
  const { early } = window;
  if (early === undefined || early.url !== url || !hasSameHeaders(early.init, init)) return fetch(url, init);
  window.early = undefined;
  init.signal?.addEventListener("abort", () => early.stop.abort());
  return early.answer;
}

/** Compares headers built by `buildInit`, the token among them: another tab may have logged in meanwhile. */
function hasSameHeaders(a: RequestInit, b: RequestInit): boolean {
  return JSON.stringify(a.headers) === JSON.stringify(b.headers);
}
