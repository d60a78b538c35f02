// @ts-check
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { root } from "./paths.mjs";

const STOP_LIMIT_MS = 15_000;
const WINDOW_MS = 60_000;
const MOST_RESTARTS = 5;

/**
 * The one JSON line that a process prints when it serves.
 * @typedef {{ event: string, url: string, wechatUrl?: string, env?: Record<string, string> }} Ready
 */

/**
 * @typedef {object} Kept
 * @property {string} name how sentences call it: "server"
 * @property {string[]} args what Node.js runs
 * @property {() => NodeJS.ProcessEnv} env read at every start
 * @property {string} event the `event` of its ready line
 * @property {boolean} [patient] after a crash, wait for `restart` rather than start it again
 * @property {(ready: Ready) => void} [onReady] called after every start
 * @property {(code: number) => void} onEnd called when it has gone for good by itself
 */

/** A process that ended before it was ready; it has told its reason itself when it left with a code. */
export class StartError extends Error {
  /** @param {string} name @param {number | null} code @param {NodeJS.Signals | null} signal */
  constructor(name, code, signal) {
    super(`The ${name} ended before it was ready (${signal ?? `exit code ${code}`}).`);
    this.told = code !== null && code !== 0;
  }
}

/**
 * A child process that is started again when it crashes, at most 5 times a minute. It gets a pipe as its
 * standard input and PARENT_PIPE=1: when the pipe closes, its launcher has been killed and it must end.
 */
export class KeptProcess {
  /** @type {import("node:child_process").ChildProcess | undefined} */
  #child;
  /** @type {Promise<void>} */
  #ended = Promise.resolve();
  #wanted = false;
  #closed = false;
  /** @type {Promise<void>} */
  #restarts = Promise.resolve();
  /** @type {number[]} */
  #crashes = [];

  /** @param {Kept} kept */
  constructor(kept) {
    this.kept = kept;
  }

  get isRunning() {
    return this.#child !== undefined;
  }

  /**
   * Starts it and resolves when it serves.
   * @returns {Promise<Ready>}
   * @throws {StartError} when it ends before that
   */
  async start() {
    this.#wanted = true;
    const ready = await this.#launch();
    this.kept.onReady?.(ready);
    return ready;
  }

  /** Stops it gracefully and starts it again, one restart after the other. */
  restart() {
    this.#restarts = this.#restarts.then(async () => {
      await this.#halt();
      await this.#startAgain();
    });
    return this.#restarts;
  }

  /** Ends it for good: asks it to, and kills it when it has not ended within 15 s; safe to call again. */
  async stop() {
    this.#closed = true;
    await this.#halt();
  }

  async #halt() {
    this.#wanted = false;
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
    // Detached: Ctrl+C reaches a whole group at once, but the launcher alone decides who ends first.
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
        const told = readyLine(line, event);
        if (told === undefined) process.stdout.write(`${line}\n`);
        ready ||= told !== undefined;
        if (told !== undefined) resolve(told);
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
    if (!this.#wanted) return;
    if (code === 0) {
      this.kept.onEnd(0);
      return;
    }
    console.error(`The ${this.kept.name} ended unexpectedly (${signal ?? `exit code ${code}`}).`);
    this.#recover();
  }

  #recover() {
    if (this.kept.patient) {
      console.error(`The ${this.kept.name} waits for the next change of its sources.`);
      return;
    }
    const now = performance.now();
    this.#crashes = [...this.#crashes.filter((at) => now - at < WINDOW_MS), now];
    if (this.#crashes.length > MOST_RESTARTS) {
      console.error(
        `The ${this.kept.name} was started again ${MOST_RESTARTS} times within a minute: giving up.`,
      );
      this.kept.onEnd(1);
      return;
    }
    this.#startAgain();
  }

  async #startAgain() {
    if (this.#closed) return;
    const start = performance.now();
    try {
      await this.start();
      console.error(`The ${this.kept.name} serves again after ${Math.round(performance.now() - start)} ms.`);
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      if (!this.#wanted) return;
      console.error(error.message);
      this.#recover();
    }
  }
}

/**
 * @param {string} line
 * @param {string} event
 * @returns {Ready | undefined}
 */
function readyLine(line, event) {
  if (!line.startsWith("{") || !line.includes(`"${event}"`)) return undefined;
  try {
    const told = JSON.parse(line);
    return told.event === event ? told : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
