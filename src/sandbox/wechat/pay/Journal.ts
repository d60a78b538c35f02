import { closeSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { DamagedFileError } from "../../shared/DamagedFileError.ts";
import { makeFolder } from "../../shared/makeFolder.ts";
import type { BookEvent } from "./payTypes.ts";

const NEWLINE = 0x0a;

function parseLine(line: string, number: number, path: string): BookEvent {
  try {
    const event: unknown = JSON.parse(line);
    if (typeof event !== "object" || event === null || !("type" in event)) throw new SyntaxError("no event");
    return event as BookEvent;
  } catch (cause) {
    throw new DamagedFileError(
      `Restore ${path}, whose line ${number} is damaged, or move it away to start with an empty book.`,
      { cause },
    );
  }
}

/**
 * An append-only file of JSON lines, on the disk before `append` returns.
 * A last line without its line feed was never acknowledged: it is ignored, and cut off by the next append.
 */
export class Journal {
  /** What was in the file when it was opened. */
  readonly events: readonly BookEvent[];
  readonly #file: number;
  #length: number;

  constructor(path: string) {
    makeFolder(dirname(path));
    this.#file = openSync(path, "a+", 0o600);
    const bytes = readFileSync(path);
    this.#length = bytes.lastIndexOf(NEWLINE) + 1;
    const lines = bytes.subarray(0, this.#length).toString("utf8").split("\n").slice(0, -1);
    this.events = lines.map((line, index) => parseLine(line, index + 1, path));
  }

  /** Writes one event; throws when the disk refuses, and then the event has not happened. */
  append(event: BookEvent): void {
    const bytes = Buffer.from(`${JSON.stringify(event)}\n`);
    ftruncateSync(this.#file, this.#length);
    let written = 0;
    while (written < bytes.length) written += writeSync(this.#file, bytes, written);
    fsyncSync(this.#file);
    this.#length += bytes.length;
  }

  /** Closes the file. */
  close(): void {
    closeSync(this.#file);
  }
}
