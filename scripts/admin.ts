import { adminCommand, adminUsage } from "../src/server/cli/admin.ts";
import type { Database } from "../src/server/platform/database/Database.ts";
import { migrateDatabase } from "../src/server/platform/database/migrate-database.ts";
import { runCliCommand } from "./lib/runCliCommand.ts";

// npm run admin: lists, adds, changes and dismisses members of staff, also in an empty external database.

await runCliCommand(
  async (args, context, { databaseUrl }) => {
    // Tables of an earlier version are left to the start of the server, which other processes may be using.
    if (databaseUrl !== null && (await isDatabaseEmpty(context.database))) await migrateDatabase(databaseUrl);
    await adminCommand(args, context);
  },
  { usage: adminUsage },
);

/** Returns whether a database has no tables of ours yet. */
async function isDatabaseEmpty({ pool }: Database): Promise<boolean> {
  const { rows } = await pool.query<{ is_empty: boolean }>("select to_regclass('staff') is null as is_empty");
  return rows[0]?.is_empty === true;
}
