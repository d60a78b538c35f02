import { partitionCommand, partitionUsage } from "../src/server/cli/partition.ts";
import { runCliCommand } from "./lib/runCliCommand.ts";

// npm run partition: divides the tables of orders, messages and events by month in the database of the running server.

await runCliCommand(partitionCommand, { usage: partitionUsage });
