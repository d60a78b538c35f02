import { setTimeout as wait } from "node:timers/promises";

/** Everything that happens later: timers that end together when the sandbox closes. */
export class TimerGroup {
  readonly #abortController = new AbortController();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #running = new Set<Promise<void>>();

  /** Aborted once the sandbox closes. */
  get signal(): AbortSignal {
    return this.#abortController.signal;
  }

  /** Waits so many milliseconds; rejects with an AbortError when the sandbox closes meanwhile. */
  async delay(ms: number): Promise<void> {
    await wait(ms, undefined, { signal: this.#abortController.signal });
  }

  /** Runs a task at a moment (epoch milliseconds), at once when that has passed; never after `close`. */
  runAt(timestampMs: number, task: () => void | Promise<void>): void {
    if (this.#abortController.signal.aborted) return;
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer);
        const run = Promise.resolve(task()).finally(() => this.#running.delete(run));
        this.#running.add(run);
      },
      Math.max(0, timestampMs - Date.now()),
    );
    this.#timers.add(timer);
  }

  /** Drops what is still to come, aborts what is waiting and resolves when the running tasks are over. */
  async close(): Promise<void> {
    this.#abortController.abort();
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    await Promise.allSettled(this.#running);
  }
}
