import { partitionCommand, partitionUsage } from "../src/server/cli/partition.ts";
import { runCliCommand } from "./lib/runCliCommand.ts";

// npm run partition: divides the tables of orders by month in the database of the running server.

await runCliCommand(partitionCommand, { usage: partitionUsage });
