import pg from "pg";
import { expect, test } from "vitest";
import { parseConfig } from "../../config.ts";
import type { DatabaseHealth } from "../database/DatabaseHealth.ts";
import { AppError } from "../http/AppError.ts";
import { cachedJson } from "./CachedResponse.ts";
import type { ContentChangeFeed } from "./ContentChangeFeed.ts";
import { freshOrStale, StaleResponse } from "./fresh-or-stale.ts";

const minuteMs = 60_000;
const withSqlState = (code: string) => Object.assign(new pg.DatabaseError(code, 0, "error"), { code });
const refused = new AppError("unavailable");

interface Case {
  error: Error;
  isSilent?: boolean;
  isReliable?: boolean;
  heartbeatMs?: number;
  outdatedMs: number;
  changedMs: number | null;
}

async function respond({ error, outdatedMs, changedMs, ...state }: Case) {
  const { isSilent = false, isReliable = true, heartbeatMs = 0 } = state;
  const deps = {
    config: parseConfig({ OLD_ANSWER_MINUTES: "10" }),
    content: { isReliable, msSinceLastHeartbeat: heartbeatMs } as ContentChangeFeed,
    databaseHealth: { isSilent, withLoadShedding: (work) => work() } as DatabaseHealth,
  };
  const load = () => Promise.reject(error);
  return await freshOrStale(deps, load, () => ({ response: cachedJson("[]"), outdatedMs, changedMs }));
}

test.each<[what: string, error: Error]>([
  ["a request that is refused to spare the database", refused],
  ["a lock that is held", withSqlState("55P03")],
  ["a statement that takes too long", withSqlState("57014")],
  ["a pool without a free connection", new Error("timeout exceeded when trying to connect")],
])("%s gets a response for half a minute after a change", async (_what, error) => {
  // It may have expired by time long before that.
  const changed = { error, outdatedMs: 2 * minuteMs };
  expect(await respond({ ...changed, changedMs: 30_000 })).toMatchObject({ ageMs: 2 * minuteMs });
  await expect(respond({ ...changed, changedMs: 30_001 })).rejects.toBe(error);
});

test.each<[what: string, Case]>([
  ["is silent", { error: refused, isSilent: true, outdatedMs: minuteMs, changedMs: minuteMs }],
  ["sends no changes", { error: refused, isReliable: false, outdatedMs: minuteMs, changedMs: minuteMs }],
  ["ends", { error: withSqlState("57P01"), outdatedMs: minuteMs, changedMs: minuteMs }],
  [
    "cannot be reached",
    {
      error: new Error("Connection terminated due to connection timeout"),
      outdatedMs: minuteMs,
      changedMs: minuteMs,
    },
  ],
  [
    "is busy, and only a part or the time has changed",
    { error: refused, outdatedMs: minuteMs, changedMs: null },
  ],
  [
    "was heard of later",
    { error: refused, isReliable: false, heartbeatMs: minuteMs, outdatedMs: 1_000, changedMs: null },
  ],
])("a database that %s leaves the response with its greatest age", async (_what, one) => {
  expect(await respond(one)).toMatchObject({ ageMs: minuteMs });
  expect(await respond(one)).toBeInstanceOf(StaleResponse);
});

test("a response that is outdated for too long is not sent, whenever the database was heard of", async () => {
  const late = { error: withSqlState("57P01"), outdatedMs: 10 * minuteMs + 1, changedMs: minuteMs };
  await expect(respond(late)).rejects.toBe(late.error);
  await expect(respond({ ...late, changedMs: null })).rejects.toBe(late.error);
  expect(await respond({ ...late, outdatedMs: 10 * minuteMs })).toBeInstanceOf(StaleResponse);
});
