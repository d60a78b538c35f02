import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type ErrorCode, errors } from "#contract/errors.ts";
import type { Deps } from "../../platform/Deps.ts";
import {
  deleteIfEquals,
  findCacheEntry,
  setCacheEntry,
  setIfAbsent,
} from "../../platform/database/cache-entries.repository.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { AppError } from "../../platform/http/AppError.ts";
import { newId, sha256 } from "../../platform/security/ids.ts";
import { addMs } from "../../platform/time/clock.ts";

/** Outcome of an exchange; the token is encrypted with the code itself, which is not stored. */
export type AuthCodeOutcome =
  | { kind: "session"; sealedToken: string; isNew: boolean; userId: string }
  | { kind: "payer"; orderId: string }
  | { kind: "refused"; word: ErrorCode; message: string };
type AuthCodeEntry = { kind: "working"; by: string } | AuthCodeOutcome;

const outcomeTtlMs = 60_000;
const workingTtlMs = 15_000;
const waitMs = 12_000;
const pollIntervalMs = 50;

function cacheKey(code: string): string {
  return `wechat:code:${sha256(code)}`;
}

function deriveKey(code: string): Buffer {
  return Buffer.from(hkdfSync("sha256", code, "", "wechat code session", 32));
}

/** Encrypts a token so that only the code can decrypt it. */
export function encrypt(code: string, token: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", deriveKey(code), nonce);
  const encrypted = [nonce, cipher.update(token, "utf8"), cipher.final()];
  return Buffer.concat([...encrypted, cipher.getAuthTag()]).toString("base64");
}

/** Decrypts a token with its code. */
export function decrypt(code: string, encrypted: string): string {
  const bytes = Buffer.from(encrypted, "base64");
  const decipher = createDecipheriv("aes-256-gcm", deriveKey(code), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString("utf8");
}

/**
 * Stores each code's outcome of the last minute for all processes: one exchanges it, concurrent requests get
 * the same outcome.
 */
export class AuthCodeStore {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Claims a code, or waits for the request that has it. Returns null when this caller has claimed it. */
  async claim(code: string): Promise<AuthCodeOutcome | null> {
    const { queries } = this.#deps.database;
    const key = cacheKey(code);
    for (let waited = 0; waited < waitMs; waited += pollIntervalMs) {
      const now = this.#deps.clock.now();
      const value: AuthCodeEntry = { kind: "working", by: newId() };
      if (await setIfAbsent(queries, { key, value, now, expiresAt: addMs(now, workingTtlMs) })) return null;
      const entry = await findCacheEntry<AuthCodeEntry>(queries, key, now);
      if (entry !== undefined && entry.kind !== "working") return entry;
      await sleep(pollIntervalMs);
    }
    return { kind: "refused", word: "wechat_failed", message: errors.wechat_failed[1] };
  }

  /** Saves an outcome for a minute, inside the transaction that makes it true. */
  async save(queries: QueryRunner, code: string, outcome: AuthCodeOutcome): Promise<void> {
    await setCacheEntry(queries, cacheKey(code), outcome, addMs(this.#deps.clock.now(), outcomeTtlMs));
  }

  /** Saves a definite failure; after a lost or missing response the code may still be valid for a retry. */
  async fail(code: string, error: unknown): Promise<void> {
    if (!(error instanceof AppError) || error.status >= 500 || error.code === "rate_limited")
      return await this.#release(code);
    const { code: word, message } = error;
    await this.save(this.#deps.database.queries, code, { kind: "refused", word, message });
  }

  async #release(code: string): Promise<void> {
    const { queries } = this.#deps.database;
    const entry = await findCacheEntry<AuthCodeEntry>(queries, cacheKey(code), this.#deps.clock.now());
    if (entry?.kind === "working") await deleteIfEquals(queries, cacheKey(code), entry);
  }
}
