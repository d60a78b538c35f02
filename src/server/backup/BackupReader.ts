import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import { BackupError } from "./BackupError.ts";
import { endOfRows } from "./format.ts";

const mark = Buffer.from(endOfRows);
const markBehindRow = Buffer.concat([Buffer.from("\n"), mark]);

/** Reads a backup from its beginning to its end. Everything throws BackupError for a file that is none, or not whole. */
export class BackupReader {
  readonly #file: string;
  readonly #chunks: AsyncIterator<Buffer>;
  #rest = Buffer.alloc(0);

  constructor(file: string) {
    this.#file = file;
    const source = createReadStream(file);
    const unzip = createGunzip();
    source.on("error", (error) => unzip.destroy(error));
    this.#chunks = (source.pipe(unzip) as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  }

  /** The next line that is JSON. */
  async line(): Promise<unknown> {
    let end = this.#rest.indexOf(10);
    while (end < 0) {
      await this.#more();
      end = this.#rest.indexOf(10);
    }
    const text = this.#take(end + 1).toString();
    try {
      return JSON.parse(text);
    } catch {
      throw this.#damaged();
    }
  }

  /** Hands on the rows that stand here, in pieces of whole rows. */
  async *rows(): AsyncGenerator<Buffer> {
    for (;;) {
      if (this.#rest.subarray(0, mark.length).equals(mark)) {
        this.#take(mark.length);
        return;
      }
      const end = this.#rest.indexOf(markBehindRow);
      const whole = end >= 0 ? end + 1 : this.#rest.lastIndexOf(10) + 1;
      if (whole > 0) yield this.#take(whole);
      else await this.#more();
    }
  }

  /** Ends the reading, wherever it is. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  #take(length: number): Buffer {
    const taken = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return taken;
  }

  async #more(): Promise<void> {
    const next = await this.#chunks.next().catch((error: unknown) => {
      throw this.#failure(error);
    });
    if (next.done) throw this.#cutOff();
    this.#rest = Buffer.concat([this.#rest, next.value]);
  }

  #failure(error: unknown): unknown {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "Z_BUF_ERROR") return this.#cutOff();
    if (code.startsWith("Z_")) return this.#damaged();
    if (code === "ENOENT") return new BackupError(`There is no file ${this.#file}.`);
    if (code === "EACCES" || code === "EISDIR")
      return new BackupError(`${this.#file} cannot be read (${code}).`);
    return error;
  }

  #cutOff(): BackupError {
    return new BackupError(`${this.#file} is cut off: only a whole backup can be taken in.`);
  }

  #damaged(): BackupError {
    return new BackupError(`${this.#file} is no backup of this program, or is damaged.`);
  }
}
