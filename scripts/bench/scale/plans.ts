import type pg from "pg";

/** A statement as the server sent it. */
export interface Statement {
  text: string;
  values: unknown[];
  /** Its name, if it is prepared. */
  name?: string | undefined;
}

/** PostgreSQL's execution plan of a statement. */
export interface Plan {
  statement: Statement;
  indexes: string[];
  /** Tables that are read, each with the conditions on its rows; empty for all rows. */
  reads: { table: string; condition: string }[];
  /** Tables that were scanned sequentially. */
  scanned: string[];
  ms: number;
  /** Pages of 8 KB that were accessed. */
  pages: number;
}

interface Node {
  "Node Type": string;
  "Index Name"?: string;
  "Index Cond"?: string;
  "Recheck Cond"?: string;
  Filter?: string;
  "Relation Name"?: string;
  "Shared Hit Blocks"?: number;
  "Shared Read Blocks"?: number;
  Plans?: Node[];
}

interface Explained {
  "QUERY PLAN": [{ Plan: Node; "Execution Time"?: number }];
}

type QueryConfig = (
  config: string | { text: string; values?: unknown[]; name?: string },
  values?: unknown[],
  ...rest: unknown[]
) => unknown;

/** Records the statements that a pool sends from now on, also inside transactions. */
export function watchStatements(pool: pg.Pool): { take(): Statement[] } {
  let seen: Statement[] = [];
  const watched = new WeakSet<pg.PoolClient>();
  pool.on("acquire", (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    const send = client.query.bind(client) as QueryConfig;
    const note: QueryConfig = (config, values, ...rest) => {
      const text = typeof config === "string" ? config : config.text;
      const ownValues = typeof config === "string" ? [] : (config.values ?? []);
      const name = typeof config === "string" ? undefined : config.name;
      seen.push({ text, name, values: Array.isArray(values) ? values : ownValues });
      return send(config, values, ...rest);
    };
    Object.assign(client, { query: note });
  });
  return {
    take: () => {
      const taken = seen.filter(({ text }) => /^\s*(select|with|insert|update|delete)\b/i.test(text));
      seen = [];
      return taken;
    },
  };
}

function listNodes(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(listNodes)];
}

function readTable(node: Node): Plan["reads"] {
  const { "Node Type": type, "Relation Name": table } = node;
  // A node that writes names its table, too.
  if (table === undefined || type === "ModifyTable") return [];
  const conditions = [node["Index Cond"], node["Recheck Cond"], node.Filter];
  return [{ table, condition: conditions.filter((one) => one !== undefined).join(" AND ") }];
}

function readPlan(statement: Statement, explained: Explained["QUERY PLAN"][0]): Plan {
  const nodes = listNodes(explained.Plan);
  const names = (list: (string | undefined)[]) => [...new Set(list.filter((name) => name !== undefined))];
  return {
    statement,
    indexes: names(nodes.map((node) => node["Index Name"])),
    reads: nodes.flatMap(readTable),
    scanned: names(nodes.filter((n) => n["Node Type"].endsWith("Seq Scan")).map((n) => n["Relation Name"])),
    ms: explained["Execution Time"] ?? 0,
    pages: (explained.Plan["Shared Hit Blocks"] ?? 0) + (explained.Plan["Shared Read Blocks"] ?? 0),
  };
}

/** Runs EXPLAIN ANALYZE for a statement and returns its plan; rolls back what it writes. */
export async function explain(client: pg.Client, statement: Statement): Promise<Plan> {
  await client.query("begin");
  try {
    const { rows } = await client.query<Explained>(
      `explain (analyze, buffers, format json) ${statement.text}`,
      statement.values,
    );
    const [row] = rows;
    if (row === undefined) throw new Error("there is no plan");
    return readPlan(statement, row["QUERY PLAN"][0]);
  } finally {
    await client.query("rollback");
  }
}

/** Returns values as SQL, in the driver's own form. */
async function quoteValues(client: pg.Client, values: unknown[]): Promise<string[]> {
  const columns = values.map((_, nth) => `quote_nullable($${nth + 1}::text)`).join(", ");
  const { rows } = await client.query<string[]>({ text: `select ${columns}`, values, rowMode: "array" });
  return rows[0] ?? [];
}

/**
 * Returns the plan that serves a statement for all values, as PostgreSQL may choose it for prepared ones; rolls back what the
 * statement writes. Unless `isRun`, time and pages are 0.
 */
export async function explainForAllValues(
  client: pg.Client,
  statement: Statement,
  { isRun }: { isRun: boolean },
): Promise<Plan> {
  const literals = await quoteValues(client, statement.values);
  const values = literals.length > 0 ? `(${literals.join(", ")})` : "";
  const options = isRun ? "analyze, buffers, format json" : "format json";
  await client.query("begin");
  try {
    await client.query("set local plan_cache_mode = force_generic_plan");
    await client.query(`prepare for_all_values as ${statement.text}`);
    const { rows } = await client.query<Explained>(`explain (${options}) execute for_all_values${values}`);
    const [row] = rows;
    if (row === undefined) throw new Error("there is no plan");
    return readPlan(statement, row["QUERY PLAN"][0]);
  } finally {
    await client.query("rollback");
    await client.query("deallocate all");
  }
}
