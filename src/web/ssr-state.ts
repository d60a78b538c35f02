import { fingerprintToken, formatSsrState, ssrCookies } from "#contract/ssr/ssr-state.ts";
import { readSelectedAddressId } from "./h5/features/address/selectedAddressId.ts";
import { readToken } from "./lib/session/readToken.ts";
import { storageKeys } from "./lib/storage/storage.ts";

declare global {
  interface Window {
    /** `writeSsrState` of the script in the head of the document, for a login and a logout. */
    writeSsrState?: (token: string | null) => void;
    /** What `writeSsrState` wrote last; empty without a login. */
    ssrState?: string;
  }
}

/** Lifetime of the cookie in seconds; every visit extends it. */
const maxAgeS = 30 * 86_400;

/**
 * Writes the cookie that tells the server which login and address this device holds, and removes it without a login:
 * from then on the server renders no page of the customer, also when the logout has not reached it.
 */
export function writeSsrState(token: string | null = readToken(storageKeys.token)): void {
  const state =
    token === null
      ? ""
      : formatSsrState({ fingerprint: fingerprintToken(token), addressId: readSelectedAddressId() });
  window.ssrState = state;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is newer than the oldest engines.
  document.cookie = `${ssrCookies.state}=${state}; path=/; samesite=lax; max-age=${token === null ? 0 : maxAgeS}`;
}
