import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Database } from "#server/platform/database/Database.ts";
import { userChannel } from "#server/platform/events/channels.ts";
import { publish } from "#server/platform/events/outbox.ts";
import { createBuyer } from "../../support/api/buyers.ts";
import { EventConnections } from "../../support/api/EventConnections.ts";
import { EventReader } from "../../support/api/EventReader.ts";
import { startSecondServer } from "../../support/api/SecondServer.ts";
import { startTestApp, type TestApp } from "../../support/api/testApp.ts";
import { waitOptions } from "../../support/api/waitOptions.ts";

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(async () => {
  await app.close();
});

test("a server that cannot listen polls the table instead, until it can", async () => {
  let isListenerCut = true;
  class DatabaseWithoutListener extends Database {
    override createListenClient(name: string): pg.Client {
      if (!isListenerCut) return super.createListenClient(name);
      return new pg.Client({ host: "127.0.0.1", port: 1, connectionTimeoutMillis: 500 });
    }
  }
  const { userId, token } = await createBuyer(app);
  const connections = new EventConnections(app);
  const serverWithoutListener = await startSecondServer(app, DatabaseWithoutListener);
  const reader = await EventReader.open(serverWithoutListener.url, token);
  for (let n = 1; n <= 3; n++) {
    await app.database.transaction(async (tx) =>
      publish(tx, {
        channel: userChannel(userId),
        type: "order",
        payload: { n },
        createdAt: app.clock.now(),
      }),
    );
    await expect.poll(() => reader.listEvents("order").length, waitOptions).toBe(n);
  }
  expect(await connections.count()).toBe(0);
  isListenerCut = false;
  await expect.poll(() => connections.count(), waitOptions).toBe(1);
  await serverWithoutListener.close();
  await expect.poll(() => reader.isEnded, waitOptions).toBe(true);
}, 90_000);
