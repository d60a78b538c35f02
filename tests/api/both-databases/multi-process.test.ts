import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { appEndpoints } from "#contract/app/endpoints.ts";
import { publicDetailPerMinute } from "#contract/constants.ts";
import { createBuyer } from "../../support/api/buyers.ts";
import { Client } from "../../support/api/Client.ts";
import { EventReader } from "../../support/api/EventReader.ts";
import { LimitCounter } from "../../support/api/LimitCounter.ts";
import { createPhone } from "../../support/api/people.ts";
import { type SecondServer, startSecondServer } from "../../support/api/SecondServer.ts";
import { startTestApp, type TestApp } from "../../support/api/testApp.ts";

const limit = 200;
let app: TestApp;
let secondServer: SecondServer;

beforeAll(async () => {
  app = await startTestApp({ settings: { REQUESTS_PER_MINUTE: String(limit) } });
  secondServer = await startSecondServer(app);
});

afterAll(async () => {
  await secondServer.close();
  await app.close();
});

describe("an address that calls several processes", () => {
  test("has one limit of public orders over all of them, exact to the request", async () => {
    const { ip } = createPhone();
    const request = (server: TestApp["server"]) =>
      server.inject({ url: `/api/v1/order/detail-public?id=${randomUUID()}`, remoteAddress: ip });
    const responses = await Promise.all(
      Array.from({ length: 2 * publicDetailPerMinute }, (_, nth) =>
        request(nth % 2 ? app.server : secondServer.server),
      ),
    );
    const statusCodes = responses.map(({ statusCode }) => statusCode).sort((a, b) => a - b);
    expect(statusCodes).toEqual([
      ...Array<number>(publicDetailPerMinute).fill(400),
      ...Array<number>(publicDetailPerMinute).fill(429),
    ]);
    const [refused] = responses.filter(({ statusCode }) => statusCode === 429);
    expect(Number(refused?.headers["retry-after"])).toBeGreaterThan(0);
    expect(Number(refused?.headers["retry-after"])).toBeLessThanOrEqual(60);
  });

  test("uses up its minute at all of them, after a short delay", async () => {
    const { ip } = createPhone();
    const request = (server: TestApp["server"]) => new Client(server).call(appEndpoints.settings, { ip });
    for (let n = 0; n < limit; n++) expect((await request(app.server)).status).toBe(200);
    expect((await request(app.server)).status).toBe(429);
    let requestCount = 0;
    const onSecondServer = async () => {
      requestCount += 1;
      return (await request(secondServer.server)).status;
    };
    // Enough requests for the first server to share the count; from then on both know of each other.
    for (let n = 0; n < limit / 10; n++) await onSecondServer();
    await expect.poll(onSecondServer, { interval: 250 }).toBe(429);
    expect(requestCount).toBeLessThan(limit);
  });

  test("gets a new minute when the old one is over", async () => {
    const { ip } = createPhone();
    const url = `/api/v1/order/detail-public?id=${randomUUID()}`;
    const request = () => app.server.inject({ url, remoteAddress: ip });
    await request();
    const key = `/api/v1/order/detail-public:${ip}`;
    const counter = new LimitCounter(app, key);
    await counter.setHits(1000);
    expect((await request()).statusCode).toBe(429);
    await counter.endWindow();
    expect((await secondServer.server.inject({ url, remoteAddress: ip })).statusCode).not.toBe(429);
    expect(await counter.read()).toBe(1);
    await counter.endWindow();
    await app.sweep("clean-up");
    expect(await app.sql("select 1 from rate_counters where key = $1", [key])).toEqual([]);
  });
});

test("a customer has five streams over all processes, the newest ones", async () => {
  const buyer = await createBuyer(app);
  const readers: EventReader[] = [];
  for (let nth = 0; nth < 7; nth++) {
    const reader = await EventReader.open(nth % 2 ? app.url : secondServer.url, buyer.token);
    await expect.poll(() => reader.events.length).toBeGreaterThan(0);
    readers.push(reader);
  }
  const ended = () => readers.map(({ isEnded }) => isEnded);
  await expect.poll(ended).toEqual([true, true, false, false, false, false, false]);
  readers[2]?.close();
  readers[3]?.close();
  const connections = async () => {
    const [row] = await app.sql<{ value: string[] }>("select value from cache_entries where key = $1", [
      `streams:customer:${buyer.userId}`,
    ]);
    return row?.value.length;
  };
  await expect.poll(connections).toBe(3);
  const later = await EventReader.open(app.url, buyer.token);
  await expect.poll(() => later.events.length).toBeGreaterThan(0);
  await expect.poll(connections).toBe(4);
  expect(ended().slice(4)).toEqual([false, false, false]);
  for (const reader of [...readers, later]) reader.close();
  await expect.poll(connections).toBe(0);
});
