import { queryObjects } from "node:v8";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Database } from "#server/platform/Database.ts";
import { Listener } from "#server/platform/live/Listener.ts";
import { patience } from "../support/api/patience.ts";
import { createTestDatabase, type TestDatabase } from "../support/databases/testDatabase.ts";

let home: TestDatabase;
let database: Database;
let listener: Listener;
let proofs = 0;

beforeAll(async () => {
  home = await createTestDatabase();
  database = new Database(home.url, { size: 1, onIdleError: () => undefined });
  listener = new Listener({
    name: "shidan_test",
    proveMs: 1,
    connect: () => database.listeningClient("shidan-test"),
    onNews: () => undefined,
    onReady: () => undefined,
    onLost: () => undefined,
    onProof: () => {
      proofs += 1;
    },
  });
  listener.start();
});

afterAll(async () => {
  await listener.stop();
  await database.close();
  await home.drop();
});

test("listening for long holds no more than listening for a moment", async () => {
  const heldAfter = async (more: number) => {
    const until = proofs + more;
    await expect.poll(() => proofs, patience).toBeGreaterThan(until);
    return queryObjects(Promise, { format: "count" });
  };
  const before = await heldAfter(50);
  expect((await heldAfter(500)) - before).toBeLessThan(250);
});
