import { secondFactorCommand, secondFactorUsage } from "../src/server/cli/second-factor.ts";
import { runCliCommand } from "./lib/runCliCommand.ts";

// npm run second-factor: removes the second factor of a staff member from the database of the running server.

await runCliCommand(secondFactorCommand, { usage: secondFactorUsage });
