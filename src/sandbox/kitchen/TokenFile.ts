import { readFileSync, writeFileSync } from "node:fs";

/** Persists the kitchen's session across sandbox restarts, because login codes are limited per day. */
export class TokenFile {
  readonly #file: string;
  #token: string | null;

  constructor(file: string) {
    this.#file = file;
    this.#token = readToken(file);
  }

  get token(): string | null {
    return this.#token;
  }

  /** Saves or deletes the token; only the owner may read the file. */
  set(token: string | null): void {
    this.#token = token;
    writeFileSync(this.#file, JSON.stringify({ token }), { mode: 0o600 });
  }
}

function readToken(file: string): string | null {
  try {
    const stored = JSON.parse(readFileSync(file, "utf8")) as { token?: unknown } | null;
    return typeof stored?.token === "string" ? stored.token : null;
  } catch (error) {
    // Missing, or written partially by a process that was killed: the kitchen logs in again.
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
