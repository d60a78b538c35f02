import { CliError } from "../platform/CliError.ts";
import { pgCode } from "../platform/database/database-errors.ts";
import { busyCodes } from "../platform/partitions/change-tables.ts";
import { partitionTables } from "../platform/partitions/partition-tables.ts";
import type { CliContext } from "./CliContext.ts";

/** Usage text of the command. */
export const partitionUsage = `Usage: npm run partition
  divides the tables of orders, messages and events into partitions by month, while servers run; a second run goes on where one was interrupted
  Read "Partitions by month" in docs/operations.md first: only an export and import makes whole tables again.`;

/**
 * Divides the tables of orders, messages and events by month.
 * @throws CliError for arguments, for tables that cannot be divided, while another process changes partitions, and when tables
 *   are busy all the time
 */
export async function partitionCommand(
  args: string[],
  { database, clock, print }: CliContext,
): Promise<void> {
  if (args.length > 0) throw new CliError(partitionUsage);
  const startedAt = performance.now();
  const onStep = (step: string) =>
    print(`${((performance.now() - startedAt) / 1_000).toFixed(1).padStart(7)} s  ${step}`);
  const isDone = await database
    .maintain((client) => partitionTables(client, { now: clock.now(), onStep }))
    .catch((error: unknown) => {
      if (!busyCodes.includes(pgCode(error) ?? "")) throw error;
      throw new CliError(
        "The tables were busy for minutes: run it again at a quieter time, it goes on from here.",
      );
    });
  if (!isDone) throw new CliError("Another process is changing partitions: try again in a minute.");
  print(
    "The tables of orders, messages and events are divided by month. Servers add the months to come by themselves.",
  );
}
