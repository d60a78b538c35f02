import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { TestApp } from "../testApp.ts";

/** What the process is told to do. */
export type Order = { id: number } & ({ do: "pass"; ms: number } | { do: "sweep"; job: string });
/** What it answers; the first report names the port it listens on. */
export type Report = { of: number; failure?: string | null; port?: number };

const main = fileURLToPath(new URL("mortalMain.ts", import.meta.url));

/** A second server process of the same shop that is killed with -9 in the middle of its work and comes up again. */
export class Mortal {
  readonly #app: TestApp;
  #child: ChildProcess | null = null;
  #port = 0;
  #orders = 0;
  #passedMs: number;
  #rising: Promise<void> = Promise.resolve();
  readonly #waiting = new Map<number, (report: Report | null) => void>();
  /** How often it was killed. */
  kills = 0;

  private constructor(app: TestApp) {
    this.#app = app;
    this.#passedMs = app.clock.now().getTime() - Date.now();
  }

  static async begin(app: TestApp): Promise<Mortal> {
    const mortal = new Mortal(app);
    await mortal.#rise();
    return mortal;
  }

  /** Where it answers; null while it is down. */
  get url(): string | null {
    return this.#child === null ? null : `http://127.0.0.1:${this.#port}`;
  }

  /** Ends it at once, whatever it is doing, and lets it come up again behind the scenes. */
  kill(): void {
    if (this.#child === null) return;
    this.kills += 1;
    this.#child.kill("SIGKILL");
    this.#fell();
    this.#rising = this.#rise();
  }

  async pass(ms: number): Promise<void> {
    this.#passedMs += ms;
    await this.#tell({ do: "pass", ms });
  }

  /** Runs a job there; false when it died over it, or is down. */
  async sweep(job: string): Promise<boolean> {
    const report = await this.#tell({ do: "sweep", job });
    if (typeof report?.failure === "string") throw new Error(`${job}: ${report.failure}`);
    return report !== null;
  }

  /** Waits until it is up. */
  async risen(): Promise<void> {
    await this.#rising;
  }

  async close(): Promise<void> {
    await this.#rising;
    this.#child?.kill("SIGKILL");
    this.#fell();
  }

  #fell(): void {
    this.#child = null;
    for (const told of this.#waiting.values()) told(null);
    this.#waiting.clear();
  }

  async #tell(order: { do: "pass"; ms: number } | { do: "sweep"; job: string }): Promise<Report | null> {
    const child = this.#child;
    if (child === null) return null;
    this.#orders += 1;
    const id = this.#orders;
    return await new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      child.send({ id, ...order });
    });
  }

  async #rise(): Promise<void> {
    const { config, sandbox } = this.#app;
    const startedAtMs = this.#passedMs;
    const child = fork(main, {
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
      child.on("message", (report: Report) => {
        if (report.port !== undefined) resolve(report.port);
        this.#waiting.get(report.of)?.(report);
        this.#waiting.delete(report.of);
      });
    });
    child.removeAllListeners("exit");
    this.#child = child;
    this.#port = port;
    // Time that went by while it started.
    if (this.#passedMs > startedAtMs) await this.#tell({ do: "pass", ms: this.#passedMs - startedAtMs });
  }
}
