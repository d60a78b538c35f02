import { setTimeout as wait } from "node:timers/promises";

/** Timers and running tasks that end together when the sandbox closes. */
export class TimerGroup {
  readonly #abortController = new AbortController();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #running = new Set<Promise<void>>();

  /** Aborted when the sandbox closes. */
  get signal(): AbortSignal {
    return this.#abortController.signal;
  }

  /** Waits for `ms` milliseconds; rejects with an AbortError when the sandbox closes meanwhile. */
  async delay(ms: number): Promise<void> {
    await wait(ms, undefined, { signal: this.#abortController.signal });
  }

  /** Runs a task at a timestamp (epoch ms), at once when that has passed; never after `close`. */
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

  /** Cancels timers, aborts delays and resolves when the running tasks are finished. */
  async close(): Promise<void> {
    this.#abortController.abort();
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    await Promise.allSettled(this.#running);
  }
}
