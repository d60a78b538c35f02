import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";

/**
 * Work that falls due in the database; a run processes what is due now and may run in many processes at once.
 */
export interface SweeperJob {
  name: string;
  everyMs: number;
  run(): Promise<void>;
}

/**
 * Runs each job repeatedly at its own interval until stopped; a failure is logged and retried the next time.
 */
export class Sweeper {
  readonly #jobs: SweeperJob[];
  readonly #log: FastifyBaseLogger;
  readonly #wrapRun: (run: () => Promise<void>) => Promise<void>;
  readonly #stopping = new AbortController();
  /** Time of each job's last successful run, in ms of performance.now(). */
  readonly #completedAt = new Map<string, number>();
  #loops: Promise<void>[] = [];

  /** `wrapRun` is called with each run of a job. */
  constructor(
    jobs: SweeperJob[],
    log: FastifyBaseLogger,
    wrapRun: (run: () => Promise<void>) => Promise<void> = (run) => run(),
  ) {
    this.#jobs = jobs;
    this.#log = log;
    this.#wrapRun = wrapRun;
    // Each job listens once; Node warns of more than ten listeners.
    setMaxListeners(jobs.length, this.#stopping.signal);
  }

  start(): void {
    for (const { name } of this.#jobs) this.#completedAt.set(name, performance.now());
    this.#loops = this.#jobs.map((job) => this.#loop(job));
  }

  /** Returns the ms since each job's last successful run, or since the start. */
  jobAges(): Map<string, number> {
    const now = performance.now();
    return new Map([...this.#completedAt].map(([name, at]) => [name, now - at]));
  }

  /** Stops the loops and waits for running jobs to finish. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#loops);
  }

  async #loop(job: SweeperJob): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        await this.#wrapRun(() => job.run());
        this.#completedAt.set(job.name, performance.now());
      } catch (error) {
        this.#log.error({ err: error, job: job.name }, "sweeper job failed");
      }
      // Only the abort can reject this sleep, and it ends the loop above.
      await sleep(job.everyMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
