import { payQueryWindowMs } from "#contract/constants.ts";

const firstIntervalsMs = [0, 1_000, 2_000, 3_000];
const laterIntervalMs = 5_000;

/**
 * Returns the intervals (ms) before each payment query: at once, then 1, 2, 3 and every 5 s, within the
 * window.
 */
export function paymentPollIntervals(windowMs: number = payQueryWindowMs): number[] {
  const intervals: number[] = [];
  let elapsedMs = 0;
  for (let attempt = 0; ; attempt++) {
    const intervalMs = firstIntervalsMs[attempt] ?? laterIntervalMs;
    elapsedMs += intervalMs;
    if (elapsedMs > windowMs) return intervals;
    intervals.push(intervalMs);
  }
}

/** Returns the provider's URL with its return URL; null when it is not a web page. */
export function cashierUrl(h5Url: string, returnUrl: string): string | null {
  if (!/^https?:\/\//.test(h5Url)) return null;
  const separator = h5Url.includes("?") ? "&" : "?";
  return `${h5Url}${separator}redirect_url=${encodeURIComponent(returnUrl)}`;
}
