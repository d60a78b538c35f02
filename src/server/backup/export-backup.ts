import { once } from "node:events";
import { createWriteStream, existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import pg from "pg";
import { CliError } from "../platform/CliError.ts";
import { latestMigrationMs } from "../platform/database/migrate-database.ts";
import { configureSession, listTables, readSequences, readTable } from "./catalog.ts";
import { type BackupEnd, type BackupHead, endOfRowsMarker, formatName, formatVersion } from "./format.ts";
import { findViolations } from "./ledger-invariants.ts";

/** Result of an export. */
export interface ExportResult {
  tables: number;
  rows: number;
  /** Violated ledger invariants; null when the tables are of another version, whose ledgers cannot be checked. */
  broken: string[] | null;
}

/**
 * Writes a consistent snapshot of the database into a new file while servers keep running, and removes a
 * partial file on failure.
 * @throws CliError when the file exists, cannot be written, or the database has no tables
 */
export async function exportBackup(url: string, file: string): Promise<ExportResult> {
  if (existsSync(file)) throw new CliError(`${file} is there already: choose another name.`);
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  const tempFile = `${file}.part`;
  try {
    await configureSession(client);
    await beginSnapshot(client);
    const exported = await write(client, tempFile);
    await rename(tempFile, file);
    return exported;
  } catch (error) {
    await rm(tempFile, { force: true });
    throw fileError(error, file) ?? error;
  } finally {
    await client.end();
  }
}

/**
 * Begins a transaction with one snapshot. It locks the history of orders against being archived, before the snapshot is taken: a
 * snapshot does not show rows that are truncated meanwhile.
 */
async function beginSnapshot(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ is: boolean }>(
    "select to_regclass('public.order_history') is not null as is",
  );
  await client.query("begin isolation level repeatable read read only");
  if (rows[0]?.is) await client.query("lock table order_history in access share mode");
}

async function write(client: pg.Client, tempFile: string): Promise<ExportResult> {
  const newest = await newestMigration(client);
  const tables = await listTables(client);
  const zip = createGzip({ level: 6 });
  const out = createWriteStream(tempFile, { mode: 0o600, flags: "w" });
  const done = pipeline(zip, out);
  // Later writes and the final await see the failure; this only prevents an unhandled rejection.
  done.catch(() => undefined);
  const writeChunk = async (data: Buffer | string) => {
    if (zip.destroyed) await done;
    if (!zip.write(data)) await Promise.race([once(zip, "drain"), done]);
  };
  const writeLine = (value: unknown) => writeChunk(`${JSON.stringify(value)}\n`);
  const at = new Date().toISOString();
  await writeLine({
    format: formatName,
    version: formatVersion,
    newest,
    at,
  } satisfies BackupHead);
  let rows = 0;
  for (const table of tables) {
    await writeLine({ table });
    const contents = await readTable(client, table, writeChunk);
    rows += contents.rows;
    await writeChunk(endOfRowsMarker);
    await writeLine(contents);
  }
  const isThisVersion = newest === latestMigrationMs();
  const broken = isThisVersion ? await findViolations(async (text) => (await client.query(text)).rows) : null;
  const sequences = await readSequences(client);
  await writeLine({ sequences, tables: tables.length, broken: broken ?? [] } satisfies BackupEnd);
  zip.end();
  await done;
  return { tables: tables.length, rows, broken };
}

async function newestMigration(client: pg.Client): Promise<number> {
  const known = await client.query<{ is: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as is",
  );
  if (!known.rows[0]?.is) throw new CliError("The database is empty: there is nothing to export.");
  const { rows } = await client.query<{ newest: string }>(
    "select max(created_at)::text as newest from drizzle.__drizzle_migrations",
  );
  return Number(rows[0]?.newest);
}

/** Converts a file error that the operator can fix to a CliError; null for other errors. */
function fileError(error: unknown, file: string): CliError | null {
  const code = error instanceof Error && "code" in error ? error.code : "";
  if (code === "ENOSPC") return new CliError(`The disk that ${file} is on is full: nothing was written.`);
  if (code === "ENOENT" || code === "EACCES" || code === "EROFS" || code === "ENOTDIR")
    return new CliError(`${file} cannot be written (${code}): choose another place.`);
  return null;
}
