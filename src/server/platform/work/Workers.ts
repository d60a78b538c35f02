import { AppError } from "../AppError.ts";
import { WorkProcess } from "./WorkProcess.ts";

/** What kind of work it is, and how much of it there may be at once. */
export interface WorkPlan {
  /** The code of the processes, below the project's folder: plain JavaScript, which runs as it is. */
  script: string;
  /** How many jobs are done at once. */
  processes: number;
  /** For the JavaScript of each process. */
  memoryMb: number;
  /** Longer than this no job takes. */
  jobMs: number;
  /** How many jobs may wait or be done. */
  most: number;
}

const retryAfterS = { full: 2, late: 5 };

interface Waiting {
  begin: () => void;
}

/**
 * Heavy work in processes of its own, in the order in which it comes: nobody else waits for it, neither for the processor
 * nor for the threads that Node keeps for files and packing.
 */
export class Workers<Job, Result> {
  readonly #plan: WorkPlan;
  readonly #idle: WorkProcess<Job, Result>[];
  readonly #all: readonly WorkProcess<Job, Result>[];
  readonly #waiting = new Set<Waiting>();

  constructor(plan: WorkPlan) {
    this.#plan = plan;
    this.#all = Array.from(
      { length: plan.processes },
      () => new WorkProcess<Job, Result>(plan.script, plan.memoryMb),
    );
    this.#idle = [...this.#all];
  }

  /**
   * Does a job, or stops waiting for it and doing it as soon as nobody wants it any more. Throws "unavailable" with a time
   * to come back when too many wait, when it takes too long, and when `signal` says that nobody wants it; WorkFailure when
   * it cannot be done.
   */
  async run(job: Job, signal?: AbortSignal): Promise<Result> {
    const done = this.#all.length - this.#idle.length;
    if (done + this.#waiting.size >= this.#plan.most) throw busy(retryAfterS.full);
    const unwanted = signal ?? new AbortController().signal;
    const worker = await this.#turn(unwanted);
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), this.#plan.jobMs);
    const stop = AbortSignal.any([unwanted, late.signal]);
    try {
      return await worker.ask(job, stop);
    } catch (error) {
      throw stop.aborted ? busy(retryAfterS.late) : error;
    } finally {
      clearTimeout(timer);
      this.#idle.push(worker);
      this.#next();
    }
  }

  /** Ends the processes; what they are doing fails. */
  async stop(): Promise<void> {
    await Promise.all(this.#all.map((worker) => worker.stop()));
  }

  /** A process that has nothing to do, as soon as there is one. */
  async #turn(unwanted: AbortSignal): Promise<WorkProcess<Job, Result>> {
    if (unwanted.aborted) throw busy(retryAfterS.full);
    const free = this.#idle.pop();
    if (free !== undefined) return free;
    return await new Promise((resolve, reject) => {
      const waiting: Waiting = {
        begin: () => {
          unwanted.removeEventListener("abort", leave);
          resolve(this.#idle.pop() as WorkProcess<Job, Result>);
        },
      };
      const leave = () => {
        this.#waiting.delete(waiting);
        reject(busy(retryAfterS.full));
      };
      this.#waiting.add(waiting);
      unwanted.addEventListener("abort", leave, { once: true });
    });
  }

  #next(): void {
    const [first] = this.#waiting;
    if (first === undefined) return;
    this.#waiting.delete(first);
    first.begin();
  }
}

function busy(seconds: number): AppError {
  return new AppError("unavailable", {}, undefined, seconds);
}
