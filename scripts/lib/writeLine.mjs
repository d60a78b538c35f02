// @ts-check
import { fstatSync, writeSync } from "node:fs";
import { isatty } from "node:tty";

const STDOUT = 1;
const isFile = (() => {
  const stats = fstatSync(STDOUT);
  return stats.isFile() || (stats.isCharacterDevice() && !isatty(STDOUT));
})();

/**
 * Writes a log line. On a full disk the line is lost and the next one is tried anew: a Node.js stream would
 * end with its first failure, and the process with it.
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
    // No output is left to report it to.
  }
}

/** Lets the process continue when its own output cannot be written. */
export function outliveFullDisk() {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
}
