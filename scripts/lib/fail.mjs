// @ts-check

/**
 * Ends the command with exit code 1 and a one-sentence message, without a stack.
 * @param {string} sentence
 * @returns {never}
 */
export function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

/**
 * Formats the time since `start` (performance.now()) as a short text: `0.4 s`.
 * @param {number} start
 */
export function formatElapsed(start) {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}
