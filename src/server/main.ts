import { checkSettings } from "./checkSettings.ts";
import { type Config, loadConfig } from "./config.ts";
import { EmbeddedPostgresError } from "./platform/embedded-postgres/EmbeddedPostgresError.ts";
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "./platform/embedded-postgres/startEmbeddedPostgres.ts";
import { keepAddress } from "./platform/keptAddress.ts";
import { MigrationError } from "./platform/MigrationError.ts";
import { checkOpenFiles } from "./platform/openFiles.ts";
import { ConfigError } from "./readEnv.ts";
import type { Serving } from "./serve.ts";

/** Beyond the time for draining, what is in flight has so long. */
const stopMs = 10_000;

/** The process that is coming up or serving; `stop` ends whatever of it is there, in the right order. */
class ServerProcess {
  #embedded: EmbeddedPostgres | null = null;
  #serving: Promise<Serving> | null = null;
  #stopping: Promise<void> | null = null;

  async start(config: Config): Promise<void> {
    this.#serving = this.#serve(config);
    const { url } = await this.#serving;
    // Commands that find the database in this folder find the address there too; others are told both.
    if (config.databaseUrl === null) await keepAddress(config.dataDir, config.publicUrl);
    process.stdout.write(`${JSON.stringify({ event: "ready", url })}\n`);
  }

  /** Finishes what is in flight, then closes the pool, then the database. */
  async stop(): Promise<void> {
    this.#stopping ??= (async () => {
      // A start that failed has closed what it opened and told why.
      await this.#serving?.then(
        (serving) => serving.close(),
        () => undefined,
      );
      await this.#embedded?.stop();
    })();
    await this.#stopping;
  }

  /** The code of the server is loaded while the database comes up. */
  async #serve(config: Config): Promise<Serving> {
    const [{ serve }, url] = await Promise.all([
      import("./serve.ts"),
      config.databaseUrl ?? this.#startDatabase(config),
    ]);
    return await serve(config, url);
  }

  async #startDatabase(config: Config): Promise<string> {
    const { dataDir, pgBin } = config;
    const log = (line: string) => {
      // While stopping, the database says good-bye to connections that are closing anyway.
      if (this.#stopping === null && /\b(WARNING|ERROR|FATAL|PANIC)\b/.test(line))
        process.stderr.write(`postgres: ${line}\n`);
    };
    this.#embedded = await startEmbeddedPostgres({ dataDir, binDir: pgBin ?? undefined, log });
    this.#embedded.onExit(() => {
      process.stderr.write("The database ended unexpectedly; the server stops with it.\n");
      process.exit(1);
    });
    return this.#embedded.url;
  }
}

/** As sysexits.h has it: what starts this process again need not, before a person has changed something. */
const needsPersonCode = 78;

/** Whether trying again is in vain until a person has changed something. */
function needsPerson(error: unknown): boolean {
  if (error instanceof ConfigError || error instanceof MigrationError) return true;
  if (error instanceof EmbeddedPostgresError) return !error.mayPass;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return ["EADDRINUSE", "EACCES", "28P01", "28000", "3D000"].includes(code);
}

/** One sentence for failures the operator can mend; everything else keeps its stack. */
function sentence(error: unknown): string {
  if (
    error instanceof ConfigError ||
    error instanceof EmbeddedPostgresError ||
    error instanceof MigrationError
  ) {
    return error.message;
  }
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? String(error.code) : "";
  if (code === "EADDRINUSE")
    return `${error.message.replace(/^listen /, "")}: the port is taken; set PORT to a free one.`;
  if (code === "EACCES") return `${error.message}: not allowed; choose another PORT or HOST.`;
  if (["ECONNREFUSED", "ENOTFOUND", "28P01", "28000", "3D000"].includes(code)) {
    return `The database at DATABASE_URL cannot be used: ${error.message}`;
  }
  return error.stack ?? error.message;
}

async function main(): Promise<void> {
  const running = new ServerProcess();
  let drainMs = 0;
  const stop = () => {
    setTimeout(() => process.exit(1), drainMs + stopMs).unref();
    running.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${sentence(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  try {
    checkOpenFiles();
    const config = loadConfig();
    checkSettings(config);
    drainMs = config.drainMs;
    if (config.endsWithParent) process.stdin.on("end", stop).resume();
    await running.start(config);
  } catch (error) {
    process.stderr.write(`${sentence(error)}\n`);
    await running.stop();
    process.exit(needsPerson(error) ? needsPersonCode : 1);
  }
}

await main();
