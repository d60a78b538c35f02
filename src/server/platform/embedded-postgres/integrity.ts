import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts";
import { hasCode } from "./processes.ts";

/** Without these files PostgreSQL's own programs exit with a bare code, or create a new, empty database. */
const requiredFiles = ["PG_VERSION", "global/pg_control"];

/** Selects a table, index, sequence or view whose file is missing. */
const missingFilesQuery = `select c.relname as name, pg_relation_filepath(c.oid) as file
  from pg_class c
  where c.relpersistence <> 't' and pg_relation_filenode(c.oid) is not null
    and pg_stat_file(pg_relation_filepath(c.oid), true) is null
  limit 1`;

/** PostgreSQL's codes for missing or damaged files: undefined_file, data_corrupted, index_corrupted. */
const damageCodes = ["58P01", "XX001", "XX002"];

/**
 * Refuses an existing database folder without the files that every database has.
 * @throws EmbeddedPostgresError
 */
export async function assertRequiredFiles(cluster: string): Promise<void> {
  if (!(await isNonEmpty(cluster))) return;
  for (const name of requiredFiles)
    if (!(await exists(join(cluster, name)))) throw missingFileError(cluster, name);
}

/**
 * Refuses a database with a missing file: it would serve until a query reads from that file. Checks only that
 * each file exists, which takes some ms for all of them.
 * @throws EmbeddedPostgresError
 */
export async function assertNoMissingFiles(url: string, cluster: string): Promise<void> {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string; file: string }>(missingFilesQuery);
    if (rows[0] !== undefined) throw missingFileError(cluster, `${rows[0].file} (${rows[0].name})`);
  } catch (error) {
    if (!hasCode(error, ...damageCodes)) throw error;
    const message = error instanceof Error ? error.message : String(error);
    throw new EmbeddedPostgresError(
      `Restore the data folder ${cluster} from a backup: it is damaged (${message}).`,
      {
        cause: error,
      },
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function isNonEmpty(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length > 0;
  } catch (error) {
    // A folder of another owner is reported by a later check.
    if (hasCode(error, "ENOENT", "EACCES")) return false;
    throw error;
  }
}

async function exists(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch (error) {
    if (hasCode(error, "ENOENT")) return false;
    throw error;
  }
}

function missingFileError(cluster: string, file: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `Restore the data folder ${cluster} from a backup: its file ${file} is missing, and what was in it cannot be made up.`,
  );
}
