import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { appEndpoints } from "#contract/app/endpoints.ts";
import { type App, buildApp } from "#server/app.ts";
import { parseConfig } from "#server/config.ts";
import { startMetricsServer } from "#server/platform/metrics/metrics-server.ts";
import { partitionTables } from "#server/platform/partitions/partition-tables.ts";
import { partitionedTables } from "#server/platform/partitions/partitioned-tables.ts";
import { listPartitions } from "#server/platform/partitions/table-catalog.repository.ts";
import { ConfigError } from "#server/read-env.ts";
import { createBuyer } from "../support/api/buyers.ts";
import { EventReader } from "../support/api/EventReader.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

let app: TestApp;
let monitoredApp: App;
let metricsServer: { port: number; close(): Promise<void> };
let url: string;

beforeAll(async () => {
  app = await startTestApp();
  const config = { ...app.config, metrics: { host: "127.0.0.1", port: 0 } };
  monitoredApp = await buildApp({ config, database: app.database, logger: false });
  url = await monitoredApp.server.listen({ host: "127.0.0.1", port: 0 });
  monitoredApp.sweeper.start();
  metricsServer = await startMetricsServer(monitoredApp.metrics!, config.metrics);
});

afterAll(async () => {
  await metricsServer.close();
  await monitoredApp.server.close();
  await app.close();
});

async function readMetrics(): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${metricsServer.port}/metrics`);
  expect([response.status, response.headers.get("content-type")]).toEqual([
    200,
    "text/plain; version=0.0.4; charset=utf-8",
  ]);
  return await response.text();
}

/** Reads the metric with the given name and labels; undefined when it is absent. */
async function readMetric(start: string): Promise<number | undefined> {
  const line = (await readMetrics()).split("\n").find((item) => item.startsWith(`${start} `));
  return line === undefined ? undefined : Number(line.slice(start.length + 1));
}

describe("the Prometheus metrics", () => {
  test("count the months ahead of tables that are divided, and only of these", async () => {
    const names = partitionedTables.map(({ name }) => `shidan_months_ahead{kind="${name}"}`);
    expect(await Promise.all(names.map(readMetric))).toEqual(names.map(() => undefined));
    await app.database.maintain((client) => partitionTables(client, { now: new Date() }));
    const partitions = await app.database.maintain((client) => listPartitions(client, "orders"));
    // All but that of the time before.
    const ahead = partitions.length - 1;
    expect(ahead).toBeGreaterThanOrEqual(2);
    expect(await Promise.all(names.map(readMetric))).toEqual(names.map(() => ahead));
  });

  test("are in its text format: every line is a comment or a name, labels and a number", async () => {
    await monitoredApp.server.inject("/api/v1/app/settings");
    for (const line of (await readMetrics()).trimEnd().split(/\n+/))
      expect(line).toMatch(/^(# (HELP|TYPE) shidan_\w+ .+|shidan_\w+(\{(\w+="[^"]*",?)+\})? [\d.e+-]+)$/);
  });

  test("count requests by route and status, in cumulative buckets", async () => {
    const labels = `method="GET",route="/api/v1/nothing/:at",status`;
    expect(await readMetrics()).not.toContain(labels);
    const settings = `{method="GET",route="${appEndpoints.settings.path}",status="200"}`;
    const count = `shidan_request_duration_seconds_count${settings}`;
    const before = (await readMetric(count)) ?? 0;
    for (let nth = 0; nth < 3; nth++) await monitoredApp.server.inject(`${appEndpoints.settings.path}`);
    await expect.poll(() => readMetric(count)).toBe(before + 3);
    const all = settings.replace("{", '{le="+Inf",');
    expect(await readMetric(`shidan_request_duration_seconds_bucket${all}`)).toBe(before + 3);
    await monitoredApp.server.inject("/api/v1/order/detail?id=secret-of-somebody");
    expect(await readMetrics()).toContain('route="/api/v1/order/detail",status="401"');
  });

  test("show open streams, the pool, the age of jobs and due work", async () => {
    const buyer = await createBuyer(app);
    const reader = await EventReader.open(url, buyer.token);
    const streams = 'shidan_requests_in_flight{route="/api/v1/events"}';
    await expect.poll(() => readMetric(streams)).toBe(1);
    reader.close();
    await expect.poll(() => readMetric(streams)).toBe(0);
    expect(await readMetric('shidan_database_connections{state="idle"}')).toBeGreaterThan(0);
    expect(await readMetric("shidan_database_waiting")).toBe(0);
    await expect.poll(() => readMetric('shidan_job_age_seconds{job="due-orders"}')).toBeGreaterThan(0);
    expect(await readMetric('shidan_due{kind="refunds"}')).toBe(0);
    for (const kind of ["failed_refunds", "unmoved_orders"])
      expect(await readMetric(`shidan_waiting_for_staff{kind="${kind}"}`)).toBe(0);
  });

  test("contain no phone, token, name or query", async () => {
    const buyer = await createBuyer(app);
    const headers = { authorization: `Bearer ${buyer.token}` };
    await monitoredApp.server.inject({ url: "/api/v1/user/info?secret=1", headers });
    await monitoredApp.server.inject({ url: `/api/v1/files/${buyer.userId}`, headers });
    const text = await readMetrics();
    for (const secret of [buyer.token, buyer.userId, "secret"]) expect(text).not.toContain(secret);
  });

  test("are not on the server's own address, and their address serves nothing else", async () => {
    expect((await fetch(`${url}/metrics`)).headers.get("content-type")).not.toMatch(/version=0\.0\.4/);
    expect((await fetch(`http://127.0.0.1:${metricsServer.port}/api/v1/app/settings`)).status).toBe(404);
  });

  test("are served only when a port is configured, and on loopback by default", () => {
    expect(app.config.metrics).toBeNull();
    const named = parseConfig({ METRICS_PORT: "9100" });
    expect(named.metrics).toEqual({ host: "127.0.0.1", port: 9100 });
    expect(() => parseConfig({ METRICS_PORT: "9100", METRICS_HOST: "everywhere" })).toThrow(ConfigError);
  });
});
