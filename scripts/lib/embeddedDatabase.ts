import { existsSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { shipWal } from "../../src/server/backup/physical/ship-wal.ts";
import type { Config } from "../../src/server/config.ts";
import { CliError } from "../../src/server/platform/CliError.ts";
import { hasCode } from "../../src/server/platform/embedded-postgres/processes.ts";
import { findRunningDatabase } from "../../src/server/platform/embedded-postgres/running-database.ts";
import { startEmbeddedPostgres } from "../../src/server/platform/embedded-postgres/start-embedded-postgres.ts";

/** Runs work on the embedded database of the running server, or starts the database for it. */
export async function withEmbeddedDatabase<T>(config: Config, work: (url: string) => Promise<T>): Promise<T> {
  const { dataDir, pgBin, backup } = config;
  if (!existsSync(path.join(dataDir, "postgres", "PG_VERSION")))
    throw new CliError(`There is no database in ${dataDir}: say with DATA_DIR where it is.`);
  const url = await findServing(dataDir);
  if (url !== null) return await work(url);
  const log = (line: string) => {
    if (/\b(FATAL|PANIC)\b/.test(line)) process.stderr.write(`postgres: ${line}\n`);
  };
  const settings = { dataDir, binDir: pgBin ?? undefined, archivesWal: backup !== null, log };
  const database = await startEmbeddedPostgres(settings);
  try {
    return await work(database.url);
  } finally {
    await database.stop();
    await shipWal(config);
  }
}

/** Returns the URL of the database that a server runs; null when a killed one only left its process file. */
async function findServing(dataDir: string): Promise<string | null> {
  if (!existsSync(path.join(dataDir, "postgres", "postmaster.pid"))) return null;
  const url = await findRunningDatabase(dataDir);
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    return url;
  } catch (error) {
    if (hasCode(error, "ENOENT", "ECONNREFUSED")) return null;
    throw error;
  } finally {
    await client.end();
  }
}
