import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { DatabaseClock } from "#server/platform/database/DatabaseClock.ts";
import { startTestApp, type TestApp } from "../../support/api/testApp.ts";
import { waitOptions } from "../../support/api/waitOptions.ts";

const hour = 3_600_000;
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterEach(() => {
  vi.useRealTimers();
});

afterAll(async () => {
  await app.close();
});

async function readDatabaseMs(): Promise<number> {
  const [row] = await app.sql<{ ms: number }>(
    "select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms",
  );
  return row!.ms;
}

/** Syncs the clock and returns how long that took, in ms. */
async function timeSync(clock: DatabaseClock): Promise<number> {
  const startedAt = performance.now();
  await clock.sync();
  return performance.now() - startedAt;
}

test.each([-hour, hour])(
  "a process whose clock is wrong by %s ms goes by the database's",
  async (wrongMs) => {
    const before = await readDatabaseMs();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + wrongMs });
    const clock = new DatabaseClock(app.database);
    // A reading is as exact as half its round trip; the bound below needs one that was not interrupted.
    await expect.poll(() => timeSync(clock), waitOptions).toBeLessThan(2);
    const now = clock.now().getTime();
    const after = await readDatabaseMs();
    expect(now).toBeGreaterThanOrEqual(before - 1);
    expect(now).toBeLessThanOrEqual(after + 1);
  },
);

test("the clock continues between two readings, independently of the process's clock", async () => {
  const clock = new DatabaseClock(app.database);
  await clock.sync();
  const before = clock.now().getTime();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + hour });
  await expect.poll(() => clock.now().getTime()).toBeGreaterThan(before);
  expect(clock.now().getTime() - before).toBeLessThan(hour / 2);
});
