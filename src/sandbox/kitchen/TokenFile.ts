import { readFileSync, writeFileSync } from "node:fs";

/** Where the kitchen's session outlives the sandbox: codes are limited by the day. */
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

  /** Keeps a token, or forgets it; only its owner may read the file. */
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
    // Not there yet, or written only in part by a process that was killed: the kitchen logs in again.
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
