import { Redis } from "ioredis";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { Database } from "#server/platform/database/Database.ts";
import { userChannel } from "#server/platform/events/channels.ts";
import { publish } from "#server/platform/events/outbox.ts";
import { type Buyer, createBuyer } from "../../support/api/buyers.ts";
import { EventConnections } from "../../support/api/EventConnections.ts";
import { EventReader } from "../../support/api/EventReader.ts";
import { type SecondServer, startSecondServer } from "../../support/api/SecondServer.ts";
import { startTestApp, type TestApp } from "../../support/api/testApp.ts";
import { waitOptions } from "../../support/api/waitOptions.ts";

let app: TestApp;
/** A second process whose streams are woken by nothing but Redis. */
let withoutPolling: SecondServer;
const readers: EventReader[] = [];

beforeAll(async () => {
  app = await startTestApp();
  const { config } = app;
  const live = { ...config.limits.live, pollMs: Number.POSITIVE_INFINITY };
  withoutPolling = await startSecondServer({
    ...app,
    config: { ...config, limits: { ...config.limits, live } },
  });
});

afterEach(() => {
  for (const reader of readers.splice(0)) reader.close();
});

afterAll(async () => {
  await withoutPolling.close();
  await app.close();
});

async function openEvents(url: string, { token }: Buyer): Promise<EventReader> {
  const reader = await EventReader.open(url, token);
  readers.push(reader);
  await expect.poll(() => reader.events.length, waitOptions).toBeGreaterThan(0);
  return reader;
}

/** Publishes an event to the buyer's streams at one of the databases' connections. */
const publishEvent = (database: TestApp["database"], { userId }: Buyer) =>
  database.transaction(async (tx) =>
    publish(tx, { channel: userChannel(userId), type: "order", payload: {}, createdAt: app.clock.now() }),
  );

const expectEvents = (reader: EventReader, count: number) =>
  expect.poll(() => reader.listEvents("order").length, waitOptions).toBe(count);

/** Lists the channels that an app's servers have subscribed, as Redis knows them. */
async function listChannels(): Promise<string[]> {
  const client = new Redis(app.config.redisUrl ?? "");
  try {
    return (await client.pubsub("CHANNELS", `shidan:${client.options.db}:events:*`)).map(String);
  } finally {
    client.disconnect();
  }
}

test("an event that one process writes wakes a stream of the other, without polling", async () => {
  const buyer = await createBuyer(app);
  const reader = await openEvents(withoutPolling.url, buyer);
  for (let n = 1; n <= 3; n++) {
    await publishEvent(app.database, buyer);
    await expectEvents(reader, n);
  }
});

test("an event wakes streams of the process that wrote it, even while its channel is not subscribed yet", async () => {
  const buyer = await createBuyer(app);
  const reader = await openEvents(app.url, buyer);
  await publishEvent(app.database, buyer);
  await expectEvents(reader, 1);
});

test("streams are woken again after their connection to Redis was cut", async () => {
  const buyer = await createBuyer(app);
  const reader = await openEvents(withoutPolling.url, buyer);
  const connections = new EventConnections(app);
  expect(await connections.kill()).toBe(2);
  await publishEvent(app.database, buyer);
  await expect.poll(() => connections.count(), waitOptions).toBe(2);
  await expectEvents(reader, 1);
  await publishEvent(app.database, buyer);
  await expectEvents(reader, 2);
});

test("a process subscribes to the channels of its streams, for as long as they are open", async () => {
  const buyer = await createBuyer(app);
  const [one, other] = [
    await openEvents(withoutPolling.url, buyer),
    await openEvents(withoutPolling.url, buyer),
  ];
  const isSubscribed = async () =>
    (await listChannels()).some((name) => name.endsWith(`:${userChannel(buyer.userId)}`));
  await expect.poll(isSubscribed, waitOptions).toBe(true);
  one.close();
  await publishEvent(app.database, buyer);
  await expectEvents(other, 1);
  other.close();
  await expect.poll(isSubscribed, waitOptions).toBe(false);
});

test("with Redis PostgreSQL sends no notifications of events", async () => {
  const client = app.database.createListenClient("shidan-test");
  const notified: (string | undefined)[] = [];
  await client.connect();
  client.on("notification", ({ payload }) => notified.push(payload));
  await client.query("listen shidan_events");
  await publishEvent(app.database, await createBuyer(app));
  await client.query("select pg_notify('shidan_events', 'after')");
  await expect.poll(() => notified, waitOptions).toEqual(["after"]);
  await client.end();
});

test("processes with and without Redis side by side, and commands, reach each other's streams", async () => {
  const buyer = await createBuyer(app);
  const withoutRedis = await startSecondServer({ ...app, config: { ...app.config, redisUrl: null } });
  const open = [await openEvents(app.url, buyer), await openEvents(withoutRedis.url, buyer)];
  await publishEvent(app.database, buyer);
  for (const reader of open) await expectEvents(reader, 1);
  const ofCommand = new Database(app.config.databaseUrl ?? "", { size: 1, onIdleError: () => undefined });
  await publishEvent(ofCommand, buyer);
  for (const reader of open) await expectEvents(reader, 2);
  await ofCommand.close();
  await withoutRedis.close();
});
