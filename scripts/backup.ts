import { baseBackupCommand, baseBackupUsage } from "../src/server/cli/base-backup.ts";
import { createBackupStorage } from "../src/server/create-deps.ts";
import { withEmbeddedDatabase } from "./lib/embeddedDatabase.ts";
import { runBackupCommand } from "./lib/runBackupCommand.ts";

// npm run backup: makes a base backup of the embedded database, whether its server runs or not.

await runBackupCommand(baseBackupUsage, async (args, config) => {
  const storage = createBackupStorage(config);
  try {
    await baseBackupCommand(args, {
      config,
      storage,
      withDatabase: (work) => withEmbeddedDatabase(config, work),
      print: (line) => console.log(line),
    });
  } finally {
    storage?.close();
  }
});
