import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import os from "node:os";
import path from "node:path";
import { projectRoot } from "../project-root.ts";

/** A worker's message: the result of a job, or its failure. */
type WorkerReply<Result> = { result: Result } | { failure: string };

/** Time without jobs after which a process is stopped, in ms. */
const idleMs = 60_000;
/**
 * Images and fonts are megabytes each: glibc maps allocations of this size separately and returns them to the
 * system when freed.
 */
const mmapThresholdBytes = 131_072;

/** When CPU time is short, a worker gets a third of the server's share. */
const niceness = 5;

/** A job failed: the script reported a failure, or the process ended. */
export class WorkerError extends Error {}

/**
 * Runs a script that replies to each message with one. The process starts on demand, has lower CPU priority
 * than the server, and releases its memory when it ends.
 */
export class WorkerProcess<Job, Result> {
  readonly #script: string;
  readonly #memoryMb: number;
  #child: ChildProcess | null = null;
  #idleTimer: NodeJS.Timeout | undefined;

  /** `script` is relative to the project's folder. */
  constructor(script: string, memoryMb: number) {
    this.#script = script;
    this.#memoryMb = memoryMb;
  }

  /**
   * Runs one job; the next may start when it has ended. Kills the process after any failure.
   * @throws WorkerError when the job fails, or the signal's reason when that aborts first
   */
  async run(job: Job, signal: AbortSignal): Promise<Result> {
    clearTimeout(this.#idleTimer);
    const child = this.#ensureChild();
    refChild(child);
    const finished = new AbortController();
    const stopSignal = AbortSignal.any([finished.signal, signal]);
    try {
      // A dead process is noticed by its exit event.
      child.send(job as object, () => undefined);
      const [reply] = (await Promise.race([
        once(child, "message", { signal: stopSignal }),
        once(child, "exit", { signal: stopSignal }).then(() => [{ failure: "the process ended" }]),
      ])) as [WorkerReply<Result>];
      if ("failure" in reply) throw new WorkerError(reply.failure);
      return reply.result;
    } catch (error) {
      // Whatever state the process is in: the next job gets a fresh one.
      this.#clearChild(child);
      await killChild(child);
      throw signal.aborted ? signal.reason : error;
    } finally {
      finished.abort();
      unrefChild(child);
      this.#idleTimer = setTimeout(() => void this.stop(), idleMs).unref();
    }
  }

  /** Stops the process; its current job fails. */
  async stop(): Promise<void> {
    clearTimeout(this.#idleTimer);
    const child = this.#child;
    this.#child = null;
    if (child !== null) await killChild(child);
  }

  #ensureChild(): ChildProcess {
    if (this.#child !== null) return this.#child;
    const child = fork(path.join(projectRoot(), this.#script), {
      execArgv: [`--max-old-space-size=${this.#memoryMb}`],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      // Inherits none of the server's environment: its keys and URLs are of no use for the job.
      env: { MALLOC_MMAP_THRESHOLD_: String(mmapThresholdBytes) },
    });
    // Immediately, before the process creates threads, which keep the priority they start with.
    if (child.pid !== undefined) os.setPriority(child.pid, niceness);
    for (const event of ["error", "exit"]) child.once(event, () => this.#clearChild(child));
    this.#child = child;
    return child;
  }

  #clearChild(child: ChildProcess): void {
    if (this.#child === child) this.#child = null;
  }
}

/** Keeps the server process alive while a job runs. */
function refChild(child: ChildProcess): void {
  child.ref();
  child.channel?.ref();
}

/** Lets the server process end while no job runs. */
function unrefChild(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
}

/** Kills a process, unless it never started or has ended. */
async function killChild(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.ref();
  child.kill("SIGKILL");
  await gone;
}
