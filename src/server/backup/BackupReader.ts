import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import { CliError } from "../platform/CliError.ts";
import { endOfRowsMarker } from "./format.ts";

const endMarker = Buffer.from(endOfRowsMarker);
const endMarkerAfterRow = Buffer.concat([Buffer.from("\n"), endMarker]);

/**
 * Reads a backup file sequentially. All methods throw CliError for a foreign, damaged or truncated file.
 */
export class BackupReader {
  readonly #file: string;
  readonly #chunks: AsyncIterator<Buffer>;
  #buffer = Buffer.alloc(0);

  constructor(file: string) {
    this.#file = file;
    const source = createReadStream(file);
    const unzip = createGunzip();
    source.on("error", (error) => unzip.destroy(error));
    this.#chunks = (source.pipe(unzip) as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  }

  /** Reads the next line as JSON. */
  async line(): Promise<unknown> {
    let end = this.#buffer.indexOf(10);
    while (end < 0) {
      await this.#readChunk();
      end = this.#buffer.indexOf(10);
    }
    const text = this.#consume(end + 1).toString();
    try {
      return JSON.parse(text);
    } catch {
      throw this.#corruptError();
    }
  }

  /** Yields the rows of the current table, in chunks of whole rows. */
  async *rows(): AsyncGenerator<Buffer> {
    for (;;) {
      if (this.#buffer.subarray(0, endMarker.length).equals(endMarker)) {
        this.#consume(endMarker.length);
        return;
      }
      const end = this.#buffer.indexOf(endMarkerAfterRow);
      const whole = end >= 0 ? end + 1 : this.#buffer.lastIndexOf(10) + 1;
      if (whole > 0) yield this.#consume(whole);
      else await this.#readChunk();
    }
  }

  /** Stops reading at the current position. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  #consume(length: number): Buffer {
    const bytes = this.#buffer.subarray(0, length);
    this.#buffer = this.#buffer.subarray(length);
    return bytes;
  }

  async #readChunk(): Promise<void> {
    const next = await this.#chunks.next().catch((error: unknown) => {
      throw this.#toReadError(error);
    });
    if (next.done) throw this.#truncatedError();
    this.#buffer = Buffer.concat([this.#buffer, next.value]);
  }

  #toReadError(error: unknown): unknown {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "Z_BUF_ERROR") return this.#truncatedError();
    if (code.startsWith("Z_")) return this.#corruptError();
    if (code === "ENOENT") return new CliError(`There is no file ${this.#file}.`);
    if (code === "EACCES" || code === "EISDIR")
      return new CliError(`${this.#file} cannot be read (${code}).`);
    return error;
  }

  #truncatedError(): CliError {
    return new CliError(`${this.#file} is cut off: only a whole backup can be taken in.`);
  }

  #corruptError(): CliError {
    return new CliError(`${this.#file} is no backup of this program, or is damaged.`);
  }
}
