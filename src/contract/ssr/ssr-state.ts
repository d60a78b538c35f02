/** Names of the cookies from which the server knows whose page it renders. */
export const ssrCookies = {
  /** Set by the server and hidden from scripts: a login. Only documents are rendered with it; no call accepts it. */
  session: "ssr_session",
  /** Set by the page while a customer is logged in: the login and the selected address of the device. */
  state: "ssr_state",
} as const;

/** What a device tells the server about the page it wants to see. */
export interface SsrState {
  /** Tells logins on one device apart; see `fingerprintToken`. */
  readonly fingerprint: string;
  /** Id of the selected address; empty without one. */
  readonly addressId: string;
}

/**
 * Returns 32 bits of a hash (FNV-1a) of a token, in hexadecimal. It tells the logins of one device apart, and gives
 * nobody access.
 */
export function fingerprintToken(token: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < token.length; index++)
    hash = Math.imul(hash ^ token.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}

/** Returns the value of the cookie `ssr_state`. */
export function formatSsrState({ fingerprint, addressId }: SsrState): string {
  return `${fingerprint}.${addressId}`;
}

/** Parses the value of the cookie `ssr_state`; null for anything else. */
export function parseSsrState(text: string | undefined): SsrState | null {
  const [, fingerprint, addressId] = /^([0-9a-f]{8})\.([\w-]{0,64})$/.exec(text ?? "") ?? [];
  return fingerprint === undefined || addressId === undefined ? null : { fingerprint, addressId };
}
