import { AppError } from "../http/AppError.ts";
import { WorkerProcess } from "./WorkerProcess.ts";

/** Script and limits of a worker pool. */
export interface WorkerPoolOptions {
  /** Script of the processes, relative to the project's folder: plain JavaScript, which runs unbuilt. */
  script: string;
  /** Number of processes, which is the maximum of concurrent jobs. */
  processes: number;
  /** Heap limit of each process, in MB. */
  memoryMb: number;
  /** Maximum duration of a job, in ms. */
  jobTimeoutMs: number;
  /** Maximum number of queued and running jobs. */
  maxJobs: number;
}

const retryAfterS = { full: 2, late: 5 };

interface Waiter {
  start: () => void;
}

/**
 * Runs heavy jobs in separate processes, in order of arrival, so that they occupy neither the server's CPU
 * time nor Node's thread pool (files, compression).
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
   * Runs a job; when `signal` aborts, the job leaves the queue or its process is killed.
   * @throws AppError("unavailable") with Retry-After when the queue is full, on a timeout, and when `signal`
   * aborts
   * @throws WorkerError when the job fails
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

  /** Stops the processes; their current jobs fail. */
  async stop(): Promise<void> {
    await Promise.all(this.#all.map((worker) => worker.stop()));
  }

  /** Returns an idle process, as soon as there is one. */
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
