import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, vi } from "vitest";
import { findRunningDatabase } from "#server/platform/embedded-postgres/running-database.ts";
import { type ExpectedState, SimulatedCustomer } from "../../../scripts/chaos/SimulatedCustomer.ts";
import { freePort } from "../../../scripts/lib/freePort.ts";
import { end, kill, processTree } from "../../../scripts/lib/Installation.ts";
import { root } from "../../../scripts/lib/paths.mjs";
import { type Sandbox, startSandbox } from "../../../src/sandbox/startSandbox.ts";
import { query } from "../../../src/server/platform/embedded-postgres/fixtures/test-harness.ts";
import { waitOptions } from "../api/waitOptions.ts";
import { writeCredentials } from "../databases/writeCredentials.ts";

/** How a command ended. */
export interface CommandResult {
  status: number | null;
  output: string;
}

/**
 * The real server in a process of its own, with the embedded database, a folder for backups and the demo chain,
 * and the commands of its operator.
 */
export class BackedUpServer {
  readonly dataDir: string;
  readonly backupDir: string;
  readonly expected: ExpectedState = { orders: new Map(), paid: new Set(), calls: 0, failures: 0 };
  readonly #folder: string;
  readonly #port: number;
  readonly #sandbox: Sandbox;
  #server: ChildProcess | null = null;
  #customers = 0;
  /** What the server has logged. */
  log = "";

  private constructor(folder: string, port: number, sandbox: Sandbox) {
    this.#folder = folder;
    this.#port = port;
    this.#sandbox = sandbox;
    this.dataDir = path.join(folder, "data");
    this.backupDir = path.join(folder, "backup");
  }

  static async create(): Promise<BackedUpServer> {
    const folder = await mkdtemp(path.join(tmpdir(), "shidan-backup-"));
    const port = await freePort();
    await writeCredentials(folder);
    await mkdir(path.join(folder, "backup"));
    const appUrl = `http://127.0.0.1:${port}`;
    const sandbox = await startSandbox({ port: 0, dataDir: folder, appUrl, notifyBackoffMs: [50, 100, 200] });
    return new BackedUpServer(folder, port, sandbox);
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Starts the server and waits until it is ready. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, ["--import", "tsx", path.join(root, "src/server/main.ts")], {
      env: { ...this.#env, PARENT_PIPE: "1" },
      stdio: ["pipe", "pipe", "inherit"],
    });
    this.#server = child;
    child.stdout?.on("data", (chunk: Buffer) => {
      this.log += chunk.toString();
    });
    await vi.waitFor(async () => expect((await fetch(`${this.url}/readyz`)).status).toBe(200), {
      ...waitOptions,
      timeout: 60_000,
    });
  }

  /** Kills the server process; its database stops by itself. */
  async killServer(): Promise<void> {
    await kill(this.#server, (pid) => [pid]);
  }

  /** Kills the server and its database with all its processes. */
  async killTree(): Promise<void> {
    await kill(this.#server, processTree);
  }

  /** Stops the server as its service manager does; returns whether it stopped by itself. */
  async stop(): Promise<boolean> {
    return await end(this.#server);
  }

  /** Removes everything on the disk of the database. */
  async loseDisk(): Promise<void> {
    await rm(this.dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }

  /** Starts `npm run <name> -- <args>` without npm. */
  spawnCommand(name: string, ...args: string[]): ChildProcess {
    const script = path.join(root, "scripts", `${name}.ts`);
    return spawn(process.execPath, ["--import", "tsx", script, ...args], {
      env: this.#env,
      stdio: ["ignore", "pipe", "pipe"],
    });
  }

  /** Runs `npm run <name> -- <args>` to its end. */
  async run(name: string, ...args: string[]): Promise<CommandResult> {
    const child = this.spawnCommand(name, ...args);
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk: Buffer) => {
        output += chunk.toString();
      });
    const status = await new Promise<number | null>((resolve) => child.once("close", resolve));
    return { status, output };
  }

  /** Logs a new customer in who orders and pays until that many further payments were made. */
  async order(payments: number): Promise<void> {
    const abort = new AbortController();
    const place = { url: this.url, sandboxUrl: this.#sandbox.url };
    const customer = new SimulatedCustomer(place, this.expected, abort.signal);
    this.#customers += 1;
    await customer.login(`1370000${String(this.#customers).padStart(4, "0")}`);
    const goal = this.expected.paid.size + payments;
    const ordering = customer.run();
    try {
      await vi.waitFor(() => expect(this.expected.paid.size).toBeGreaterThanOrEqual(goal), waitOptions);
    } finally {
      abort.abort();
      await ordering;
    }
  }

  /** Runs a statement on the database of the running server. */
  async sql(text: string): Promise<Record<string, unknown>[]> {
    return await query(await findRunningDatabase(this.dataDir), text);
  }

  /** Lists the files in a folder of the backup; none when it is not there. */
  async listBackup(folder: string): Promise<string[]> {
    const at = path.join(this.backupDir, folder);
    return existsSync(at) ? (await readdir(at)).sort() : [];
  }

  /** Waits until the backup has this many complete base backups. */
  async waitForBases(count: number): Promise<void> {
    const options = { ...waitOptions, timeout: 90_000 };
    await vi.waitFor(async () => expect(await this.listBackup("manifests")).toHaveLength(count), options);
  }

  /** Returns the folder of the database's WAL files in the backup. */
  async findWalFolder(): Promise<string> {
    const names = await this.listBackup(".");
    return path.join(names.find((name) => /^\d+$/.test(name)) ?? "", "wal");
  }

  /** Finishes the current WAL file and waits until it is stored. */
  async archiveWal(): Promise<void> {
    const [row] = await this.sql("select pg_walfile_name(pg_switch_wal()) as name");
    const folder = await this.findWalFolder();
    await vi.waitFor(
      async () => expect(await this.listBackup(folder)).toContain(`${row?.name}.gz`),
      waitOptions,
    );
  }

  async close(): Promise<void> {
    if (this.#server !== null) await end(this.#server);
    await this.#sandbox.close();
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }

  get #env(): Record<string, string> {
    return {
      PATH: process.env.PATH ?? "",
      ...this.#sandbox.env,
      DATA_DIR: this.dataDir,
      BACKUP_DIR: this.backupDir,
      FILES_DIR: path.join(this.#folder, "pictures"),
      PORT: String(this.#port),
      SEED_DEMO: "1",
      REQUESTS_PER_MINUTE: "1000000",
    };
  }
}
