import { AppError } from "../http/AppError.ts";
import { WorkerProcess } from "./WorkerProcess.ts";

/** What kind of work it is, and how much of it there may be at once. */
export interface WorkerPoolOptions {
  /** The code of the processes, below the project's folder: plain JavaScript, which runs as it is. */
  script: string;
  /** How many jobs are done at once. */
  processes: number;
  /** For the JavaScript of each process. */
  memoryMb: number;
  /** Longer than this no job takes. */
  jobTimeoutMs: number;
  /** How many jobs may wait or be done. */
  maxJobs: number;
}

const retryAfterS = { full: 2, late: 5 };

interface Waiter {
  start: () => void;
}

/**
 * Heavy work in processes of its own, in the order in which it comes: nobody else waits for it, neither for the processor
 * nor for the threads that Node keeps for files and packing.
 */
export class WorkerPool<Job, Result> {
  readonly #options: WorkerPoolOptions;
  readonly #idle: WorkerProcess<Job, Result>[];
  readonly #all: readonly WorkerProcess<Job, Result>[];
  readonly #waiters = new Set<Waiter>();

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
    this.#all = Array.from(
      { length: options.processes },
      () => new WorkerProcess<Job, Result>(options.script, options.memoryMb),
    );
    this.#idle = [...this.#all];
  }

  /**
   * Does a job, or stops waiting for it and doing it as soon as nobody wants it any more. Throws "unavailable" with a time
   * to come back when too many wait, when it takes too long, and when `signal` says that nobody wants it; WorkerError when
   * it cannot be done.
   */
  async run(job: Job, signal?: AbortSignal): Promise<Result> {
    const active = this.#all.length - this.#idle.length;
    if (active + this.#waiters.size >= this.#options.maxJobs) throw unavailable(retryAfterS.full);
    const cancelled = signal ?? new AbortController().signal;
    const worker = await this.#acquire(cancelled);
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), this.#options.jobTimeoutMs);
    const stop = AbortSignal.any([cancelled, timeout.signal]);
    try {
      return await worker.run(job, stop);
    } catch (error) {
      throw stop.aborted ? unavailable(retryAfterS.late) : error;
    } finally {
      clearTimeout(timer);
      this.#idle.push(worker);
      this.#startNext();
    }
  }

  /** Ends the processes; what they are doing fails. */
  async stop(): Promise<void> {
    await Promise.all(this.#all.map((worker) => worker.stop()));
  }

  /** A process that has nothing to do, as soon as there is one. */
  async #acquire(cancelled: AbortSignal): Promise<WorkerProcess<Job, Result>> {
    if (cancelled.aborted) throw unavailable(retryAfterS.full);
    const idle = this.#idle.pop();
    if (idle !== undefined) return idle;
    return await new Promise((resolve, reject) => {
      const waiter: Waiter = {
        start: () => {
          cancelled.removeEventListener("abort", onAbort);
          resolve(this.#idle.pop() as WorkerProcess<Job, Result>);
        },
      };
      const onAbort = () => {
        this.#waiters.delete(waiter);
        reject(unavailable(retryAfterS.full));
      };
      this.#waiters.add(waiter);
      cancelled.addEventListener("abort", onAbort, { once: true });
    });
  }

  #startNext(): void {
    const [first] = this.#waiters;
    if (first === undefined) return;
    this.#waiters.delete(first);
    first.start();
  }
}

function unavailable(seconds: number): AppError {
  return new AppError("unavailable", {}, undefined, seconds);
}
