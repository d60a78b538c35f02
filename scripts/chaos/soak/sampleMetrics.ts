import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import pg from "pg";
import type { Allowance } from "./evaluateTrend.ts";

/** Metrics that must not grow, by name; memory in MB. */
export type Metrics = Record<string, number>;

/** Permitted increase of each metric from the second to the last third of a run. */
export const allowances: Record<string, Allowance> = {
  "heap after collection, MB": { share: 0.04, amount: 3 },
  "external memory, MB": { share: 0.1, amount: 5 },
  "resident memory, MB": { share: 0.05, amount: 12 },
  // The poster renderer process exists only while posters are requested, and exits a minute later.
  "resident memory of its children, MB": { share: 0, amount: 200 },
  "handles and requests": { share: 0.1, amount: 12 },
  sockets: { share: 0.1, amount: 12 },
  "open files": { share: 0.1, amount: 12 },
  "database connections": { share: 0.1, amount: 3 },
  "rows of presence": { share: 0.1, amount: 60 },
  "rows of rate_counters": { share: 0.1, amount: 60 },
  "rows of cache_entries": { share: 0.1, amount: 60 },
  "work overdue by ten seconds": { share: 0, amount: 5 },
};

const databaseMetricsQuery = `select
  (select count(*)::int from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
    and backend_type = 'client backend') as "database connections",
  (select count(*)::int from presence) as "rows of presence",
  (select count(*)::int from rate_counters) as "rows of rate_counters",
  (select count(*)::int from cache_entries) as "rows of cache_entries",
  (select count(*)::int from orders where due_at < now() - interval '10 seconds')
    + (select count(*)::int from refunds where next_try_at < now() - interval '10 seconds')
    + (select count(*)::int from payment_attempts where next_query_at < now() - interval '10 seconds')
    as "work overdue by ten seconds"`;

const mb = (bytes: number) => bytes / 1_048_576;

/** Returns the resident memory of a process in KB, 0 if it has exited. */
function residentKb(pid: string): number {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
  } catch (error) {
    if (["ENOENT", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "")) return 0;
    throw error;
  }
}

function residentMbOfChildren(pid: number | undefined): number {
  const pids = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean);
  return mb(pids.reduce((sum, child) => sum + residentKb(child) * 1_024, 0));
}

/** Samples a server process that has the probe loaded, and its database. */
export async function sampleMetrics(child: ChildProcess, database: pg.Client): Promise<Metrics> {
  const reply = once(child, "message");
  child.send("look");
  const [probe] = (await reply) as [Record<"rss" | "heapUsed" | "external" | "handles" | "sockets", number>];
  const { rows } = await database.query<Metrics>(databaseMetricsQuery);
  return {
    "heap after collection, MB": mb(probe.heapUsed),
    "external memory, MB": mb(probe.external),
    "resident memory, MB": mb(probe.rss),
    "resident memory of its children, MB": residentMbOfChildren(child.pid),
    "handles and requests": probe.handles,
    sockets: probe.sockets,
    "open files": readdirSync(`/proc/${child.pid}/fd`).length,
    ...rows[0],
  };
}

/** Connects a client for sampling. */
export async function connectForSampling(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  return client;
}
