import { randomUUID } from "node:crypto";
import { Redis } from "ioredis";
import { afterEach, beforeEach, expect, test } from "vitest";
import { appEndpoints } from "#contract/app/endpoints.ts";
import { publicDetailPerMinute } from "#contract/constants.ts";
import { buildApp } from "#server/app.ts";
import { userChannel } from "#server/platform/events/channels.ts";
import { publish } from "#server/platform/events/outbox.ts";
import { RedisServer } from "../../../scripts/lib/RedisServer.ts";
import { type Buyer, createBuyer } from "../../support/api/buyers.ts";
import { EventConnections } from "../../support/api/EventConnections.ts";
import { EventReader } from "../../support/api/EventReader.ts";
import { createPhone } from "../../support/api/people.ts";
import { type SecondServer, startSecondServer } from "../../support/api/SecondServer.ts";
import { startTestApp, type TestApp } from "../../support/api/testApp.ts";
import { waitOptions } from "../../support/api/waitOptions.ts";

let redis: RedisServer;
let app: TestApp;
let secondServer: SecondServer;
let buyer: Buyer;
let lines: string[];
const readers: EventReader[] = [];

beforeEach(async () => {
  redis = await RedisServer.create();
  lines = [];
});

afterEach(async () => {
  for (const reader of readers.splice(0)) reader.close();
  await secondServer.close();
  await app.close();
  await redis.kill();
});

/** Starts two servers with the given REDIS_URL; the first one's log is read by `readWarnings`. */
async function startServers(redisUrl: string): Promise<void> {
  app = await startTestApp({ settings: { REDIS_URL: redisUrl }, log: (line) => lines.push(line) });
  secondServer = await startSecondServer(app);
  buyer = await createBuyer(app);
}

async function openEvents(url: string): Promise<EventReader> {
  const reader = await EventReader.open(url, buyer.token);
  readers.push(reader);
  await expect.poll(() => reader.events.length, waitOptions).toBeGreaterThan(0);
  return reader;
}

const publishEvent = (nth: number) =>
  app.database.transaction(async (tx) => {
    const payload = { nth };
    publish(tx, { channel: userChannel(buyer.userId), type: "order", payload, createdAt: app.clock.now() });
  });

/** Lists the numbers of the received events. */
const listNumbers = (reader: EventReader) =>
  reader.events.filter(({ name }) => name === "order").map(({ data }) => (data as { nth: number }).nth);

/** Lists the messages of the log about Redis. */
const readRedisLog = () =>
  lines
    .map((line) => JSON.parse(line) as { msg?: string; err?: { message: string } })
    .filter(({ msg }) => msg?.startsWith("Redis"))
    .map(({ msg, err }) => [msg, err?.message].filter(Boolean).join(": "));

const count = (length: number) => Array.from({ length }, (_, nth) => nth);

/** Requests public orders from one address, at the servers in turn; returns the status codes. */
async function requestPublicOrders(servers: Pick<TestApp, "server">[], total: number): Promise<number[]> {
  const { ip: remoteAddress } = createPhone();
  const url = `/api/v1/order/detail-public?id=${randomUUID()}`;
  const responses = count(total).map((nth) =>
    servers[nth % servers.length]!.server.inject({ url, remoteAddress }),
  );
  return (await Promise.all(responses)).map(({ statusCode }) => statusCode).sort((a, b) => a - b);
}

test("a killed Redis costs no event and doubles none, and its streams are woken again when it is back", async () => {
  await redis.start();
  await startServers(`${redis.address}/0`);
  const open = [await openEvents(app.url), await openEvents(secondServer.url)];
  const connections = new EventConnections(app);
  expect(await connections.count()).toBe(2);
  for (let nth = 0; nth < 10; nth++) await publishEvent(nth);
  const killed = redis.kill();
  for (let nth = 10; nth < 40; nth++) await publishEvent(nth);
  await killed;
  for (const reader of open) await expect.poll(() => listNumbers(reader), waitOptions).toEqual(count(40));
  await expect.poll(() => readRedisLog().length, waitOptions).toBeGreaterThan(0);
  expect((await app.server.inject("/readyz")).statusCode).toBe(200);
  await redis.start();
  await expect.poll(() => connections.count(), waitOptions).toBe(2);
  for (let nth = 40; nth < 50; nth++) await publishEvent(nth);
  for (const reader of open) await expect.poll(() => listNumbers(reader), waitOptions).toEqual(count(50));
  await expect.poll(() => readRedisLog().length, waitOptions).toBe(2);
  const log = readRedisLog();
  expect([log.length, log[0], log[1]]).toEqual([
    2,
    expect.stringContaining("Redis (REDIS_URL) cannot be used"),
    "Redis serves again",
  ]);
});

test("without Redis each process counts limits by itself", async () => {
  await redis.start();
  await startServers(`${redis.address}/0`);
  await redis.kill();
  const twice = 2 * (publicDetailPerMinute + 1);
  const statusCodes = await requestPublicOrders([app, secondServer], twice);
  expect(statusCodes).toEqual([...Array(2 * publicDetailPerMinute).fill(400), 429, 429]);
});

test("a Redis that hangs costs no event and no request, and is used again when it goes on", async () => {
  await redis.start();
  await startServers(`${redis.address}/0`);
  const open = [await openEvents(app.url), await openEvents(secondServer.url)];
  redis.hang();
  await publishEvent(0);
  for (const reader of open) await expect.poll(() => listNumbers(reader), waitOptions).toEqual([0]);
  await expect.poll(() => readRedisLog().length, waitOptions).toBe(1);
  const statusCodes = await requestPublicOrders([app], publicDetailPerMinute + 1);
  expect(statusCodes.at(-1)).toBe(429);
  redis.resume();
  await expect.poll(() => readRedisLog().at(-1), waitOptions).toBe("Redis serves again");
  await publishEvent(1);
  for (const reader of open) await expect.poll(() => listNumbers(reader), waitOptions).toEqual([0, 1]);
});

test("the metrics say whether a process has its Redis", async () => {
  await redis.start();
  await startServers(`${redis.address}/0`);
  const config = { ...app.config, metrics: { host: "127.0.0.1", port: 0 } };
  const monitored = await buildApp({ config, database: app.database, logger: false });
  await monitored.server.ready();
  const readMetrics = () => monitored.metrics?.text();
  expect(await readMetrics()).toContain("\nshidan_redis_connected 1\n");
  await redis.kill();
  await expect.poll(readMetrics, waitOptions).toContain("\nshidan_redis_connected 0\n");
  await monitored.server.close();
});

test("servers start and serve without Redis, and use it as soon as it is there", async () => {
  await startServers(`${redis.address}/0`);
  expect((await app.server.inject(appEndpoints.settings.path)).statusCode).toBe(200);
  expect((await app.server.inject("/readyz")).statusCode).toBe(200);
  const open = [await openEvents(app.url), await openEvents(secondServer.url)];
  await publishEvent(0);
  for (const reader of open) await expect.poll(() => listNumbers(reader), waitOptions).toEqual([0]);
  expect(readRedisLog()).toEqual([expect.stringContaining("ECONNREFUSED")]);
  await redis.start();
  await expect.poll(() => new EventConnections(app).count(), waitOptions).toBe(2);
  await expect.poll(() => readRedisLog().at(-1), waitOptions).toBe("Redis serves again");
  await publishEvent(1);
  for (const reader of open) await expect.poll(() => listNumbers(reader), waitOptions).toEqual([0, 1]);
});

test("a wrong password is logged once, without the password, and events arrive nevertheless", async () => {
  redis = await RedisServer.create("--requirepass", "right");
  await redis.start();
  await startServers(`${redis.address.replace("//", "//:wrongsecret@")}/0`);
  const reader = await openEvents(secondServer.url);
  await publishEvent(0);
  await expect.poll(() => listNumbers(reader), waitOptions).toEqual([0]);
  expect(readRedisLog()).toEqual([expect.stringContaining("WRONGPASS")]);
  expect(lines.join()).not.toContain("wrongsecret");
});

test("events whose publication Redis refuses are found by polling, and the log says so once", async () => {
  await redis.start();
  const admin = new Redis(redis.address);
  // The rights that docs/operations.md names, but for `publish`.
  const rights =
    "~shidan:* &shidan:* +@connection +info +subscribe +unsubscribe +eval +incrby +pttl +pexpire";
  await admin.acl("SETUSER", "mute", "on", ">secret", ...rights.split(" "));
  admin.disconnect();
  await startServers(`${redis.address.replace("//", "//mute:secret@")}/0`);
  const reader = await openEvents(secondServer.url);
  for (let nth = 0; nth < 2; nth++) {
    await publishEvent(nth);
    await expect.poll(() => listNumbers(reader), waitOptions).toEqual(count(nth + 1));
  }
  expect(readRedisLog()).toEqual([expect.stringContaining("Redis refuses notifications of events")]);
  const statusCodes = await requestPublicOrders([app, secondServer], publicDetailPerMinute + 1);
  expect(statusCodes.filter((statusCode) => statusCode === 429)).toHaveLength(1);
});
