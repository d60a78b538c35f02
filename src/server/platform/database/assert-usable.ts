import type pg from "pg";
import { MigrationError } from "./MigrationError.ts";
import { listOwnTables } from "./own-tables.ts";

/** SQLSTATE of a statement for which the user lacks a right. */
export const insufficientPrivilege = "42501";

/** Throws MigrationError for a database that does not store texts as UTF-8: it would cut and compare Chinese by bytes. */
export async function assertEncoding(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; encoding: string }>(
    `select datname as name, pg_encoding_to_char(encoding) as encoding from pg_database
     where datname = current_database()`,
  );
  const { name, encoding } = rows[0] ?? { name: "", encoding: "" };
  if (encoding !== "UTF8")
    throw new MigrationError(
      `The database ${name} has the encoding ${encoding}; it must be UTF8. Create it with: createdb --encoding=UTF8 --template=template0 ${name}`,
    );
}

/** Throws MigrationError when the user may not write one of the migrated tables, or not count one of their sequences. */
export async function assertWritable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ kind: string; name: string }>(
    `with own as (
       select c.oid from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'public' and c.relkind in ('r', 'p') and c.relname = any($1)),
     used as (
       select oid from own
       union select d.objid from pg_depend d join own on d.refobjid = own.oid
       where d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass)
     select case c.relkind when 'S' then 'sequence' else 'table' end as kind, c.relname as name
     from used join pg_class c on c.oid = used.oid
     where c.relkind in ('r', 'p', 'S')
       and not case when c.relkind = 'S' then has_sequence_privilege(c.oid, 'usage')
         else has_table_privilege(c.oid, 'select') and has_table_privilege(c.oid, 'insert')
           and has_table_privilege(c.oid, 'update') and has_table_privilege(c.oid, 'delete') end
     order by c.relname limit 1`,
    [listOwnTables()],
  );
  const [first] = rows;
  if (first !== undefined) throw await missingRight(client, `write the ${first.kind} ${first.name}`);
}

/** Returns the failure of a user who lacks a right, with what gives all rights. */
export async function missingRight(client: pg.Client, what: string): Promise<MigrationError> {
  const { rows } = await client.query<{ user: string; name: string }>(
    "select current_user as user, current_database() as name",
  );
  const { user, name } = rows[0] ?? { user: "", name: "" };
  return new MigrationError(
    `The user ${user} of DATABASE_URL may not ${what}. It must own the database and its tables: ALTER DATABASE ${name} OWNER TO ${user}; for tables of another user also REASSIGN OWNED BY that user TO ${user}.`,
  );
}
