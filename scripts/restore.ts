import { restoreCommand, restoreUsage } from "../src/server/cli/restore.ts";
import { createBackupStorage } from "../src/server/create-deps.ts";
import { runBackupCommand } from "./lib/runBackupCommand.ts";

// npm run restore: puts the embedded database back as it was at some time; the server must not run.

await runBackupCommand(restoreUsage, async (args, config) => {
  const storage = createBackupStorage(config);
  try {
    const isConsistent = await restoreCommand(args, { config, storage, print: (line) => console.log(line) });
    if (!isConsistent) process.exitCode = 1;
  } finally {
    storage?.close();
  }
});
