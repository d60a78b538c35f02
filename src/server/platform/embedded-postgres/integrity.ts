import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts";
import { hasCode } from "./processes.ts";

/** Without these the database's own programs end with a code and no advice, or make a new, empty database. */
const requiredFiles = ["PG_VERSION", "global/pg_control"];

/** Every table, index, sequence and view that has a file, and whose file is not there. */
const missingFilesQuery = `select c.relname as name, pg_relation_filepath(c.oid) as file
  from pg_class c
  where c.relpersistence <> 't' and pg_relation_filenode(c.oid) is not null
    and pg_stat_file(pg_relation_filepath(c.oid), true) is null
  limit 1`;

/** What PostgreSQL says of files that are gone or hold something else: undefined_file, data_corrupted, index_corrupted. */
const damageCodes = ["58P01", "XX001", "XX002"];

/**
 * Refuses a database folder that is there and lacks what no database can be without.
 * @throws EmbeddedPostgresError
 */
export async function assertRequiredFiles(cluster: string): Promise<void> {
  if (!(await isNonEmpty(cluster))) return;
  for (const name of requiredFiles)
    if (!(await exists(join(cluster, name)))) throw missingFileError(cluster, name);
}

/**
 * Refuses a database of which a file is missing: it would serve until somebody asks for what was in it. Looks only whether
 * each file is there, some milliseconds for all of them.
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
    // Whose folder it is, is another's to say.
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
