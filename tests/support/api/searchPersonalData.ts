import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { TestApp } from "./testApp.ts";

/** Where a text was found: `table.column` of the database, or a file of the storage. */
export interface Finding {
  place: string;
  text: string;
}

/** What reads the database that is searched. */
interface DatabaseReader {
  sql<Row extends Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>;
}

/** Lists all columns of all tables that can hold text, with the expression that reads them as text. */
async function listTextColumns({
  sql,
}: DatabaseReader): Promise<{ table: string; column: string; read: string }[]> {
  const rows = await sql<{ table: string; column: string; type: string }>(
    `select table_name as table, column_name as column, data_type as type from information_schema.columns
     where table_schema = 'public' and data_type in ('text', 'character varying', 'json', 'jsonb', 'bytea', 'ARRAY')
     order by 1, 2`,
  );
  return rows.map(({ table, column, type }) => ({
    table,
    column,
    read: type === "bytea" ? `encode(searched."${column}", 'escape')` : `searched."${column}"::text`,
  }));
}

/** Searches every text of every table for these texts. */
export async function searchTables(database: DatabaseReader, texts: string[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { table, column, read } of await listTextColumns(database)) {
    const found = await database.sql<{ text: string }>(
      `select distinct wanted.word as text from "${table}" searched, unnest($1::text[]) wanted (word)
       where position(wanted.word in ${read}) > 0`,
      [texts],
    );
    findings.push(...found.map(({ text }) => ({ place: `${table}.${column}`, text })));
  }
  return findings;
}

/** Where the searched files are. */
interface FileHost {
  config: Pick<TestApp["config"], "filesDir">;
}

/** Lists the files of the storage. */
export async function listStoredFiles({ config }: FileHost): Promise<string[]> {
  const entries = await readdir(config.filesDir, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}

/** Searches the contents of all stored files for these texts. */
export async function searchFiles(host: FileHost, texts: string[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const file of await listStoredFiles(host)) {
    const bytes = await readFile(file);
    for (const text of texts) if (bytes.includes(text)) findings.push({ place: file, text });
  }
  return findings;
}
