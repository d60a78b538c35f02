import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "./freePort.ts";
import { findRedis } from "./redis.mjs";

/** More databases than servers of test files: each takes one of its own, by chance. */
export const redisDatabases = 10_000;

/** A Redis without persistence on a port of its own, which can be killed and started again. */
export class RedisServer {
  readonly #port: number;
  readonly #args: string[];
  #child: ChildProcess | null = null;

  private constructor(port: number, args: string[]) {
    this.#port = port;
    this.#args = args;
  }

  /** Chooses a port without starting; `args` are further arguments of redis-server. */
  static async create(...args: string[]): Promise<RedisServer> {
    return new RedisServer(await freePort(), args);
  }

  /** Its address without a database. */
  get address(): string {
    return `redis://127.0.0.1:${this.#port}`;
  }

  /** Starts it, and waits until it accepts connections. */
  async start(): Promise<void> {
    const program = findRedis(process.env);
    if (program === undefined) throw new Error("redis-server is missing.");
    const settings = {
      port: this.#port,
      bind: "127.0.0.1",
      save: "",
      appendonly: "no",
      databases: redisDatabases,
    };
    const flags = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
    this.#child = spawn(program, [...flags, ...this.#args], { stdio: "ignore", cwd: tmpdir() });
    while (!(await this.#acceptsConnections())) {
      if (this.#child === null || this.#child.exitCode !== null || this.#child.signalCode !== null)
        throw new Error("Redis ended before it was ready.");
      await sleep(20);
    }
  }

  async #acceptsConnections(): Promise<boolean> {
    const socket = connect(this.#port, "127.0.0.1");
    try {
      await once(socket, "connect");
      return true;
    } catch {
      return false;
    } finally {
      socket.destroy();
    }
  }

  /** Lets it hang: it keeps its connections and answers nothing, until `resume`. */
  hang(): void {
    this.#child?.kill("SIGSTOP");
  }

  resume(): void {
    this.#child?.kill("SIGCONT");
  }

  /** Ends it as a crash does. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null) return;
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
  }
}
