import { adminCommand, adminUsage } from "../src/server/cli/admin.ts";
import { migrateDatabase } from "../src/server/platform/database/migrate-database.ts";
import { runCliCommand } from "./lib/runCliCommand.ts";

// npm run admin: lists, adds, changes and dismisses members of staff, also in an empty external database.

await runCliCommand(
  async (args, context, { databaseUrl }) => {
    if (databaseUrl !== null) await migrateDatabase(databaseUrl);
    await adminCommand(args, context);
  },
  { usage: adminUsage },
);
