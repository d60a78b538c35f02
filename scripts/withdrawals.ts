import { withdrawalsCommand, withdrawalsUsage } from "../src/server/cli/withdrawals.ts";
import { runCliCommand } from "./lib/runCliCommand.ts";

// npm run withdrawals: shows and settles withdrawals in the database of the running server.

await runCliCommand(withdrawalsCommand, { usage: withdrawalsUsage });
