import { monitorEventLoopDelay } from "node:perf_hooks";
import { finished } from "node:stream";
import type { FastifyInstance } from "fastify";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Database } from "../database/Database.ts";
import type { CspReports } from "../security/csp-reports.ts";

const bucketBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const nanosecondsPerSecond = 1e9;

/** Counts overdue work; each count is served by the index of the job that does the work. */
const dueSql = `select 'refunds' as kind, count(*)::int as n from refunds where next_try_at <= now()
  union all select 'payment_queries', count(*)::int from payment_attempts where next_query_at <= now()
  union all select 'orders', count(*)::int from orders where due_at <= now()`;

/** Counts work that waits for staff. */
const waitingSql = `select 'failed_refunds' as kind, count(*)::int as n from refunds where state = 'failed'
  union all select 'unmoved_orders', count(*)::int from orders where alarmed_at is not null`;

/** Counts the months to come that have a partition, by divided table. */
const monthsAheadSql = `select t.relname as kind, (select count(*)::int from pg_inherits i join pg_class p on p.oid = i.inhrelid
    where i.inhparent = t.oid and p.relname ~ '_\\d{4}_\\d{2}$'
      and right(p.relname, 7) > to_char(now() at time zone 'Asia/Shanghai', 'YYYY_MM')) as n
  from pg_class t where t.relkind = 'p' and t.relnamespace = 'public'::regnamespace`;

/** Sources of metrics besides the requests. */
export interface MetricsOptions {
  database: Database;
  /** Returns the ms since each sweeper job's last successful run. */
  jobAges: () => Map<string, number>;
  /** Returns the seconds since the last base backup and archived WAL file, where they are known. */
  readBackupAges: () => Promise<(readonly [kind: string, seconds: number])[]>;
  reports: CspReports;
  /** Null without a collector of traces. */
  tracer: { readonly lostCount: number } | null;
  /** Null without Redis. */
  redis: { readonly isConnected: boolean } | null;
}

/** Values of a gauge by its label; the label is absent from a gauge with a single value. */
type Values = Iterable<readonly [label: string, value: number]>;

/**
 * Metrics of a server process. Contains no names of persons, no addresses and no queries: routes, not paths.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #durations = new Histogram({
    name: "shidan_request_duration_seconds",
    help: "Time from the first byte of a request to the last of its answer; live streams count when they end.",
    labelNames: ["method", "route", "status"],
    buckets: bucketBounds,
    registers: [this.#registry],
  });
  readonly #inFlight = new Gauge({
    name: "shidan_requests_in_flight",
    help: "Requests that are being answered; on the routes of events, open live streams.",
    labelNames: ["route"],
    registers: [this.#registry],
  });
  readonly #delay = monitorEventLoopDelay();
  readonly #options: MetricsOptions;

  /** Observes the routes registered after this. */
  constructor(server: FastifyInstance, options: MetricsOptions) {
    this.#options = options;
    this.#delay.enable();
    this.#addProcessMetrics();
    this.#addRedisGauge();
    this.#addDatabaseGauge("due", "Work that is due and not done yet.", dueSql);
    this.#addDatabaseGauge(
      "waiting_for_staff",
      "Failed refunds, and orders that wait for staff.",
      waitingSql,
    );
    this.#addDatabaseGauge(
      "months_ahead",
      "Months to come that have a partition, of tables that are divided by month.",
      monthsAheadSql,
    );
    const toRouteLabel = (url: string | undefined) => url ?? "unknown";
    server.addHook("onRequest", async ({ routeOptions }, { raw }) => {
      const route = toRouteLabel(routeOptions.url);
      this.#inFlight.inc({ route });
      // A stream whose client disconnects is closed without ever being finished.
      finished(raw, () => this.#inFlight.dec({ route }));
    });
    server.addHook("onResponse", async (request, reply) => {
      const route = toRouteLabel(request.routeOptions.url);
      const labels = { method: request.method, route, status: String(reply.statusCode) };
      this.#durations.observe(labels, reply.elapsedTime / 1000);
    });
  }

  /** Media type of `text()`. */
  get contentType(): string {
    return this.#registry.contentType;
  }

  /** Returns all current metrics as text. Database metrics have no values when the database fails. */
  async text(): Promise<string> {
    return await this.#registry.metrics();
  }

  close(): void {
    this.#delay.disable();
  }

  /** Adds a gauge whose values are read anew for each text. */
  #addGauge(name: string, help: string, label: string, read: () => Values | Promise<Values>): void {
    new Gauge({
      name: `shidan_${name}`,
      help,
      labelNames: [label],
      registers: [this.#registry],
      async collect() {
        const values = await read();
        this.reset();
        for (const [key, value] of values) this.set({ [label]: key }, value);
      },
    });
  }

  #addProcessMetrics(): void {
    const { database, jobAges, readBackupAges, reports, tracer } = this.#options;
    const { pool } = database;
    this.#addGauge("database_connections", "Connections of the pool.", "state", () => [
      ["busy", pool.totalCount - pool.idleCount],
      ["idle", pool.idleCount],
    ]);
    new Gauge({
      name: "shidan_database_waiting",
      help: "Statements that wait for a connection.",
      registers: [this.#registry],
      collect() {
        this.set(pool.waitingCount);
      },
    });
    new Counter({
      name: "shidan_policy_reports_total",
      help: "Browsers' reports of what a content policy kept from happening, by directive.",
      labelNames: ["directive"],
      registers: [this.#registry],
      collect() {
        this.reset();
        for (const [directive, count] of reports.counts) this.inc({ directive }, count);
      },
    });
    const { readCounts } = database;
    if (readCounts !== null)
      new Counter({
        name: "shidan_replica_reads_total",
        help: "Lists, searches and sums, by the database that served them.",
        labelNames: ["database"],
        registers: [this.#registry],
        collect() {
          this.reset();
          for (const [name, count] of Object.entries(readCounts)) this.inc({ database: name }, count);
        },
      });
    if (tracer !== null)
      new Counter({
        name: "shidan_spans_lost_total",
        help: "Spans of traces that the collector did not take.",
        registers: [this.#registry],
        collect() {
          this.reset();
          this.inc(tracer.lostCount);
        },
      });
    this.#addGauge("job_age_seconds", "Time since a job of the sweeper last ended well.", "job", () =>
      [...jobAges()].map(([job, ms]) => [job, ms / 1000] as const),
    );
    this.#addGauge(
      "backup_age_seconds",
      "Time since the last base backup was complete, and since WAL was last archived.",
      "kind",
      // Readers see that these values are missing; the readiness probe reports a database that is down.
      () => readBackupAges().catch(() => []),
    );
    this.#addGauge("event_loop_delay_seconds", "How late timers ran since the last look.", "quantile", () =>
      this.#takeDelays(),
    );
    this.#addGauge("memory_bytes", "Memory of the process.", "kind", () => {
      const { rss, heapUsed } = process.memoryUsage();
      return [
        ["resident", rss],
        ["heap", heapUsed],
      ];
    });
  }

  #addRedisGauge(): void {
    const { redis } = this.#options;
    if (redis === null) return;
    new Gauge({
      name: "shidan_redis_connected",
      help: "1 while the process is connected to Redis, else 0.",
      registers: [this.#registry],
      collect() {
        this.set(redis.isConnected ? 1 : 0);
      },
    });
  }

  /** Returns how late timers ran since the last call, in seconds. */
  #takeDelays(): Values {
    const delays = { p50: this.#delay.percentile(50), p99: this.#delay.percentile(99), max: this.#delay.max };
    this.#delay.reset();
    return Object.entries(delays).map(([quantile, value]) => [quantile, value / nanosecondsPerSecond]);
  }

  #addDatabaseGauge(name: string, help: string, sql: string): void {
    this.#addGauge(name, help, "kind", async () => {
      try {
        const { rows } = await this.#options.database.pool.query<{ kind: string; n: number }>(sql);
        return rows.map(({ kind, n }) => [kind, n] as const);
      } catch {
        // Readers see that these values are missing; the readiness probe reports why.
        return [];
      }
    });
  }
}
