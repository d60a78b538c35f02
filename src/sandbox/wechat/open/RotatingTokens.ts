import { createHmac } from "node:crypto";

const PERIOD_MS = 7_200_000;
const OVERLAP_MS = 300_000;

/**
 * Secrets that rotate every two hours and overlap for five minutes. They are derived from a key and the time
 * alone, so a restarted sandbox still accepts those it issued.
 */
export class RotatingTokens {
  readonly #key: string;
  readonly #length: number;

  constructor(key: string, length: number) {
    this.#key = key;
    this.#length = length;
  }

  /**
   * Returns the current secret with its remaining lifetime in seconds; already the next one in the last five
   * minutes.
   */
  current(now = Date.now()): { value: string; expiresInS: number } {
    const slot = Math.floor((now + OVERLAP_MS) / PERIOD_MS);
    return { value: this.#value(slot), expiresInS: Math.floor(((slot + 1) * PERIOD_MS - now) / 1000) };
  }

  /** Returns whether a secret is currently valid. */
  isValid(value: string, now = Date.now()): boolean {
    return this.listValid(now).includes(value);
  }

  /** Lists the currently valid secrets: one, or two while they overlap. */
  listValid(now = Date.now()): string[] {
    const slots = [Math.floor(now / PERIOD_MS), Math.floor((now + OVERLAP_MS) / PERIOD_MS)];
    return [...new Set(slots)].map((slot) => this.#value(slot));
  }

  #value(slot: number): string {
    const bytes = createHmac("sha512", this.#key).update(String(slot)).digest("base64url");
    return bytes.repeat(Math.ceil(this.#length / bytes.length)).slice(0, this.#length);
  }
}
