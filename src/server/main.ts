import { assertSettings } from "./assert-settings.ts";
import { type Config, loadConfig } from "./config.ts";
import { MigrationError } from "./platform/database/MigrationError.ts";
import { EmbeddedPostgresError } from "./platform/embedded-postgres/EmbeddedPostgresError.ts";
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "./platform/embedded-postgres/start-embedded-postgres.ts";
import { assertOpenFileLimit } from "./platform/open-file-limit.ts";
import { writeServerUrl } from "./platform/server-address-file.ts";
import { ConfigError } from "./read-env.ts";
import type { RunningServer } from "./serve.ts";

/** Time for requests in flight at a shutdown, after the drain delay. */
const shutdownTimeoutMs = 10_000;

/** The starting or running server process; `stop` shuts down whatever has started, in the right order. */
class ServerProcess {
  #config: Config | null = null;
  #embedded: EmbeddedPostgres | null = null;
  #running: Promise<RunningServer> | null = null;
  #stopping: Promise<void> | null = null;

  async start(config: Config): Promise<void> {
    this.#config = config;
    this.#running = this.#serve(config);
    const { url } = await this.#running;
    // Commands that find the database in this folder read the server's URL there too; with another database
    // both are configured.
    if (config.databaseUrl === null) await writeServerUrl(config.dataDir, config.publicUrl);
    process.stdout.write(`${JSON.stringify({ event: "ready", url })}\n`);
  }

  /** Finishes requests in flight, then closes the pool, then the database. */
  async stop(): Promise<void> {
    this.#stopping ??= (async () => {
      // A failed start has closed what it opened and reported its error.
      await this.#running?.then(
        (server) => server.close(),
        () => undefined,
      );
      await this.#embedded?.stop();
      if (this.#embedded !== null && this.#config?.backup) await shipLastWal(this.#config);
    })();
    await this.#stopping;
  }

  /** Loads the server's code while the database starts. */
  async #serve(config: Config): Promise<RunningServer> {
    const [{ serve }, url] = await Promise.all([
      import("./serve.ts"),
      config.databaseUrl ?? this.#startDatabase(config),
    ]);
    return await serve(config, url);
  }

  async #startDatabase(config: Config): Promise<string> {
    const { dataDir, pgBin, backup } = config;
    const log = (line: string) => {
      // While stopping, the database logs FATAL lines for connections that are closing anyway.
      if (this.#stopping === null && /\b(WARNING|ERROR|FATAL|PANIC)\b/.test(line))
        process.stderr.write(`postgres: ${line}\n`);
    };
    this.#embedded = await startEmbeddedPostgres({
      dataDir,
      binDir: pgBin ?? undefined,
      archivesWal: backup !== null,
      log,
    });
    this.#embedded.onExit(() => {
      process.stderr.write("The database ended unexpectedly; the server stops with it.\n");
      process.exit(1);
    });
    return this.#embedded.url;
  }
}

/** Stores the WAL files that the database archived while it stopped, so that a clean stop loses nothing. */
async function shipLastWal(config: Config): Promise<void> {
  const { shipWal } = await import("./backup/physical/ship-wal.ts");
  await shipWal(config).catch((error: unknown) => {
    process.stderr.write(
      `The last WAL files are not in the backup: the next start stores them (${error}).\n`,
    );
  });
}

/** EX_CONFIG of sysexits.h: restarting the process is useless before an operator has changed something. */
const configErrorExitCode = 78;

/** Returns whether restarting is futile until an operator has changed something. */
function isPermanentFailure(error: unknown): boolean {
  if (error instanceof ConfigError || error instanceof MigrationError) return true;
  if (error instanceof EmbeddedPostgresError) return !error.mayPass;
  const errorCode = error instanceof Error && "code" in error ? String(error.code) : "";
  return ["EADDRINUSE", "EACCES", "28P01", "28000", "3D000"].includes(errorCode);
}

/** Returns a sentence for failures that the operator can fix, and the stack for all others. */
function formatStartError(error: unknown): string {
  if (
    error instanceof ConfigError ||
    error instanceof EmbeddedPostgresError ||
    error instanceof MigrationError
  ) {
    return error.message;
  }
  if (!(error instanceof Error)) return String(error);
  const errorCode = "code" in error ? String(error.code) : "";
  if (errorCode === "EADDRINUSE")
    return `${error.message.replace(/^listen /, "")}: the port is taken; set PORT to a free one.`;
  if (errorCode === "EACCES") return `${error.message}: not allowed; choose another PORT or HOST.`;
  if (["ECONNREFUSED", "ENOTFOUND", "28P01", "28000", "3D000"].includes(errorCode)) {
    return `The database at DATABASE_URL cannot be used: ${error.message}`;
  }
  return error.stack ?? error.message;
}

async function main(): Promise<void> {
  const serverProcess = new ServerProcess();
  let shutdownDelayMs = 0;
  const stop = () => {
    setTimeout(() => process.exit(1), shutdownDelayMs + shutdownTimeoutMs).unref();
    serverProcess.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${formatStartError(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  try {
    assertOpenFileLimit();
    const config = loadConfig();
    assertSettings(config);
    shutdownDelayMs = config.shutdownDelayMs;
    if (config.stopsWithParent) process.stdin.on("end", stop).resume();
    await serverProcess.start(config);
  } catch (error) {
    process.stderr.write(`${formatStartError(error)}\n`);
    await serverProcess.stop();
    process.exit(isPermanentFailure(error) ? configErrorExitCode : 1);
  }
}

await main();
