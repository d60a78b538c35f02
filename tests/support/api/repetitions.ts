/**
 * Returns how often a test repeats a random or concurrent scenario: `byDefault` times, or, with `REPETITIONS=20 npm test`,
 * twenty times as often.
 */
export function repetitions(byDefault: number): number {
  return Math.ceil(byDefault * Number(process.env.REPETITIONS ?? 1));
}
