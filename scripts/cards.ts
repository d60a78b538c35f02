import { userInfo } from "node:os";
import { memberCardsCommand } from "../src/server/cli/member-cards.ts";
import { loadConfig } from "../src/server/config.ts";
import { CardError } from "../src/server/modules/card/CardError.ts";
import { Database } from "../src/server/platform/database/Database.ts";
import { EmbeddedPostgresError } from "../src/server/platform/embedded-postgres/EmbeddedPostgresError.ts";
import { findRunningDatabase } from "../src/server/platform/embedded-postgres/running-database.ts";
import { systemClock } from "../src/server/platform/time/clock.ts";
import { ConfigError } from "../src/server/read-env.ts";
import { fail } from "./lib/fail.mjs";

// npm run cards: issues, shows, adjusts and disables member cards in the database of the running server.

async function main(): Promise<void> {
  const { databaseUrl, dataDir } = loadConfig();
  const url = databaseUrl ?? (await findRunningDatabase(dataDir));
  const database = new Database(url, { size: 1, onIdleError: (error) => fail(error.message) });
  try {
    await memberCardsCommand(process.argv.slice(2), {
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
    error instanceof CardError || error instanceof ConfigError || error instanceof EmbeddedPostgresError;
  if (!isSentence) throw error;
  fail(error.message);
});
