import { existsSync } from "node:fs";
import path from "node:path";
import { backupCommand } from "../src/server/cli/backup.ts";
import { loadConfig } from "../src/server/config.ts";
import { CliError } from "../src/server/platform/CliError.ts";
import { MigrationError } from "../src/server/platform/database/MigrationError.ts";
import { EmbeddedPostgresError } from "../src/server/platform/embedded-postgres/EmbeddedPostgresError.ts";
import { findRunningDatabase } from "../src/server/platform/embedded-postgres/running-database.ts";
import { startEmbeddedPostgres } from "../src/server/platform/embedded-postgres/start-embedded-postgres.ts";
import { ConfigError } from "../src/server/read-env.ts";
import { fail } from "./lib/fail.mjs";

// npm run db: dumps the database into a file while the server runs, and restores such a file into a database.

/** Error codes of an unreachable database or refused credentials. */
const unreachable = ["ECONNREFUSED", "ENOENT", "ENOTFOUND", "28P01", "28000", "3D000"];

const { databaseUrl, dataDir, pgBin } = loadSettings();

function loadSettings() {
  try {
    return loadConfig();
  } catch (error) {
    if (error instanceof ConfigError) return fail(error.message);
    throw error;
  }
}

/** Starts the embedded database while the work runs; fails when a server runs on its data folder. */
async function withDatabase<T>(work: (url: string) => Promise<T>): Promise<T> {
  const log = (line: string) => {
    if (/\b(FATAL|PANIC)\b/.test(line)) process.stderr.write(`postgres: ${line}\n`);
  };
  const database = await startEmbeddedPostgres({ dataDir, binDir: pgBin ?? undefined, log });
  try {
    return await work(database.url);
  } finally {
    await database.stop();
  }
}

async function withExport<T>(work: (url: string) => Promise<T>): Promise<T> {
  if (existsSync(path.join(dataDir, "postgres", "postmaster.pid")))
    return await work(await findRunningDatabase(dataDir));
  if (!existsSync(path.join(dataDir, "postgres", "PG_VERSION")))
    throw new CliError(`There is no database in ${dataDir}: say with DATA_DIR or DATABASE_URL where it is.`);
  return await withDatabase(work);
}

try {
  const isLedgerConsistent = await backupCommand(process.argv.slice(2), {
    withDatabase: (what, work) => {
      if (databaseUrl !== null) return work(databaseUrl);
      return what === "export" ? withExport(work) : withDatabase(work);
    },
    print: (line) => console.log(line),
  });
  if (!isLedgerConsistent) process.exitCode = 1;
} catch (error) {
  const isSentence =
    error instanceof CliError || error instanceof MigrationError || error instanceof EmbeddedPostgresError;
  if (isSentence) fail(error.message);
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (!unreachable.includes(code)) throw error;
  fail(`The database cannot be used: ${(error as Error).message}`);
}
