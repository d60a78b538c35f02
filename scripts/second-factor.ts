import { userInfo } from "node:os";
import { CliError, secondFactorCommand } from "../src/server/cli/second-factor.ts";
import { loadConfig } from "../src/server/config.ts";
import { Database } from "../src/server/platform/database/Database.ts";
import { EmbeddedPostgresError } from "../src/server/platform/embedded-postgres/EmbeddedPostgresError.ts";
import { findRunningDatabase } from "../src/server/platform/embedded-postgres/running-database.ts";
import { systemClock } from "../src/server/platform/time/clock.ts";
import { ConfigError } from "../src/server/read-env.ts";
import { fail } from "./lib/fail.mjs";

// npm run second-factor: removes the second factor of a staff member from the database of the running server.

async function main(): Promise<void> {
  const { databaseUrl, dataDir } = loadConfig();
  const url = databaseUrl ?? (await findRunningDatabase(dataDir));
  const database = new Database(url, { size: 1, onIdleError: (error) => fail(error.message) });
  try {
    await secondFactorCommand(process.argv.slice(2), {
      database,
      clock: systemClock,
      user: userInfo().username,
      print: (line) => console.log(line),
    });
  } finally {
    await database.close();
  }
}

main().catch((error: unknown) => {
  const isSentence =
    error instanceof CliError || error instanceof ConfigError || error instanceof EmbeddedPostgresError;
  if (!isSentence) throw error;
  fail(error.message);
});
