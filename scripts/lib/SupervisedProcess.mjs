// @ts-check
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { root } from "./paths.mjs";
import { writeLine } from "./writeLine.mjs";

const STOP_LIMIT_MS = 15_000;
/** Uptime in ms after which the failure count is reset. */
const STABLE_AFTER_MS = 60_000;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 30_000;
/** Interval in ms between log lines about a server that is not ready. */
const REPORT_EVERY_MS = 60_000;
/**
 * Exit code of a process that needs an operator to change something (EX_CONFIG of sysexits.h); it has logged
 * the reason.
 */
const EXIT_NEEDS_OPERATOR = 78;

/**
 * The JSON line that a process prints when it is ready.
 * @typedef {{ event: string, url: string, wechatUrl?: string, env?: Record<string, string> }} Ready
 */

/**
 * @typedef {object} SupervisedProcessOptions
 * @property {string} name name used in messages: "server"
 * @property {string[]} args arguments of Node.js
 * @property {() => NodeJS.ProcessEnv} env read at every start
 * @property {string} event the `event` of its ready line
 * @property {boolean} [patient] after a crash, wait for `restart` instead of restarting
 * @property {number} [firstPauseMs] pause after the second failure in a row; doubles with each further one
 * @property {(ready: Ready) => void} [onReady] called after every start
 * @property {(code: number) => void} onEnd called when the process has exited for good by itself
 */

/** A process exited before it was ready; one that exited with a code has logged its reason itself. */
export class StartError extends Error {
  /** @param {string} name @param {number | null} code @param {NodeJS.Signals | null} signal */
  constructor(name, code, signal) {
    super(`The ${name} ended before it was ready (${signal ?? `exit code ${code}`}).`);
    this.code = code;
    this.told = code !== null && code !== 0;
    this.needsPerson = code === EXIT_NEEDS_OPERATOR;
  }
}

/**
 * A child process that is restarted when it crashes or fails to start: at once, then after growing pauses of
 * up to 30 s, until it is ready. Gives up only when an operator must change something. The child gets a pipe
 * as its standard input and PARENT_PIPE=1: when the pipe closes, its launcher has been killed and it must
 * exit.
 */
export class SupervisedProcess {
  /** @type {import("node:child_process").ChildProcess | undefined} */
  #child;
  /** @type {Promise<void>} */
  #ended = Promise.resolve();
  #shouldRun = false;
  #closed = false;
  /** @type {Promise<void>} */
  #restarts = Promise.resolve();
  #failures = 0;
  #servesSince = 0;
  #reportedAt = Number.NEGATIVE_INFINITY;
  #pause = new AbortController();

  /** @param {SupervisedProcessOptions} kept */
  constructor(kept) {
    this.kept = kept;
  }

  get isRunning() {
    return this.#child !== undefined;
  }

  /**
   * Starts the process, retrying failures that may be temporary, and resolves when it is ready.
   * @returns {Promise<Ready>}
   * @throws {StartError} when an operator must change something, or the process is stopped before it is ready
   */
  async start() {
    this.#shouldRun = true;
    for (;;) {
      try {
        const ready = await this.#launch();
        this.#servesSince = performance.now();
        this.kept.onReady?.(ready);
        return ready;
      } catch (error) {
        const isPermanent = !(error instanceof StartError) || error.needsPerson || this.kept.patient;
        if (isPermanent || !(await this.#waitBeforeRetry(error.message))) throw error;
      }
    }
  }

  /** Stops the process gracefully and starts it again; restarts run one after the other. */
  restart() {
    this.#restarts = this.#restarts.then(async () => {
      await this.#stopChild();
      await this.#restartChild();
    });
    return this.#restarts;
  }

  /** Stops the process for good: gracefully, then with SIGKILL after 15 s. Idempotent. */
  async stop() {
    this.#closed = true;
    await this.#stopChild();
  }

  async #stopChild() {
    this.#shouldRun = false;
    this.#pause.abort();
    const child = this.#child;
    if (child === undefined) return;
    child.kill("SIGTERM");
    const timer = setTimeout(() => child.kill("SIGKILL"), STOP_LIMIT_MS);
    await this.#ended;
    clearTimeout(timer);
  }

  /** @returns {Promise<Ready>} */
  #launch() {
    const { name, args, env, event } = this.kept;
    // Detached: Ctrl+C reaches a whole process group at once, but the launcher alone decides the order of
    // shutdown.
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...env(), PARENT_PIPE: "1" },
      detached: true,
      stdio: ["pipe", "pipe", "inherit"],
    });
    this.#child = child;
    return new Promise((resolve, reject) => {
      let ready = false;
      createInterface({ input: child.stdout }).on("line", (line) => {
        const message = parseReadyLine(line, event);
        if (message === undefined) writeLine(line);
        ready ||= message !== undefined;
        if (message !== undefined) resolve(message);
      });
      this.#ended = new Promise((done) => {
        child.once("exit", (code, signal) => {
          this.#child = undefined;
          done();
          if (ready) this.#afterEnd(code, signal);
          else reject(new StartError(name, code, signal));
        });
      });
    });
  }

  /** @param {number | null} code @param {NodeJS.Signals | null} signal */
  #afterEnd(code, signal) {
    if (!this.#shouldRun) return;
    if (code === 0) {
      this.kept.onEnd(0);
      return;
    }
    console.error(`The ${this.kept.name} ended unexpectedly (${signal ?? `exit code ${code}`}).`);
    void this.#recover();
  }

  async #recover() {
    if (this.kept.patient) {
      console.error(`The ${this.kept.name} waits for the next change of its sources.`);
      return;
    }
    if (performance.now() - this.#servesSince > STABLE_AFTER_MS) this.#failures = 0;
    if (await this.#waitBeforeRetry(`The ${this.kept.name} keeps ending.`)) await this.#restartChild();
  }

  async #restartChild() {
    if (this.#closed) return;
    const start = performance.now();
    try {
      await this.start();
      console.error(`The ${this.kept.name} serves again after ${Math.round(performance.now() - start)} ms.`);
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      if (!this.#shouldRun) return;
      console.error(error.message);
      if (this.kept.patient) console.error(`The ${this.kept.name} waits for the next change of its sources.`);
      else this.kept.onEnd(1);
    }
  }

  /**
   * Waits for the back-off of this failure; returns whether the process should still be started.
   * @param {string} what
   */
  async #waitBeforeRetry(what) {
    const { firstPauseMs = FIRST_PAUSE_MS } = this.kept;
    const pauseMs =
      this.#failures === 0 ? 0 : Math.min(MAX_PAUSE_MS, firstPauseMs * 2 ** (this.#failures - 1));
    this.#failures += 1;
    if (this.#failures > 1 && performance.now() - this.#reportedAt > REPORT_EVERY_MS) {
      this.#reportedAt = performance.now();
      console.error(`${what} It is tried again, after ${MAX_PAUSE_MS / 1000} s at the latest each time.`);
    }
    this.#pause = new AbortController();
    await sleep(pauseMs, undefined, { signal: this.#pause.signal }).catch(() => undefined);
    return this.#shouldRun;
  }
}

/**
 * @param {string} line
 * @param {string} event
 * @returns {Ready | undefined}
 */
function parseReadyLine(line, event) {
  if (!line.startsWith("{") || !line.includes(`"${event}"`)) return undefined;
  try {
    const message = JSON.parse(line);
    return message.event === event ? message : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
