import { createServer } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { finished } from "node:stream";
import type { FastifyInstance } from "fastify";
import type { Database } from "../database/Database.ts";
import type { CspReports } from "../security/csp-reports.ts";
import { formatMetrics, Histogram, type Metric } from "./prometheus-format.ts";

const bucketBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const nanosecondsPerSecond = 1e9;

/** Counts overdue work; each count is served by the index of the job that does the work. */
const dueSql = `select 'refunds' as kind, count(*)::int as n from refunds where next_try_at <= now()
  union all select 'payment_queries', count(*)::int from payment_attempts where next_query_at <= now()
  union all select 'orders', count(*)::int from orders where due_at <= now()`;

/** Counts work that waits for staff. */
const waitingSql = `select 'failed_refunds' as kind, count(*)::int as n from refunds where state = 'failed'
  union all select 'unmoved_orders', count(*)::int from orders where alarmed_at is not null`;

/** Sources of metrics besides the requests. */
export interface MetricsOptions {
  database: Database;
  /** Returns the ms since each sweeper job's last successful run. */
  jobAges: () => Map<string, number>;
  reports: CspReports;
}

/**
 * Metrics of a server process. Contains no names of persons, no addresses and no queries: routes, not paths.
 */
export class Metrics {
  readonly #durations = new Histogram(bucketBounds);
  readonly #inFlight = new Map<string, number>();
  readonly #delay = monitorEventLoopDelay();
  readonly #options: MetricsOptions;

  /** Observes the routes registered after this. */
  constructor(server: FastifyInstance, options: MetricsOptions) {
    this.#options = options;
    this.#delay.enable();
    const toRouteLabel = (url: string | undefined) => url ?? "unknown";
    server.addHook("onRequest", async ({ routeOptions }, { raw }) => {
      const route = toRouteLabel(routeOptions.url);
      this.#changeInFlight(route, 1);
      // A stream whose client disconnects is closed without ever being finished.
      finished(raw, () => this.#changeInFlight(route, -1));
    });
    server.addHook("onResponse", async (request, reply) => {
      const route = toRouteLabel(request.routeOptions.url);
      const labels = { method: request.method, route, status: String(reply.statusCode) };
      this.#durations.observe(labels, reply.elapsedTime / 1000);
    });
  }

  /** Returns all current metrics as text. Database metrics are left out when the database fails. */
  async text(): Promise<string> {
    return formatMetrics([...this.#processMetrics(), ...(await this.#databaseMetrics())]);
  }

  close(): void {
    this.#delay.disable();
  }

  #changeInFlight(route: string, change: number): void {
    this.#inFlight.set(route, (this.#inFlight.get(route) ?? 0) + change);
  }

  #processMetrics(): Metric[] {
    const { pool } = this.#options.database;
    const gauge = (name: string, help: string, samples: Metric["samples"]): Metric => ({
      name: `shidan_${name}`,
      help,
      type: "gauge",
      samples,
    });
    const connections = { busy: pool.totalCount - pool.idleCount, idle: pool.idleCount };
    const delays = { p50: this.#delay.percentile(50), p99: this.#delay.percentile(99), max: this.#delay.max };
    this.#delay.reset();
    return [
      {
        name: "shidan_request_duration_seconds",
        help: "Time from the first byte of a request to the last of its answer; live streams count when they end.",
        type: "histogram",
        samples: this.#durations.samples(),
      },
      gauge(
        "requests_in_flight",
        "Requests that are being answered; on the routes of events, open live streams.",
        [...[...this.#inFlight].map(([route, value]) => ({ labels: { route }, value }))],
      ),
      gauge(
        "database_connections",
        "Connections of the pool.",
        Object.entries(connections).map(([state, value]) => ({ labels: { state }, value })),
      ),
      {
        name: "shidan_policy_reports_total",
        help: "Browsers' reports of what a content policy kept from happening, by directive.",
        type: "counter",
        samples: [...this.#options.reports.counts].map(([directive, value]) => ({
          labels: { directive },
          value,
        })),
      },
      gauge("database_waiting", "Statements that wait for a connection.", [{ value: pool.waitingCount }]),
      gauge(
        "job_age_seconds",
        "Time since a job of the sweeper last ended well.",
        [...this.#options.jobAges()].map(([job, ms]) => ({ labels: { job }, value: ms / 1000 })),
      ),
      gauge(
        "event_loop_delay_seconds",
        "How late timers ran since the last look.",
        Object.entries(delays).map(([quantile, value]) => ({
          labels: { quantile },
          value: value / nanosecondsPerSecond,
        })),
      ),
      gauge("memory_bytes", "Memory of the process.", [
        { labels: { kind: "resident" }, value: process.memoryUsage().rss },
        { labels: { kind: "heap" }, value: process.memoryUsage().heapUsed },
      ]),
    ];
  }

  async #queryGauge(name: string, help: string, sql: string): Promise<Metric> {
    const { rows } = await this.#options.database.pool.query<{ kind: string; n: number }>(sql);
    const samples = rows.map(({ kind, n }) => ({ labels: { kind }, value: n }));
    return { name: `shidan_${name}`, help, type: "gauge", samples };
  }

  async #databaseMetrics(): Promise<Metric[]> {
    try {
      return [
        await this.#queryGauge("due", "Work that is due and not done yet.", dueSql),
        await this.#queryGauge(
          "waiting_for_staff",
          "Failed refunds, and orders that nobody moves.",
          waitingSql,
        ),
      ];
    } catch {
      // Readers see that these metrics are missing; the readiness probe reports why.
      return [];
    }
  }
}

/** Starts a separate listener for metrics, on an address that only operators reach. */
export async function startMetricsServer(
  metrics: Metrics,
  { host, port }: { host: string; port: number },
): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const isMetricsRequest = request.method === "GET" && request.url === "/metrics";
    response.setHeader("content-type", "text/plain; version=0.0.4; charset=utf-8");
    response.statusCode = isMetricsRequest ? 200 : 404;
    response.end(isMetricsRequest ? await metrics.text() : "not found\n");
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : port,
    close: async () => {
      metrics.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
