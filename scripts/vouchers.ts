import { userInfo } from "node:os";
import { vouchersCommand } from "../src/server/cli/vouchers.ts";
import { loadConfig } from "../src/server/config.ts";
import { VoucherError } from "../src/server/modules/voucher/VoucherError.ts";
import { Database } from "../src/server/platform/database/Database.ts";
import { EmbeddedPostgresError } from "../src/server/platform/embedded-postgres/EmbeddedPostgresError.ts";
import { findRunningDatabase } from "../src/server/platform/embedded-postgres/running-database.ts";
import { readServerUrl } from "../src/server/platform/server-address-file.ts";
import { systemClock } from "../src/server/platform/time/clock.ts";
import { ConfigError } from "../src/server/read-env.ts";
import { fail } from "./lib/fail.mjs";

// npm run vouchers: issues, shows and voids vouchers in the database of the running server.

async function main(): Promise<void> {
  const { databaseUrl, dataDir, publicUrl } = loadConfig();
  const { PUBLIC_URL, PORT, HOST } = process.env;
  const isPublicUrlSet = [PUBLIC_URL, PORT, HOST].some((text) => text?.trim());
  const url = databaseUrl ?? (await findRunningDatabase(dataDir));
  const database = new Database(url, { size: 1, onIdleError: (error) => fail(error.message) });
  try {
    await vouchersCommand(process.argv.slice(2), {
      database,
      clock: systemClock,
      // Precedence: the operator's setting, the running server's URL, the default.
      publicUrl: isPublicUrlSet ? publicUrl : ((await readServerUrl(dataDir)) ?? publicUrl),
      user: userInfo().username,
      print: (line) => console.log(line),
    });
  } finally {
    await database.close();
  }
}

main().catch((error: unknown) => {
  const isSentence =
    error instanceof VoucherError || error instanceof ConfigError || error instanceof EmbeddedPostgresError;
  if (!isSentence) throw error;
  fail(error.message);
});
