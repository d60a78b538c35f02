import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import pg from "pg";
import { vi } from "vitest";
import { locateBinaries } from "#server/platform/embedded-postgres/binaries.ts";
import { prepareDataFolder } from "#server/platform/embedded-postgres/data-folder.ts";
import { chooseRunner } from "#server/platform/embedded-postgres/privileges.ts";
import { run } from "#server/platform/embedded-postgres/processes.ts";
import { freePort } from "../../../scripts/lib/freePort.ts";
import { waitOptions } from "../api/waitOptions.ts";
import { runSql } from "./sql.ts";

/** A streaming replica of a database, with the programs of an installed PostgreSQL. */
export class StreamingReplica {
  readonly url: string;
  readonly #command: string[];
  #child: ChildProcess | null = null;

  private constructor(url: string, command: string[]) {
    this.url = url;
    this.#command = command;
  }

  /** Copies the primary, of which `url` must have the rights of a superuser, into a folder that does not exist. */
  static async create(primaryUrl: string, dataDir: string, binDir: string): Promise<StreamingReplica> {
    const binaries = await locateBinaries(binDir);
    const folder = await prepareDataFolder(dataDir);
    const { prefix } = await chooseRunner(binaries, folder, { isRoot: process.getuid?.() === 0, run });
    const cluster = path.join(folder.path, "postgres");
    const copy = [path.join(binDir, "pg_basebackup"), `--dbname=${primaryUrl}`, `--pgdata=${cluster}`];
    const [file = "", ...args] = [...prefix, ...copy, "--checkpoint=fast", "--write-recovery-conf"];
    execFileSync(file, args, { stdio: "pipe", cwd: "/" });
    const url = new URL(primaryUrl);
    url.port = String(await freePort());
    // A replica with fewer connections or locks than its primary refuses to start.
    const [primary] = await runSql(
      primaryUrl,
      "select current_setting('max_connections') as connections, current_setting('max_locks_per_transaction') as locks",
    );
    const settings = {
      max_connections: String(primary?.connections),
      max_locks_per_transaction: String(primary?.locks),
      fsync: "off",
      listen_addresses: "127.0.0.1",
      port: url.port,
      unix_socket_directories: "",
      // Reads that stand in the way of changes are cancelled at once, and a lost primary is found again at once.
      max_standby_streaming_delay: "0",
      wal_retrieve_retry_interval: "100ms",
    };
    const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    return new StreamingReplica(url.href, [...prefix, binaries.postgres, "-D", cluster, ...flags]);
  }

  /** Starts it, and waits until it serves reads. */
  async start(): Promise<void> {
    const [file = "", ...args] = this.#command;
    this.#child = spawn(file, args, { stdio: "ignore", cwd: "/" });
    await vi.waitFor(async () => {
      const client = new pg.Client({ connectionString: this.url });
      try {
        await client.connect();
      } finally {
        await client.end();
      }
    }, waitOptions);
  }

  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null) return;
    const exited = once(child, "exit");
    child.kill("SIGINT");
    await exited;
  }
}
