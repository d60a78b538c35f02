import { parseArgs } from "node:util";
import { exportBackup } from "../backup/export-backup.ts";
import { importBackup } from "../backup/import-backup.ts";
import { verifyDatabase } from "../backup/physical/verify-database.ts";
import { CliError } from "../platform/CliError.ts";

/** Usage text of the command. */
export const backupUsage = `Usage: npm run db -- <what> [<file>]
  export <file>               writes the whole database into a new file, also while servers run
  import <file>               puts it into an empty database, the embedded one or that of DATABASE_URL
      --replace               gives up what is in the database
  check                       reads every row of the database and checks its ledgers
Pictures are not in it: copy FILES_DIR or the bucket as well.`;

/** Dependencies of the command. */
export interface BackupContext {
  /** Runs work on the database; starts the embedded one for it when it is used and no server runs. */
  withDatabase<T>(what: "export" | "import", work: (url: string) => Promise<T>): Promise<T>;
  print: (line: string) => void;
}

const options = { replace: { type: "boolean", default: false } } as const;
/** Maximum number of violations printed. */
const maxLines = 20;

function parseCommandLine(args: string[]) {
  try {
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
    const [what, file, ...rest] = positionals;
    return { what, file, rest, replace: values.replace };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new CliError(`${error.message}\n${backupUsage}`);
  }
}

/**
 * Runs the export or import; returns whether no ledger invariant is violated.
 * @throws CliError
 */
export async function backupCommand(args: string[], context: BackupContext): Promise<boolean> {
  const { what: command, file, rest, replace } = parseCommandLine(args);
  const isKnown = (command === "export" && !replace) || command === "import";
  if (command === "check" && file === undefined && !replace) return await check(context);
  if (!isKnown || file === undefined || rest.length > 0) throw new CliError(backupUsage);
  if (command === "export") {
    const done = await context.withDatabase(command, (url) => exportBackup(url, file));
    context.print(`${file}: ${done.tables} tables, ${done.rows} rows.`);
    if (done.broken === null)
      context.print("The tables are of another version than this program: the books were not checked.");
    return printViolations(done.broken, context);
  }
  const done = await context.withDatabase("import", (url) => importBackup(url, file, { replace }));
  context.print(
    `${done.tables} tables, ${done.rows} rows, as they were at ${done.at}: all compared with ${file}.`,
  );
  if (done.isMigrated) context.print("An older version made it: its tables were migrated to this version.");
  if (done.unrestored.length > 0)
    context.print(
      `Without a foreign key, because they name orders that are missing: ${done.unrestored.join(", ")}.`,
    );
  return printViolations(done.broken, context);
}

async function check(context: BackupContext): Promise<boolean> {
  const { tables, rows, broken } = await context.withDatabase("export", verifyDatabase);
  context.print(`All rows were read: ${tables} tables, ${rows} rows.`);
  if (broken === null)
    context.print("The tables are of another version than this program: the books were not checked.");
  return printLedgers(broken, context);
}

function printViolations(broken: string[] | null, context: BackupContext): boolean {
  const isConsistent = printLedgers(broken, context);
  context.print("Pictures are not in it: copy FILES_DIR or the bucket as well.");
  return isConsistent;
}

function printLedgers(broken: string[] | null, { print }: BackupContext): boolean {
  for (const line of broken?.slice(0, maxLines) ?? []) print(line);
  if (broken !== null)
    print(broken.length === 0 ? "The books agree." : `The books are wrong in ${broken.length} places.`);
  return broken === null || broken.length === 0;
}
