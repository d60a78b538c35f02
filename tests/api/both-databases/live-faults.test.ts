import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { customerEventsPath } from "#contract/events.ts";
import { orderEndpoints as endpoints } from "#contract/order/endpoints.ts";
import { userChannel } from "#server/platform/events/channels.ts";
import { publish } from "#server/platform/events/outbox.ts";
import type { Subscriber } from "#server/platform/events/SseConnection.ts";
import { type Buyer, createBuyer } from "../../support/api/buyers.ts";
import { Client } from "../../support/api/Client.ts";
import { createEventHub } from "../../support/api/createEventHub.ts";
import { EventConnections } from "../../support/api/EventConnections.ts";
import { EventReader } from "../../support/api/EventReader.ts";
import { cloneOrders, createPaidOrder, createStaffClient } from "../../support/api/orders.ts";
import { type SecondServer, startSecondServer } from "../../support/api/SecondServer.ts";
import { startTestApp, type TestApp } from "../../support/api/testApp.ts";
import { waitOptions } from "../../support/api/waitOptions.ts";

let app: TestApp;
let secondServer: SecondServer;
let buyer: Buyer;
const readers: EventReader[] = [];

beforeAll(async () => {
  app = await startTestApp();
  secondServer = await startSecondServer(app);
});

beforeEach(async () => {
  buyer = await createBuyer(app);
});

afterEach(() => {
  for (const reader of readers.splice(0)) reader.close();
});

afterAll(async () => {
  await secondServer.close();
  await app.close();
});

/** Opens an event stream at a server and waits for its first event. */
async function openEvents(url: string): Promise<EventReader> {
  const reader = await EventReader.open(url, buyer.token);
  readers.push(reader);
  await expect.poll(() => reader.events.length, waitOptions).toBeGreaterThan(0);
  return reader;
}

/** Publishes an event of a given size to the buyer's streams. */
function publishEvent(size = 10): Promise<void> {
  return app.database.transaction(async (tx) => {
    const payload = { text: "x".repeat(size) };
    publish(tx, { channel: userChannel(buyer.userId), type: "order", payload, createdAt: app.clock.now() });
  });
}

describe("with two servers on one database", () => {
  test("a change at one reaches the streams of the other", async () => {
    const [here, there] = [await openEvents(app.url), await openEvents(secondServer.url)];
    const order = await createPaidOrder(app, buyer);
    const member = await createStaffClient(app, "admin");
    const remote = new Client(secondServer.server, member.token);
    await remote.data(endpoints.advance, { body: { order_id: order.order_id, to: "accepted" } });
    for (const reader of [here, there])
      await expect
        .poll(() => reader.listEvents("order").map(({ status }) => status), waitOptions)
        .toEqual(["paid", "accepted"]);
    expect(here.events.slice(1)).toEqual(there.events.slice(1));
  });

  test("nothing is lost or duplicated when both lose their notifications amid the changes of fifty orders", async () => {
    const first = await createPaidOrder(app, buyer);
    const orders = [first.order_id, ...(await cloneOrders(app, first, Array(49).fill(buyer)))];
    const open = [
      await openEvents(app.url),
      await openEvents(secondServer.url),
      await openEvents(secondServer.url),
    ];
    const connections = new EventConnections(app);
    await expect.poll(() => connections.count(), waitOptions).toBe(2);
    const member = await createStaffClient(app, "admin");
    const counters = [member, new Client(secondServer.server, member.token)];
    const bring = async (order_id: string, nth: number) => {
      for (const to of ["accepted", "preparing", "delivering"] as const) {
        const { status } = await counters[nth % 2]!.callWithRetry(endpoints.advance, {
          body: { order_id, to },
        });
        expect(status).toBe(200);
      }
    };
    const all = Promise.all(orders.map(bring));
    expect(await connections.kill()).toBe(2);
    await expect.poll(() => open[0]!.listEvents("order").length, waitOptions).toBeGreaterThan(50);
    await connections.kill();
    await all;
    const late = await EventReader.open(secondServer.url, buyer.token, open[0]!.events[0]!.id);
    readers.push(late);
    for (const reader of [...open, late]) {
      await expect.poll(() => reader.listEvents("order").length, waitOptions).toBeGreaterThanOrEqual(150);
      const deliveries = reader.listEvents("order").map(({ order_id, version }) => `${order_id} ${version}`);
      expect(deliveries.sort()).toEqual(
        orders.flatMap((id) => [3, 4, 5].map((version) => `${id} ${version}`)).sort(),
      );
      const ids = reader.events.map(({ id }) => id);
      expect(ids).toEqual([...ids].sort((a, b) => a - b));
    }
    await expect.poll(() => connections.count(), waitOptions).toBe(2);
  }, 90_000);
});

/** Creates a subscriber for the buyer, for an event hub of the test's own. */
async function createSubscriber(): Promise<Subscriber> {
  const { userId: subjectId } = buyer;
  const sql = "select hash from tokens where subject_id = $1";
  const [token] = await app.sql<{ hash: string }>(sql, [subjectId]);
  const channel = userChannel(subjectId);
  return { channel, audience: "customer", subjectId, tokenHash: token!.hash, lastEventId: undefined };
}

describe("a client that does not read", () => {
  /** Opens a request over a raw connection that reads nothing of the response. */
  async function silentReader(server: SecondServer): Promise<Socket> {
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
    await once(socket, "connect");
    socket.pause();
    socket.write(
      `GET ${customerEventsPath} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${buyer.token}\r\n\r\n`,
    );
    return socket;
  }

  test("uses no more memory than what was buffered for it, and gets the rest when it reads again", async () => {
    const { hub, close } = await createEventHub(app);
    const stream = await hub.open(await createSubscriber());
    for (let n = 0; n < 120; n++) await publishEvent(10_000);
    const newest = await app.sql<{ id: number }>("select max(id) as id from events");
    expect(stream.readableLength).toBeLessThan(1024 * 1024);
    expect(stream.cursor).toBeLessThan(newest[0]!.id);
    let text = "";
    stream.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
    await expect.poll(() => text.match(/^event: order$/gm)?.length, waitOptions).toBe(120);
    await close();
  });

  test("does not delay a stopping server, and neither do reading or idle clients", async () => {
    const stopping = await startSecondServer(app);
    const reader = await openEvents(stopping.url);
    const silent = await silentReader(stopping);
    const silentSocket = connect(Number(new URL(stopping.url).port), "127.0.0.1");
    await once(silentSocket, "connect");
    const closed = once(silentSocket.resume(), "close");
    await stopping.close();
    await closed;
    await once(silent.resume(), "close");
    await expect.poll(() => reader.isEnded, waitOptions).toBe(true);
    await expect(fetch(stopping.url)).rejects.toThrow();
  });
});

describe("an idle stream", () => {
  const limits = () => ({ ...app.config.limits, live: { ...app.config.limits.live, heartbeatMs: 300 } });

  test("sends heartbeats, and is closed when none was read for three intervals", async () => {
    const config = { ...app.config, limits: limits() };
    const { hub, close } = await createEventHub(app, config);
    const [delivered, undelivered] = [
      await hub.open(await createSubscriber()),
      await hub.open(await createSubscriber()),
    ];
    let text = "";
    delivered.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
    for (let n = 0; n < 3; n++) await publishEvent(10_000);
    await expect
      .poll(() => text.split("\n\n").filter((block) => block === ": ").length, waitOptions)
      .toBeGreaterThan(1);
    await expect.poll(() => undelivered.destroyed, waitOptions).toBe(true);
    expect(delivered.destroyed).toBe(false);
    await close();
    expect(delivered.readableEnded).toBe(true);
  });
});

test("an event cannot be published outside a transaction, where it would be lost", () => {
  const event = { channel: "user:x", type: "order", payload: {}, createdAt: new Date() };
  expect(() => publish(app.database.queries, event)).toThrow("outside a transaction");
});
