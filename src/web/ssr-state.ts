import { fingerprintToken, formatSsrState, ssrCookies } from "#contract/ssr/ssr-state.ts";
import { readSelectedAddressId } from "./h5/features/address/selectedAddressId.ts";
import { readToken } from "./lib/session/readToken.ts";
import { storageKeys } from "./lib/storage/storage.ts";

declare global {
  /** `writeSsrState` of the script in the head of the document, for changes while the app runs. */
  var announceSsrState: (() => void) | undefined;
  /** What it wrote last; empty without a login. */
  var ssrState: string | undefined;
}

/** Lifetime of the cookie in seconds; every visit extends it. */
const maxAgeS = 30 * 86_400;

/**
 * Writes the cookie that tells the server which login and address this device holds, and removes it without a login:
 * from then on the server renders no page of the customer, also when the logout has not reached it.
 */
export function writeSsrState(): void {
  const token = readToken(storageKeys.token);
  const state =
    token === null
      ? ""
      : formatSsrState({ fingerprint: fingerprintToken(token), addressId: readSelectedAddressId() });
  window.ssrState = state;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is newer than the oldest engines.
  document.cookie = `${ssrCookies.state}=${state}; path=/; samesite=lax; max-age=${token === null ? 0 : maxAgeS}`;
}
