import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { createTraceId, runSpan, type Tracer } from "../tracing/trace.ts";

/**
 * Work that falls due in the database; a run processes what is due now and may run in many processes at once.
 */
export interface SweeperJob {
  name: string;
  everyMs: number;
  run(): Promise<void>;
}

/** Options of Sweeper. */
export interface SweeperOptions {
  log: Pick<FastifyBaseLogger, "error">;
  /** Null without a collector of traces. */
  tracer: Tracer | null;
  /** Is called with each run of a job. */
  wrapRun: (run: () => Promise<void>) => Promise<void>;
}

/**
 * Runs each job repeatedly at its own interval until stopped, each run in a trace of its own; a failure is logged and
 * retried the next time.
 */
export class Sweeper {
  readonly #jobs: SweeperJob[];
  readonly #options: SweeperOptions;
  readonly #stopping = new AbortController();
  /** Time of each job's last successful run, in ms of performance.now(). */
  readonly #completedAt = new Map<string, number>();
  #loops: Promise<void>[] = [];

  constructor(jobs: SweeperJob[], options: SweeperOptions) {
    this.#jobs = jobs;
    this.#options = options;
    // Each job listens once; Node warns of more than ten listeners.
    setMaxListeners(jobs.length, this.#stopping.signal);
  }

  start(): void {
    for (const { name } of this.#jobs) this.#completedAt.set(name, performance.now());
    this.#loops = this.#jobs.map((job) => this.#loop(job));
  }

  /** Runs the named job once, now. Logs its failure and rethrows it. */
  async run(name: string): Promise<void> {
    const job = this.#jobs.find((candidate) => candidate.name === name);
    if (job === undefined) throw new Error(`no job is called ${name}`);
    await this.#run(job);
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
        await this.#run(job);
        this.#completedAt.set(job.name, performance.now());
      } catch {
        // Logged in its trace; the next run repeats the work.
      }
      // Only the abort can reject this sleep, and it ends the loop above.
      await sleep(job.everyMs, undefined, { signal }).catch(() => undefined);
    }
  }

  async #run(job: SweeperJob): Promise<void> {
    const { name } = job;
    const { log, tracer, wrapRun } = this.#options;
    const id = createTraceId();
    const span = tracer?.startRoot({ name: `job ${name}` }, { traceId: id }) ?? null;
    await runSpan({ id, span }, async () => {
      try {
        await wrapRun(() => job.run());
      } catch (error) {
        log.error({ err: error, job: name }, "sweeper job failed");
        throw error;
      }
    });
  }
}
