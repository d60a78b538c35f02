import { createHash } from "node:crypto";
import { once } from "node:events";
import { finished } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { CliError } from "../platform/CliError.ts";
import { pgCode } from "../platform/database/database-errors.ts";
import {
  assertServerVersion,
  latestMigrationMs,
  migrationLock,
} from "../platform/database/migrate-database.ts";
import { BackupReader } from "./BackupReader.ts";
import {
  configureSession,
  listTables,
  quoteIdentifier,
  readTable,
  type Table,
  type TableChecksum,
} from "./catalog.ts";
import {
  type BackupEnd,
  type BackupHead,
  formatName,
  formatVersion,
  type TableEnd,
  type TableHead,
} from "./format.ts";
import { findViolations } from "./ledger-invariants.ts";
import { dropReferences, restoreReferences } from "./order-references.ts";
import { applyMigrations, clearDatabase, createTables, isDatabaseEmpty } from "./target-database.ts";

/** Result of an import. */
export interface ImportResult {
  tables: number;
  rows: number;
  /** Timestamp of the export (ISO 8601). */
  at: string;
  /** Whether the file had the tables of an older version, which were migrated to this one's. */
  isMigrated: boolean;
  broken: string[];
  /** Tables with rows that name an order which is missing, so that nothing holds them to their orders. */
  unrestored: string[];
}

const diskFull = "53100";
const maxConnectionChecks = 20;
const connectionCheckEveryMs = 100;

/**
 * Takes the migration lock unless this connection has it, and counts other connections; pg_stat_activity
 * hides the type of other users' connections, so these count as clients.
 */
const lockAndCountSql = `
  select exists (select 1 from pg_locks where locktype = 'advisory' and pid = pg_backend_pid() and granted)
      or pg_try_advisory_lock($1) as is,
    (select count(*)::int from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
       and coalesce(backend_type, 'client backend') = 'client backend') as others`;

/**
 * Restores a backup in one transaction: on failure the database stays as it was. Existing data is replaced
 * only with `replace`, and no other connection may be open. Compares every table with the file, migrates the
 * tables of an older version to this one's, and checks the ledger invariants, all before the commit.
 * @throws CliError
 */
export async function importBackup(
  url: string,
  file: string,
  { replace = false } = {},
): Promise<ImportResult> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  const reader = new BackupReader(file);
  try {
    const head = await readHead(reader, file);
    await client.connect();
    await assertServerVersion(client);
    await configureSession(client);
    await assertNoConnections(client);
    await client.query("begin");
    const imported = await restore(client, reader, head, replace);
    await client.query("commit");
    await client.query("select pg_advisory_unlock($1)", [migrationLock]);
    await client.query("analyze");
    return { ...imported, at: head.at };
  } catch (error) {
    if (pgCode(error) !== diskFull) throw error;
    throw new CliError("The disk of the database is full: nothing was changed.");
  } finally {
    await client.end();
    await reader.close();
  }
}

async function readHead(reader: BackupReader, file: string): Promise<BackupHead> {
  const head = (await reader.line()) as BackupHead;
  if (head.format !== formatName) throw new CliError(`${file} is no backup of this program.`);
  if (head.version > formatVersion || head.newest > latestMigrationMs())
    throw new CliError(`${file} was made by a newer version of this program: take it in with that one.`);
  return head;
}

/**
 * Throws CliError while other connections are open; holds the migration lock, so that a server started
 * from now on waits at its migration until this connection ends.
 */
async function assertNoConnections(client: pg.Client): Promise<void> {
  let others = 0;
  for (let nth = 0; nth < maxConnectionChecks; nth++) {
    const { rows } = await client.query<{ is: boolean; others: number }>(lockAndCountSql, [migrationLock]);
    others = rows[0]?.others ?? 0;
    if (others === 0 && rows[0]?.is) return;
    // A connection that was just closed may not have ended yet.
    await sleep(connectionCheckEveryMs);
  }
  throw new CliError(
    `This database is in use (other connections: ${others}): stop all servers and whatever else uses it first.`,
  );
}

async function restore(
  client: pg.Client,
  reader: BackupReader,
  head: BackupHead,
  replace: boolean,
): Promise<Omit<ImportResult, "at">> {
  if (!(await isDatabaseEmpty(client))) {
    if (!replace)
      throw new CliError("The database is not empty: say --replace to give up everything that is in it.");
    await clearDatabase(client);
  }
  await createTables(client, head.newest);
  const references = await dropReferences(client);
  const tables = new Map((await listTables(client)).map((table) => [table.name, table]));
  const names = [...tables.keys()].map((name) => `public.${quoteIdentifier(name)}`);
  // Migrations may insert rows.
  await client.query(`truncate ${names.join(", ")}`);
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  const taken: { table: Table; contents: TableChecksum }[] = [];
  let line = (await reader.line()) as TableHead | BackupEnd;
  for (; "table" in line; line = (await reader.line()) as TableHead | BackupEnd) {
    const { table } = line;
    if (!tables.has(table.name)) throw new CliError(`The backup has a table ${table.name} that is unknown.`);
    taken.push({ table, contents: await copyRows(client, reader, table) });
  }
  if (line.tables !== tables.size || taken.length !== tables.size)
    throw new CliError(`The backup has ${taken.length} tables, and ${tables.size} are needed.`);
  for (const [name, last] of Object.entries(line.sequences))
    await client.query("select setval(format('public.%I', $1::text)::regclass, $2)", [name, last]);
  for (const name of names) await client.query(`alter table ${name} enable trigger user`);
  const unrestored = await restoreReferences(client, references);
  for (const { table, contents } of taken)
    assertSameContents(table, await readTable(client, table), contents);
  const latest = latestMigrationMs();
  const isMigrated = head.newest < latest;
  // The invariants name this version's tables, and the file of an older version lists violations of its own.
  await applyMigrations(client, { after: head.newest, upTo: latest });
  const broken = await findViolations(async (text) => (await client.query(text)).rows);
  if (!isMigrated && toText(broken) !== toText(line.broken))
    throw new CliError(`The books are not those of the backup: ${broken.slice(0, 3).join("; ")}`);
  const rows = taken.reduce((sum, { contents }) => sum + contents.rows, 0);
  return { tables: taken.length, rows, isMigrated, broken, unrestored };
}

/** Rows come in any order. */
const toText = (broken: string[]) => [...broken].sort().join("\n");

async function copyRows(client: pg.Client, reader: BackupReader, table: Table): Promise<TableChecksum> {
  const list = table.columns.map(quoteIdentifier).join(", ");
  const into = client.query(copyFrom(`copy public.${quoteIdentifier(table.name)} (${list}) from stdin`));
  const done = finished(into);
  // Later writes and the final await see the failure; this only prevents an unhandled rejection.
  done.catch(() => undefined);
  const hash = createHash("sha256");
  try {
    for await (const chunk of reader.rows()) {
      hash.update(chunk);
      if (!into.write(chunk)) await Promise.race([once(into, "drain"), done]);
    }
  } catch (error) {
    into.destroy(error instanceof Error ? error : new Error(String(error)));
    throw error;
  }
  into.end();
  await done;
  const contents = (await reader.line()) as TableEnd;
  assertSameContents(table, { rows: into.rowCount, sha256: hash.digest("hex") }, contents);
  return contents;
}

function assertSameContents({ name }: Table, found: TableChecksum, wanted: TableChecksum): void {
  if (found.rows === wanted.rows && found.sha256 === wanted.sha256) return;
  throw new CliError(`The table ${name} is not what the backup says: ${found.rows} rows of ${wanted.rows}.`);
}
