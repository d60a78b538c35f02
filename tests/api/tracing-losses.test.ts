import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { userEndpoints } from "#contract/user/endpoints.ts";
import { type App, buildApp } from "#server/app.ts";
import { logOptions } from "#server/platform/log-options.ts";
import { type Buyer, createBuyer } from "../support/api/buyers.ts";
import { TraceCollector } from "../support/api/TraceCollector.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";
import { waitOptions } from "../support/api/waitOptions.ts";

const lines: { level: number; msg: string; reason?: string; lost?: number }[] = [];
let collector: TraceCollector;
let app: TestApp;
let traced: App;
let buyer: Buyer;

beforeAll(async () => {
  collector = await TraceCollector.start();
  app = await startTestApp();
  buyer = await createBuyer(app);
  const config = {
    ...app.config,
    tracing: { endpoint: collector.url, headers: {}, fraction: 1 },
    metrics: { host: "127.0.0.1", port: 0 },
  };
  const stream = { write: (line: string) => lines.push(JSON.parse(line)) };
  const logger = Object.assign(logOptions(config), { stream });
  traced = await buildApp({ config, database: app.database, logger });
});

afterAll(async () => {
  await app.close();
  await collector.close();
});

async function callServer(): Promise<number> {
  const headers = { authorization: `Bearer ${buyer.token}` };
  return (await traced.server.inject({ url: userEndpoints.info.path, headers })).statusCode;
}

const listLines = () => lines.filter(({ msg }) => msg.startsWith("traces are"));

async function readLostCount(): Promise<number> {
  const [, count] = /^shidan_spans_lost_total (\d+)$/m.exec(await traced.metrics!.text()) ?? [];
  return Number(count);
}

test("requests are answered while a collector refuses their traces, which is logged once and counted", async () => {
  collector.behaviour = "refuses";
  for (let batch = 1; batch <= 2; batch++) {
    const lostBefore = await readLostCount();
    expect(await callServer()).toBe(200);
    await expect.poll(readLostCount, waitOptions).toBeGreaterThan(lostBefore);
  }
  expect(listLines()).toMatchObject([{ level: 40, msg: "traces are lost", reason: expect.any(String) }]);
});

test("the log says when the collector takes them again, and how many were lost", async () => {
  collector.behaviour = "takes";
  expect(await callServer()).toBe(200);
  await expect.poll(() => listLines().length, waitOptions).toBe(2);
  expect(listLines()[1]).toMatchObject({ msg: "traces are sent again", lost: await readLostCount() });
});

test("requests are answered while a collector does not answer", async () => {
  collector.behaviour = "hangs";
  await vi.waitFor(async () => {
    expect(await callServer()).toBe(200);
    await vi.waitFor(() => expect(collector.waitingCount).toBe(1), waitOptions);
    expect(await callServer()).toBe(200);
    expect(collector.waitingCount).toBe(1);
  }, waitOptions);
});

test("the server stops before the collector has answered", async () => {
  collector.behaviour = "hangs";
  expect(await callServer()).toBe(200);
  await traced.server.close();
  expect(collector.waitingCount).toBeGreaterThan(0);
});
