import { payQueryWindowMs } from "#contract/constants.ts";

const firstPausesMs = [0, 1_000, 2_000, 3_000];
const laterPauseMs = 5_000;

/** The pauses before each question about a payment: at once, then 1, 2, 3 and every 5 s, within the window. */
export function payQueryPauses(windowMs: number = payQueryWindowMs): number[] {
  const pauses: number[] = [];
  let spentMs = 0;
  for (let turn = 0; ; turn++) {
    const pauseMs = firstPausesMs[turn] ?? laterPauseMs;
    spentMs += pauseMs;
    if (spentMs > windowMs) return pauses;
    pauses.push(pauseMs);
  }
}

/** Where the provider's page leads to and comes back from; null when the address is not a web page. */
export function cashierUrl(h5Url: string, returnUrl: string): string | null {
  if (!/^https?:\/\//.test(h5Url)) return null;
  const joint = h5Url.includes("?") ? "&" : "?";
  return `${h5Url}${joint}redirect_url=${encodeURIComponent(returnUrl)}`;
}
