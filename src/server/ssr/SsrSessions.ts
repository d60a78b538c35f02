import { createHmac, timingSafeEqual } from "node:crypto";
import { parseCookie, stringifySetCookie } from "cookie";
import { fingerprintToken, parseSsrState, ssrCookies } from "#contract/ssr/ssr-state.ts";
import type { Config } from "../config.ts";
import type { Database } from "../platform/database/Database.ts";
import { sha256 } from "../platform/security/ids.ts";
import { getSigningKey } from "../platform/security/signing-key.ts";
import type { Clock } from "../platform/time/clock.ts";

/** A customer whose page is rendered, as the cookies say; whether the login still exists is checked by each call. */
export interface SsrCustomer {
  tokenHash: string;
  /** State of the customer's device, as the cookie has it. */
  state: string;
}

const keyName = "ssr_session_key";

/**
 * Signs and reads the cookie that names a customer's login when a document is requested. It holds no token: only
 * rendering accepts it, and only together with the state that the page itself keeps in a second cookie, which goes
 * with the token when a customer logs out without a network.
 */
export class SsrSessions {
  readonly #deps: { database: Database; clock: Clock; config: Config };
  #key: Promise<string> | null = null;

  constructor(deps: { database: Database; clock: Clock; config: Config }) {
    this.#deps = deps;
  }

  /** Returns the Set-Cookie header that names the login of a token; null if the request's cookies do already. */
  async createCookie(token: string, cookies: string | undefined): Promise<string | null> {
    const { customerMs } = this.#deps.config.limits.session;
    const login = `${fingerprintToken(token)}.${sha256(token)}`;
    const value = `${login}.${await this.#sign(login)}`;
    const isSet = parseCookie(cookies ?? "")[this.#cookieName] === value;
    return isSet ? null : this.#toHeader(value, Math.floor(customerMs / 1000));
  }

  /** Returns the Set-Cookie header that removes the cookie. */
  createRemoval(): string {
    return this.#toHeader("", 0);
  }

  /** Returns the customer of a request's cookies; null unless both belong to one login. */
  async find(cookies: string | undefined): Promise<SsrCustomer | null> {
    const values = parseCookie(cookies ?? "");
    const state = values[ssrCookies.state] ?? "";
    const session = /^(([0-9a-f]{8})\.([0-9a-f]{64}))\.([\w-]{43})$/.exec(values[this.#cookieName] ?? "");
    const [, login = "", fingerprint, tokenHash = "", signature = ""] = session ?? [];
    if (fingerprint === undefined || parseSsrState(state)?.fingerprint !== fingerprint) return null;
    const expected = await this.#sign(login);
    return timingSafeEqual(Buffer.from(signature), Buffer.from(expected)) ? { tokenHash, state } : null;
  }

  get #isSecure(): boolean {
    return this.#deps.config.publicUrl.startsWith("https:");
  }

  /** With TLS the name has the prefix with which browsers take the cookie from this host alone. */
  get #cookieName(): string {
    return this.#isSecure ? `__Host-${ssrCookies.session}` : ssrCookies.session;
  }

  #toHeader(value: string, maxAge: number): string {
    // Lax: a link from elsewhere, as from a chat, opens the page; a call from elsewhere never carries the cookie.
    return stringifySetCookie({
      name: this.#cookieName,
      value,
      maxAge,
      path: "/",
      httpOnly: true,
      sameSite: "lax",
      secure: this.#isSecure,
    });
  }

  async #sign(login: string): Promise<string> {
    this.#key ??= getSigningKey(this.#deps, keyName).catch((error: unknown) => {
      // The next request tries again: the database may be away.
      this.#key = null;
      throw error;
    });
    const key = Buffer.from(await this.#key, "base64");
    return createHmac("sha256", key).update(login).digest("base64url");
  }
}
