/** Weight of each new duration in the moving average. */
const smoothingFactor = 1 / 16;

interface ConcurrencyQueueOptions {
  /** Maximum number of concurrent jobs. */
  concurrency: number;
  /** Maximum wait of the others, in ms; they run in order of arrival. */
  waitMs: number;
  /** Creates the error for jobs that would wait longer. */
  createError: () => Error;
}

/**
 * Limits concurrency. Refuses a job at once when its expected wait, from recent durations, exceeds the
 * maximum; no job waits longer than that.
 */
export class ConcurrencyQueue {
  readonly #options: ConcurrencyQueueOptions;
  readonly #waiters = new Set<() => void>();
  #active = 0;
  #meanDurationMs = 0;

  constructor(options: ConcurrencyQueueOptions) {
    this.#options = options;
  }

  get isIdle(): boolean {
    return this.#active === 0;
  }

  /** Estimated wait of a new job, from recent durations, in ms. */
  get estimatedWaitMs(): number {
    const { concurrency } = this.#options;
    return this.#active < concurrency ? 0 : ((this.#waiters.size + 1) * this.#meanDurationMs) / concurrency;
  }

  /** Runs the work in its turn. Throws the error of `createError`, or rethrows the work's own. */
  async run<T>(work: () => Promise<T>, waitMs = this.#options.waitMs): Promise<T> {
    if (this.#active < this.#options.concurrency) this.#active += 1;
    else await this.#wait(waitMs);
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      this.#meanDurationMs += (performance.now() - startedAt - this.#meanDurationMs) * smoothingFactor;
      this.#startNext();
    }
  }

  async #wait(waitMs: number): Promise<void> {
    const { createError } = this.#options;
    if (this.estimatedWaitMs > waitMs) throw createError();
    await new Promise<void>((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiters.delete(start);
        reject(createError());
      }, waitMs);
      this.#waiters.add(start);
    });
  }

  /** Hands the slot to the job that has waited longest. */
  #startNext(): void {
    const [next] = this.#waiters;
    if (next === undefined) {
      this.#active -= 1;
      return;
    }
    this.#waiters.delete(next);
    next();
  }
}

/** A separate queue for each key, dropped when idle. */
export class KeyedConcurrencyQueue {
  readonly #options: ConcurrencyQueueOptions;
  readonly #queues = new Map<string, ConcurrencyQueue>();

  constructor(options: ConcurrencyQueueOptions) {
    this.#options = options;
  }

  /** Runs the work in its turn among those of its key. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    let queue = this.#queues.get(key);
    if (queue === undefined) {
      queue = new ConcurrencyQueue(this.#options);
      this.#queues.set(key, queue);
    }
    try {
      return await queue.run(work);
    } finally {
      if (queue.isIdle) this.#queues.delete(key);
    }
  }
}
