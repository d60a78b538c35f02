import pg from "pg";
import { CliError } from "../../platform/CliError.ts";
import { latestMigrationMs } from "../../platform/database/migrate-database.ts";
import { configureSession, listTables, quoteIdentifier } from "../catalog.ts";
import { findViolations } from "../ledger-invariants.ts";

/** Paths of what customers and staff uploaded; copies of their data expire within a day. */
const picturesSql = "select path from files union all select path from invoice_files";

/** What was found in a database. */
export interface Verification {
  tables: number;
  rows: number;
  /** Violated ledger invariants; null when the tables are of another version, whose ledgers cannot be checked. */
  broken: string[] | null;
  /** Paths of the stored pictures that rows name; none for tables of another version. */
  pictures: string[];
}

/**
 * Reads every row of every table, which verifies the checksums of their pages, and checks the ledger
 * invariants. Rejects with PostgreSQL's error when a page is damaged.
 * @throws CliError when the database is empty
 */
export async function verifyDatabase(url: string): Promise<Verification> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    await configureSession(client);
    const { rows: known } = await client.query<{ is: boolean }>(
      "select to_regclass('drizzle.__drizzle_migrations') is not null as is",
    );
    if (!known[0]?.is) throw new CliError("The database is empty: there is nothing to check.");
    const tables = await listTables(client);
    let rows = 0;
    for (const { name } of tables) rows += await countWholeRows(client, name);
    const { rows: newest } = await client.query<{ newest: string | null }>(
      "select max(created_at)::text as newest from drizzle.__drizzle_migrations",
    );
    const isThisVersion = Number(newest[0]?.newest) === latestMigrationMs();
    const broken = isThisVersion
      ? await findViolations(async (text) => (await client.query(text)).rows)
      : null;
    const pictures = isThisVersion ? await client.query<{ path: string }>(picturesSql) : { rows: [] };
    return { tables: tables.length, rows, broken, pictures: pictures.rows.map(({ path }) => path) };
  } finally {
    await client.end();
  }
}

/** Counts rows by their text, so that large values outside of the table's own pages are read too. */
async function countWholeRows(client: pg.Client, table: string): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    `select count(t::text) as count from public.${quoteIdentifier(table)} t`,
  );
  return Number(rows[0]?.count);
}
