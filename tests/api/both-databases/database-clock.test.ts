import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { DatabaseClock } from "#server/platform/database/DatabaseClock.ts";
import { startTestApp, type TestApp } from "../../support/api/testApp.ts";

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

test.each([-hour, hour])(
  "a process whose clock is wrong by %s ms goes by the database's",
  async (wrongMs) => {
    const before = await readDatabaseMs();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + wrongMs });
    const clock = new DatabaseClock(app.database);
    const startedAt = performance.now();
    await clock.sync();
    // The database reads its time at any moment of the query, which the clock takes for its midpoint.
    const toleranceMs = (performance.now() - startedAt) / 2 + 1;
    const now = clock.now().getTime();
    const after = await readDatabaseMs();
    expect(now).toBeGreaterThanOrEqual(before - toleranceMs);
    expect(now).toBeLessThanOrEqual(after + toleranceMs);
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
