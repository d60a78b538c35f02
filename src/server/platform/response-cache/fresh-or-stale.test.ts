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
  isOutdated: boolean;
}

async function respond({ error, outdatedMs, isOutdated, ...state }: Case) {
  const { isSilent = false, isReliable = true, heartbeatMs = 0 } = state;
  const deps = {
    config: parseConfig({ OLD_ANSWER_MINUTES: "10" }),
    content: { isReliable, msSinceLastHeartbeat: heartbeatMs } as ContentChangeFeed,
    databaseHealth: { isSilent, withLoadShedding: (work) => work() } as DatabaseHealth,
  };
  const load = () => Promise.reject(error);
  return await freshOrStale(deps, load, () => ({ response: cachedJson("[]"), outdatedMs, isOutdated }));
}

test.each<[what: string, error: Error]>([
  ["a request that is refused to spare the database", refused],
  ["a lock that is held", withSqlState("55P03")],
  ["a statement that takes too long", withSqlState("57014")],
  ["a pool without a free connection", new Error("timeout exceeded when trying to connect")],
])("%s gets a response that is outdated for half a minute at most", async (_what, error) => {
  expect(await respond({ error, outdatedMs: 30_000, isOutdated: true })).toMatchObject({ ageMs: 30_000 });
  await expect(respond({ error, outdatedMs: 30_001, isOutdated: true })).rejects.toBe(error);
});

test.each<[what: string, Case]>([
  ["is silent", { error: refused, isSilent: true, outdatedMs: minuteMs, isOutdated: true }],
  ["sends no changes", { error: refused, isReliable: false, outdatedMs: minuteMs, isOutdated: true }],
  ["ends", { error: withSqlState("57P01"), outdatedMs: minuteMs, isOutdated: true }],
  [
    "cannot be reached",
    {
      error: new Error("Connection terminated due to connection timeout"),
      outdatedMs: minuteMs,
      isOutdated: true,
    },
  ],
  [
    "is busy, and only a part or the time has changed",
    { error: refused, outdatedMs: minuteMs, isOutdated: false },
  ],
  [
    "was heard of later",
    { error: refused, isReliable: false, heartbeatMs: minuteMs, outdatedMs: 1_000, isOutdated: false },
  ],
])("a database that %s leaves the response with its greatest age", async (_what, one) => {
  expect(await respond(one)).toMatchObject({ ageMs: minuteMs });
  expect(await respond(one)).toBeInstanceOf(StaleResponse);
});

test("a response that is outdated for too long is not sent, whenever the database was heard of", async () => {
  const late = { error: withSqlState("57P01"), outdatedMs: 10 * minuteMs + 1, isOutdated: true };
  await expect(respond(late)).rejects.toBe(late.error);
  await expect(respond({ ...late, isOutdated: false })).rejects.toBe(late.error);
  expect(await respond({ ...late, outdatedMs: 10 * minuteMs })).toBeInstanceOf(StaleResponse);
});
