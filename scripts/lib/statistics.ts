/** Returns the value below which `share` (0 to 1) of the values lie; NaN for no values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Returns the median, the upper one of an even number of values; NaN for no values. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}
