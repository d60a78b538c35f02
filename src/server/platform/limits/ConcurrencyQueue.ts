/** How much of the mean each new duration makes up. */
const smoothingFactor = 1 / 16;

interface ConcurrencyQueueOptions {
  /** So many run at the same time. */
  concurrency: number;
  /** So long the others wait for their turn, in order. */
  waitMs: number;
  /** What who would wait longer is told. */
  createError: () => Error;
}

/**
 * Lets only so much be done at once. Whoever comes when the queue would take too long, by what the last ones took, is
 * refused at once instead of waiting in vain; nobody waits longer than allowed.
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

  /** How long who comes now waits, by what the last ones took, in milliseconds. */
  get estimatedWaitMs(): number {
    const { concurrency } = this.#options;
    return this.#active < concurrency ? 0 : ((this.#waiters.size + 1) * this.#meanDurationMs) / concurrency;
  }

  /** Does the work when it is its turn. Throws the refusal, or what the work throws. */
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

  /** To whoever has waited longest. */
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

/** Turns of their own for each key, for as long as somebody has one. */
export class KeyedConcurrencyQueue {
  readonly #options: ConcurrencyQueueOptions;
  readonly #queues = new Map<string, ConcurrencyQueue>();

  constructor(options: ConcurrencyQueueOptions) {
    this.#options = options;
  }

  /** Does the work when it is its turn among those of its key. */
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
