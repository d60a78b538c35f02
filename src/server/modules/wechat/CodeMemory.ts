import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type ErrorWord, errors } from "#contract/errors.ts";
import { AppError } from "../../platform/AppError.ts";
import { later } from "../../platform/clock.ts";
import type { Queries } from "../../platform/Database.ts";
import type { Deps } from "../../platform/Deps.ts";
import { newId, sha256 } from "../../platform/ids.ts";
import { claimShared, readShared, removeShared, writeShared } from "../../platform/sharedRows.ts";

/** How an exchange ended; the token is sealed with the code itself, which is not kept. */
export type Outcome =
  | { kind: "session"; sealedToken: string; isNew: boolean; userId: string }
  | { kind: "payer"; orderId: string }
  | { kind: "refused"; word: ErrorWord; message: string };
type Entry = { kind: "working"; by: string } | Outcome;

const keptMs = 60_000;
const workingMs = 15_000;
const waitMs = 12_000;
const pauseMs = 50;

function keyOf(code: string): string {
  return `wechat:code:${sha256(code)}`;
}

function sealKey(code: string): Buffer {
  return Buffer.from(hkdfSync("sha256", code, "", "wechat code session", 32));
}

/** Hides a token so that only somebody who has the code can read it. */
export function seal(code: string, token: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", sealKey(code), nonce);
  const sealed = [nonce, cipher.update(token, "utf8"), cipher.final()];
  return Buffer.concat([...sealed, cipher.getAuthTag()]).toString("base64");
}

/** The token that was sealed with this code. */
export function unseal(code: string, sealed: string): string {
  const bytes = Buffer.from(sealed, "base64");
  const decipher = createDecipheriv("aes-256-gcm", sealKey(code), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString("utf8");
}

/** What became of each code in the last minute, known to all processes: one exchanges, its twins get the same end. */
export class CodeMemory {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Takes the code for this caller, or waits for the one who has it. Answers null when it is this caller's. */
  async begin(code: string): Promise<Outcome | null> {
    const { queries } = this.#deps.database;
    const key = keyOf(code);
    for (let waited = 0; waited < waitMs; waited += pauseMs) {
      const now = this.#deps.clock.now();
      const value: Entry = { kind: "working", by: newId() };
      if (await claimShared(queries, { key, value, now, until: later(now, workingMs) })) return null;
      const entry = await readShared<Entry>(queries, key, now);
      if (entry !== undefined && entry.kind !== "working") return entry;
      await sleep(pauseMs);
    }
    return { kind: "refused", word: "wechat_failed", message: errors.wechat_failed[1] };
  }

  /** Keeps an end for a minute; inside the transaction that makes it true. */
  async keep(queries: Queries, code: string, outcome: Outcome): Promise<void> {
    await writeShared(queries, keyOf(code), outcome, later(this.#deps.clock.now(), keptMs));
  }

  /** Keeps a failure that is sure; after a lost answer, or none, the code may still be good and can be tried again. */
  async fail(code: string, error: unknown): Promise<void> {
    if (!(error instanceof AppError) || error.status >= 500 || error.word === "rate_limited")
      return await this.#forget(code);
    const { word, message } = error;
    await this.keep(this.#deps.database.queries, code, { kind: "refused", word, message });
  }

  async #forget(code: string): Promise<void> {
    const { queries } = this.#deps.database;
    const entry = await readShared<Entry>(queries, keyOf(code), this.#deps.clock.now());
    if (entry?.kind === "working") await removeShared(queries, keyOf(code), entry);
  }
}
