/** Hits of a key in its window over all processes, and the ms until the window ends. */
export interface CounterState {
  key: string;
  hits: number;
  remainingMs: number;
}

/** Counters that all processes share. */
export interface SharedCounters {
  /** Adds hits to counters and returns their totals; a counter whose window is over restarts. */
  increment(increments: { key: string; hits: number }[], windowMs: number): Promise<CounterState[]>;
}
