import pg from "pg";

/** What stands in the way of a new table of the same name, and has to be made anew on it; definitions are statements. */
export interface TableDefinition {
  indexes: {
    name: string;
    definition: string;
    isUnique: boolean;
    isPrimary: boolean;
    /** False after a build that was interrupted. */
    isValid: boolean;
    columns: string[];
  }[];
  triggers: { name: string; definition: string }[];
  /** Foreign keys to other tables. */
  foreignKeys: { name: string; definition: string }[];
  /** Rights of other roles. */
  grants: { role: string; privilege: string }[];
  /** Sequences that belong to a column, qualified. */
  sequences: { name: string; column: string }[];
}

/** Returns whether a table is divided into partitions. */
export async function isPartitioned(client: pg.ClientBase, table: string): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>(
    "select relkind = 'p' as is from pg_class where oid = $1::regclass",
    [table],
  );
  return rows[0]?.is === true;
}

/** Lists the names of a table's partitions in alphabetical order. */
export async function listPartitions(client: pg.ClientBase, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = $1::regclass order by c.relname collate "C"`,
    [table],
  );
  return rows.map(({ name }) => name);
}

/** Reads what a table consists of besides its columns and checks. */
export async function readDefinition(client: pg.ClientBase, table: string): Promise<TableDefinition> {
  const read = async <Row extends pg.QueryResultRow>(text: string) =>
    (await client.query<Row>(text, [table])).rows;
  return {
    indexes: await read(
      `select c.relname as name, pg_get_indexdef(c.oid) as definition, i.indisunique as "isUnique",
         i.indisprimary as "isPrimary", i.indisvalid as "isValid",
         array(select attname::text from pg_attribute where attrelid = i.indrelid and attnum = any(i.indkey)) as columns
       from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = $1::regclass order by c.relname`,
    ),
    triggers: await read(
      `select tgname as name, pg_get_triggerdef(oid) as definition from pg_trigger
       where tgrelid = $1::regclass and not tgisinternal order by tgname`,
    ),
    foreignKeys: await read(
      `select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
       where conrelid = $1::regclass and contype = 'f' order by conname`,
    ),
    grants: await read(
      `select case a.grantee when 0 then 'public' else a.grantee::regrole::text end as role, a.privilege_type as privilege
       from pg_class c, aclexplode(c.relacl) a where c.oid = $1::regclass and a.grantee <> c.relowner`,
    ),
    sequences: await read(
      `select d.objid::regclass::text as name, a.attname as column
       from pg_depend d join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
       where d.refobjid = $1::regclass and d.classid = 'pg_class'::regclass and d.deptype = 'a'
         and (select relkind from pg_class where oid = d.objid) = 'S'`,
    ),
  };
}

/** Lists the foreign keys of other tables that name a table. */
export async function listReferences(
  client: pg.ClientBase,
  table: string,
): Promise<{ table: string; name: string; definition: string }[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select c.relname as "table", conname as name, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class c on c.oid = k.conrelid
     where confrelid = $1::regclass and contype = 'f' order by 1, 2`,
    [table],
  );
  return rows;
}

/** Lists what keeps whole tables from being exchanged for others of the same name, a sentence each. */
export async function listObstacles(client: pg.ClientBase, tables: string[]): Promise<string[]> {
  const { rows } = await client.query<{ sentence: string }>(
    `with own as (select oid, relname, relowner from pg_class where oid = any($1::text[]::regclass[]) and relkind = 'r')
     select format('The table %s belongs to %s: connect as that role.', relname, relowner::regrole) as sentence from own
       where relowner <> current_user::regrole
     union all select distinct format('The view %s reads %s: drop it, and create it again afterwards.', v.relname, o.relname)
       from own o join pg_depend d on d.refobjid = o.oid and d.classid = 'pg_rewrite'::regclass
       join pg_rewrite r on r.oid = d.objid join pg_class v on v.oid = r.ev_class
     union all select format('The publication %s has %s: take it out, and add it again afterwards.', p.pubname, o.relname)
       from own o join pg_publication_rel r on r.prrelid = o.oid join pg_publication p on p.oid = r.prpubid
     order by 1`,
    [tables],
  );
  return rows.map(({ sentence }) => sentence);
}

/** Returns whether PostgreSQL has read how the values of a divided table are spread over all its partitions. */
export async function isAnalyzed(client: pg.ClientBase, table: string): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>(
    "select exists (select 1 from pg_stats where schemaname = 'public' and tablename = $1 and inherited) as is",
    [table],
  );
  return rows[0]?.is === true;
}

/** Returns PostgreSQL's `max_locks_per_transaction`. */
export async function readLockLimit(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ limit: number }>(
    `select current_setting('max_locks_per_transaction')::int as "limit"`,
  );
  return rows[0]?.limit ?? 0;
}

/** Returns whether a table has no rows. */
export async function isEmpty(client: pg.ClientBase, table: string): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>(
    `select not exists (select 1 from ${pg.escapeIdentifier(table)}) as is`,
  );
  return rows[0]?.is === true;
}

/** Lists the other tables that the foreign keys of a table name, in alphabetical order. */
export async function listReferenced(client: pg.ClientBase, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct c.relname as name from pg_constraint k join pg_class c on c.oid = k.confrelid
     where k.conrelid = $1::regclass and k.contype = 'f' order by 1`,
    [table],
  );
  return rows.map(({ name }) => name);
}

/** Lets the sequence of a column go on after a number, unless it is there already. */
export async function raiseSequence(
  client: pg.ClientBase,
  { name, column }: { name: string; column: string },
  number: number,
): Promise<void> {
  await client.query(
    `select setval(sequence, $3) from (select pg_get_serial_sequence($1, $2)::regclass as sequence) of
     where coalesce(pg_sequence_last_value(sequence), 0) < $3`,
    [name, column, number],
  );
}

/** Lists the names of a table's checks. */
export async function listChecks(client: pg.ClientBase, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select conname as name from pg_constraint where conrelid = $1::regclass and contype = 'c' order by conname",
    [table],
  );
  return rows.map(({ name }) => name);
}
