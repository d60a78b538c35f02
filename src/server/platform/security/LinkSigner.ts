import { createHmac, timingSafeEqual } from "node:crypto";
import type { Database } from "../database/Database.ts";
import type { Clock } from "../time/clock.ts";
import { getSigningKey } from "./signing-key.ts";

/** Query parameters of a signed link: its end in seconds since 1970, and the signature. */
export interface SignedQuery {
  expires: string;
  signature: string;
}

/** Signs links that open something without a token until a time, with a key of the installation. */
export class LinkSigner {
  readonly #deps: { database: Database; clock: Clock };
  readonly #keyName: string;

  constructor(deps: { database: Database; clock: Clock }, keyName: string) {
    this.#deps = deps;
    this.#keyName = keyName;
  }

  /** Returns the query of a link to `subject`, such as "invoice 17"; the end is rounded down to seconds. */
  async sign(subject: string, expiresAt: Date): Promise<SignedQuery> {
    const seconds = Math.floor(expiresAt.getTime() / 1000);
    return { expires: String(seconds), signature: await this.#sign(subject, seconds) };
  }

  /** Returns whether a query was signed for `subject` and has not expired. */
  async isValid(subject: string, { expires = "", signature = "" }: Partial<SignedQuery>): Promise<boolean> {
    const seconds = /^\d{1,12}$/.test(expires) ? Number(expires) : 0;
    const isInTime = new Date(seconds * 1000) > this.#deps.clock.now();
    return isInTime && isEqual(signature, await this.#sign(subject, seconds));
  }

  async #sign(subject: string, seconds: number): Promise<string> {
    const key = Buffer.from(await getSigningKey(this.#deps, this.#keyName), "base64");
    return createHmac("sha256", key).update(`${subject} ${seconds}`).digest("base64url");
  }
}

function isEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
