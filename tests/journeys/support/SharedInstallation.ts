import { rm } from "node:fs/promises";
import path from "node:path";
import { findPorts, Installation, type Ports } from "../../../scripts/lib/Installation.ts";
import { type Sandbox, startSandbox } from "../../../src/sandbox/startSandbox.ts";
import { createTestDatabase, type TestDatabase } from "../../support/databases/testDatabase.ts";
import { writeCredentials } from "../../support/databases/writeCredentials.ts";

/**
 * A running server that the test files of one worker use one after the other, each with a fresh copy of the demo
 * database and a new sandbox. The server goes on as after a loss of its database, which forgets nothing but caches; it
 * ends with the worker.
 */
export class SharedInstallation extends Installation {
  readonly #database: TestDatabase;
  #sandbox: Sandbox | null = null;

  private constructor(dataDir: string, ports: Ports, database: TestDatabase) {
    super(dataDir, ports);
    this.#database = database;
  }

  /** Starts it in a data folder, which remains when it ends. */
  static async start(dataDir: string): Promise<SharedInstallation> {
    await writeCredentials(dataDir);
    const database = await createTestDatabase("demo");
    const installation = new SharedInstallation(dataDir, await findPorts(), database);
    await installation.startSandbox();
    await installation.startServer();
    return installation;
  }

  override get databaseUrl(): string {
    return this.#database.url;
  }

  override get serverSettings(): Record<string, string> {
    return { ...super.serverSettings, DATABASE_URL: this.databaseUrl };
  }

  override async startSandbox(): Promise<void> {
    this.#sandbox = await startSandbox({
      port: this.ports.sandbox,
      wechatPort: this.ports.wechat,
      dataDir: this.dataDir,
      appUrl: this.url,
    });
    this.sandboxSettings = this.#sandbox.env;
  }

  override async killServer(): Promise<void> {
    throw new Error("other files use this server: a test that kills it needs startOwnEnvironment");
  }

  override killTree = this.killServer;

  /** Makes everything as it was at the start; resolves when the server is ready. */
  async reset(): Promise<void> {
    await this.#sandbox?.close();
    await rm(path.join(this.dataDir, "sandbox/pay.jsonl"), { force: true });
    await this.startSandbox();
    await this.#database.reset();
    await this.waitUntilReady();
  }
}
