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

/** How an exchange ended; the token is sealed with the code itself, which is not kept. */
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

/** Hides a token so that only somebody who has the code can read it. */
export function encrypt(code: string, token: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", deriveKey(code), nonce);
  const encrypted = [nonce, cipher.update(token, "utf8"), cipher.final()];
  return Buffer.concat([...encrypted, cipher.getAuthTag()]).toString("base64");
}

/** The token that was sealed with this code. */
export function decrypt(code: string, encrypted: string): string {
  const bytes = Buffer.from(encrypted, "base64");
  const decipher = createDecipheriv("aes-256-gcm", deriveKey(code), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString("utf8");
}

/** What became of each code in the last minute, known to all processes: one exchanges, its twins get the same end. */
export class AuthCodeStore {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Takes the code for this caller, or waits for the one who has it. Answers null when it is this caller's. */
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

  /** Keeps an end for a minute; inside the transaction that makes it true. */
  async save(queries: QueryRunner, code: string, outcome: AuthCodeOutcome): Promise<void> {
    await setCacheEntry(queries, cacheKey(code), outcome, addMs(this.#deps.clock.now(), outcomeTtlMs));
  }

  /** Keeps a failure that is sure; after a lost answer, or none, the code may still be good and can be tried again. */
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
