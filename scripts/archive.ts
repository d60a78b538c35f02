import { archiveCommand, archiveUsage } from "../src/server/cli/archive.ts";
import { createArchiveStorage } from "../src/server/create-deps.ts";
import { runCliCommand } from "./lib/runCliCommand.ts";

// npm run archive: moves the history of old orders from the database of the running server into files.

await runCliCommand(
  async (args, context, config) => {
    const storage = createArchiveStorage(config);
    try {
      await archiveCommand(args, { ...context, storage });
    } finally {
      storage?.close();
    }
  },
  { usage: archiveUsage },
);
