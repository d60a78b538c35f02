import { queryObjects } from "node:v8";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Database } from "#server/platform/database/Database.ts";
import { PgListener } from "#server/platform/events/PgListener.ts";
import { waitOptions } from "../../support/api/waitOptions.ts";
import { createTestDatabase, type TestDatabase } from "../../support/databases/testDatabase.ts";

let testDatabase: TestDatabase;
let database: Database;
let listener: PgListener;
let proofs = 0;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = new Database(testDatabase.url, { size: 1, onIdleError: () => undefined });
  listener = new PgListener({
    channel: "shidan_test",
    heartbeatMs: 1,
    connect: () => database.createListenClient("shidan-test"),
    onNotification: () => undefined,
    onReady: () => undefined,
    onDisconnect: () => undefined,
    onHeartbeat: () => {
      proofs += 1;
    },
  });
  listener.start();
});

afterAll(async () => {
  await listener.stop();
  await database.close();
  await testDatabase.drop();
});

test("a long subscription uses no more memory than a short one", async () => {
  const measureHeapAfter = async (overrides: number) => {
    const until = proofs + overrides;
    await expect.poll(() => proofs, waitOptions).toBeGreaterThan(until);
    return queryObjects(Promise, { format: "count" });
  };
  const before = await measureHeapAfter(50);
  expect((await measureHeapAfter(500)) - before).toBeLessThan(250);
});
