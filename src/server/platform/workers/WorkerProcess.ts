import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import os from "node:os";
import path from "node:path";
import { projectRoot } from "../project-root.ts";

/** What a process says when it has done a job, or could not. */
type WorkerReply<Result> = { result: Result } | { failure: string };

/** A process that has nothing to do ends. */
const idleMs = 60_000;
/** Pictures and fonts are megabytes each: what glibc maps for one alone goes back when it is freed, and is not piled up. */
const mmapThresholdBytes = 131_072;

/** Where processors are short it gets a third of what the server gets. */
const niceness = 5;

/** A job was not done: the process could not, or ended. */
export class WorkerError extends Error {}

/**
 * One process that runs a script of ours, which answers each message with one. It is begun when there is something to do,
 * gives way to the server where the processor is short, and takes its memory with it when it ends.
 */
export class WorkerProcess<Job, Result> {
  readonly #script: string;
  readonly #memoryMb: number;
  #child: ChildProcess | null = null;
  #idleTimer: NodeJS.Timeout | undefined;

  /** `script`: below the project's folder. */
  constructor(script: string, memoryMb: number) {
    this.#script = script;
    this.#memoryMb = memoryMb;
  }

  /**
   * Does one job; the next one may come when this one is over. Throws WorkerError when it was not done, and the signal's
   * reason when that came first: the process is ended then, whatever it was doing.
   */
  async run(job: Job, signal: AbortSignal): Promise<Result> {
    clearTimeout(this.#idleTimer);
    const child = this.#ensureChild();
    refChild(child);
    const finished = new AbortController();
    const stopSignal = AbortSignal.any([finished.signal, signal]);
    try {
      // One that is gone says so by its end.
      child.send(job as object, () => undefined);
      const [reply] = (await Promise.race([
        once(child, "message", { signal: stopSignal }),
        once(child, "exit", { signal: stopSignal }).then(() => [{ failure: "the process ended" }]),
      ])) as [WorkerReply<Result>];
      if ("failure" in reply) throw new WorkerError(reply.failure);
      return reply.result;
    } catch (error) {
      // Whatever state it is in: the next job gets a fresh one.
      this.#clearChild(child);
      await killChild(child);
      throw signal.aborted ? signal.reason : error;
    } finally {
      finished.abort();
      unrefChild(child);
      this.#idleTimer = setTimeout(() => void this.stop(), idleMs).unref();
    }
  }

  /** Ends the process; what it is doing fails. */
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
      // Nothing of ours: no key and no address is of use for the work.
      env: { MALLOC_MMAP_THRESHOLD_: String(mmapThresholdBytes) },
    });
    // At once, before it has threads of its own, which keep what they began with.
    if (child.pid !== undefined) os.setPriority(child.pid, niceness);
    for (const event of ["error", "exit"]) child.once(event, () => this.#clearChild(child));
    this.#child = child;
    return child;
  }

  #clearChild(child: ChildProcess): void {
    if (this.#child === child) this.#child = null;
  }
}

/** Somebody waits for it. */
function refChild(child: ChildProcess): void {
  child.ref();
  child.channel?.ref();
}

/** It holds nobody up who wants to end. */
function unrefChild(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
}

/** Ends a process, unless it never began or is gone. */
async function killChild(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.ref();
  child.kill("SIGKILL");
  await gone;
}
