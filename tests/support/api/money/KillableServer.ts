import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { TestApp } from "../testApp.ts";

/** A command to the process. */
export type Command = { id: number } & ({ do: "pass"; ms: number } | { do: "sweep"; job: string });
/** Result of a command; the first report contains the port it listens on. */
export type CommandResult = { of: number; failure?: string | null; port?: number };

const mainScript = fileURLToPath(new URL("killableServerMain.ts", import.meta.url));

/**
 * A second server process of the same app that is killed with SIGKILL in the middle of its work and
 * restarted.
 */
export class KillableServer {
  readonly #app: TestApp;
  #child: ChildProcess | null = null;
  #port = 0;
  #commandCount = 0;
  #clockOffsetMs: number;
  #starting: Promise<void> = Promise.resolve();
  readonly #pending = new Map<number, (result: CommandResult | null) => void>();
  /** Number of kills. */
  kills = 0;

  private constructor(app: TestApp) {
    this.#app = app;
    this.#clockOffsetMs = app.clock.now().getTime() - Date.now();
  }

  static async start(app: TestApp): Promise<KillableServer> {
    const server = new KillableServer(app);
    await server.#launch();
    return server;
  }

  /** Its address; null while it is down. */
  get url(): string | null {
    return this.#child === null ? null : `http://127.0.0.1:${this.#port}`;
  }

  /** Kills the process at once and restarts it in the background. */
  kill(): void {
    if (this.#child === null) return;
    this.kills += 1;
    this.#child.kill("SIGKILL");
    this.#markDown();
    this.#starting = this.#launch();
  }

  async advanceClock(ms: number): Promise<void> {
    this.#clockOffsetMs += ms;
    await this.#sendCommand({ do: "pass", ms });
  }

  /** Runs a job there; returns false when the process was killed meanwhile, or is down. */
  async runJob(job: string): Promise<boolean> {
    const result = await this.#sendCommand({ do: "sweep", job });
    if (typeof result?.failure === "string") throw new Error(`${job}: ${result.failure}`);
    return result !== null;
  }

  /** Waits until the process is up. */
  async waitUntilUp(): Promise<void> {
    await this.#starting;
  }

  async close(): Promise<void> {
    await this.#starting;
    this.#child?.kill("SIGKILL");
    this.#markDown();
  }

  #markDown(): void {
    this.#child = null;
    for (const resolvePending of this.#pending.values()) resolvePending(null);
    this.#pending.clear();
  }

  async #sendCommand(
    command: { do: "pass"; ms: number } | { do: "sweep"; job: string },
  ): Promise<CommandResult | null> {
    const child = this.#child;
    if (child === null) return null;
    this.#commandCount += 1;
    const id = this.#commandCount;
    return await new Promise((resolve) => {
      this.#pending.set(id, resolve);
      child.send({ id, ...command });
    });
  }

  async #launch(): Promise<void> {
    const { config, sandbox } = this.#app;
    const startedAtMs = this.#clockOffsetMs;
    const child = fork(mainScript, {
      execArgv: ["--import", "tsx"],
      env: {
        ...process.env,
        ...sandbox.env,
        DATABASE_URL: config.databaseUrl ?? "",
        DATA_DIR: config.dataDir,
        PUBLIC_URL: config.publicUrl,
        REQUESTS_PER_MINUTE: "1000000",
        SERVICE_HOURS: "00:00-24:00",
        PAYMENT_ANSWER_MS: "20000",
        CLOCK_OFFSET_MS: String(startedAtMs),
      },
    });
    const port = await new Promise<number>((resolve, reject) => {
      child.once("exit", (code) =>
        reject(new Error(`the server process ended with ${code} before it was up`)),
      );
      child.on("message", (result: CommandResult) => {
        if (result.port !== undefined) resolve(result.port);
        this.#pending.get(result.of)?.(result);
        this.#pending.delete(result.of);
      });
    });
    child.removeAllListeners("exit");
    this.#child = child;
    this.#port = port;
    // The clock was moved while the process started.
    if (this.#clockOffsetMs > startedAtMs)
      await this.#sendCommand({ do: "pass", ms: this.#clockOffsetMs - startedAtMs });
  }
}
