import { closeSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { CorruptFileError } from "../shared/CorruptFileError.ts";
import { ensureDir } from "../shared/ensureDir.ts";
import type { LoggedEvent } from "./payTypes.ts";

const NEWLINE = 0x0a;

function parseLine(line: string, lineNumber: number, path: string): LoggedEvent {
  try {
    const event: unknown = JSON.parse(line);
    if (typeof event !== "object" || event === null || !("type" in event)) throw new SyntaxError("no event");
    return event as LoggedEvent;
  } catch (cause) {
    throw new CorruptFileError(
      `Restore ${path}, whose line ${lineNumber} is damaged, or move it away to start with an empty book.`,
      { cause },
    );
  }
}

/**
 * An append-only file of JSON lines, synced to disk before `append` returns. A last line without its line
 * feed was never acknowledged: it is ignored, and cut off by the next append.
 */
export class EventLog {
  /** Events in the file when it was opened. */
  readonly events: readonly LoggedEvent[];
  readonly #file: number;
  #length: number;

  constructor(path: string) {
    ensureDir(dirname(path));
    this.#file = openSync(path, "a+", 0o600);
    const bytes = readFileSync(path);
    this.#length = bytes.lastIndexOf(NEWLINE) + 1;
    const lines = bytes.subarray(0, this.#length).toString("utf8").split("\n").slice(0, -1);
    this.events = lines.map((line, index) => parseLine(line, index + 1, path));
  }

  /** Writes one event; throws when the disk write fails, in which case the event is not recorded. */
  append(event: LoggedEvent): void {
    const bytes = Buffer.from(`${JSON.stringify(event)}\n`);
    ftruncateSync(this.#file, this.#length);
    let written = 0;
    while (written < bytes.length) written += writeSync(this.#file, bytes, written);
    fsyncSync(this.#file);
    this.#length += bytes.length;
  }

  close(): void {
    closeSync(this.#file);
  }
}
