import { userInfo } from "node:os";
import type { CliContext } from "../../src/server/cli/CliContext.ts";
import { type Config, loadConfig } from "../../src/server/config.ts";
import { GatewayError } from "../../src/server/gateways/GatewayError.ts";
import { CliError } from "../../src/server/platform/CliError.ts";
import { Database } from "../../src/server/platform/database/Database.ts";
import { MigrationError } from "../../src/server/platform/database/MigrationError.ts";
import { EmbeddedPostgresError } from "../../src/server/platform/embedded-postgres/EmbeddedPostgresError.ts";
import { findRunningDatabase } from "../../src/server/platform/embedded-postgres/running-database.ts";
import { systemClock } from "../../src/server/platform/time/clock.ts";
import { ConfigError } from "../../src/server/read-env.ts";
import { fail } from "./fail.mjs";

type Command = (args: string[], context: CliContext, config: Config) => Promise<unknown>;

/** Errors whose message is one sentence for the operator. */
const sentences = [CliError, ConfigError, EmbeddedPostgresError, GatewayError, MigrationError];

/** Returns the name of the system's user, or its number in a container that gives it no name. */
function findUserName(): string {
  try {
    return userInfo().username;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return String(process.getuid?.());
  }
}

interface CliOptions {
  /** Printed for --help, without reading any setting. */
  usage: string;
  readConfig?: () => Config | Promise<Config>;
}

/**
 * Runs an operator's command on the database of the running server and ends the process with 1 when it fails.
 */
export async function runCliCommand(
  command: Command,
  { usage, readConfig = loadConfig }: CliOptions,
): Promise<void> {
  if (process.argv.slice(2).some((word) => word === "--help" || word === "-h")) {
    console.log(usage);
    return;
  }
  try {
    const config = await readConfig();
    const url = config.databaseUrl ?? (await findRunningDatabase(config.dataDir));
    const database = new Database(url, { size: 1, onIdleError: (error) => fail(error.message) });
    const print = (line: string) => console.log(line);
    const context = { database, clock: systemClock, user: findUserName(), print };
    try {
      await command(process.argv.slice(2), context, config);
    } finally {
      await database.close();
    }
  } catch (error) {
    if (error instanceof Error && sentences.some((kind) => error instanceof kind)) fail(error.message);
    throw error;
  }
}
