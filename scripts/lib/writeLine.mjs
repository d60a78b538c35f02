// @ts-check
import { fstatSync, writeSync } from "node:fs";
import { isatty } from "node:tty";

const STDOUT = 1;
const isFile = (() => {
  const stats = fstatSync(STDOUT);
  return stats.isFile() || (stats.isCharacterDevice() && !isatty(STDOUT));
})();

/**
 * Writes a line of the log. A disk that is full loses it, and the next one is tried anew: a stream of Node.js would end
 * with its first failure, and the process with it.
 * @param {string} line
 */
export function writeLine(line) {
  if (!isFile) {
    process.stdout.write(`${line}\n`);
    return;
  }
  try {
    writeSync(STDOUT, `${line}\n`);
  } catch {
    // Nowhere is left to say it.
  }
}

/** Lets the process go on when what it says itself cannot be written. */
export function outliveFullDisk() {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
}
