import os from "node:os";
import { afterEach, expect, test } from "vitest";
import { AppError } from "../http/AppError.ts";
import { WorkerPool, type WorkerPoolOptions } from "./WorkerPool.ts";
import { WorkerError } from "./WorkerProcess.ts";

interface Job {
  ms?: number;
  fail?: string;
  end?: boolean;
}

const forever = { ms: 3_600_000 };
const pools: WorkerPool<Job, number>[] = [];

function createPool(options: Partial<WorkerPoolOptions> = {}): WorkerPool<Job, number> {
  const script = "tests/support/work/script.mjs";
  const pool = new WorkerPool<Job, number>({
    script,
    processes: 1,
    memoryMb: 64,
    jobTimeoutMs: 60_000,
    maxJobs: 10,
    ...options,
  });
  pools.push(pool);
  return pool;
}

afterEach(async () => {
  await Promise.all(pools.splice(0).map((one) => one.stop()));
});

/** Returns a rejected job's error: code and Retry-After of an AppError, else the error itself. */
async function rejectionOf(work: Promise<unknown>): Promise<unknown> {
  return await work.then(
    () => "done",
    (error: unknown) => (error instanceof AppError ? [error.code, error.retryAfterS] : error),
  );
}

test("jobs run in all processes of the pool, which have a lower priority", async () => {
  const two = createPool({ processes: 2 });
  const pids = await Promise.all([1, 2, 3, 4].map(() => two.run({ ms: 20 })));
  expect(new Set(pids).size).toBe(2);
  for (const pid of new Set(pids)) expect(os.getPriority(pid)).toBe(5);
});

test("a job that takes too long is refused as unavailable with a retry time", async () => {
  expect(await rejectionOf(createPool({ jobTimeoutMs: 500 }).run(forever))).toEqual(["unavailable", 5]);
});

test("an aborted job is stopped with its process, and the next job runs in a new one", {
  timeout: 60_000,
}, async () => {
  const one = createPool();
  const before = await one.run({});
  const gone = new AbortController();
  const unwanted = rejectionOf(one.run(forever, gone.signal));
  const next = one.run({});
  gone.abort();
  expect(await unwanted).toMatchObject(["unavailable", expect.any(Number)]);
  expect(await next).not.toBe(before);
  expect(() => process.kill(before, 0)).toThrow("ESRCH");
});

test("an aborted job leaves the queue at once", { timeout: 60_000 }, async () => {
  const one = createPool({ maxJobs: 2 });
  const gone = new AbortController();
  const first = one.run(forever, gone.signal);
  const leaving = new AbortController();
  const second = rejectionOf(one.run({}, leaving.signal));
  expect(await rejectionOf(one.run({}))).toEqual(["unavailable", 2]);
  leaving.abort();
  expect(await second).toEqual(["unavailable", 2]);
  const third = one.run({});
  gone.abort();
  expect(await rejectionOf(first)).toMatchObject(["unavailable", expect.any(Number)]);
  expect(await third).toBeGreaterThan(0);
});

test("a job that fails, or ends its process, fails alone", async () => {
  const one = createPool();
  await expect(one.run({ fail: "no paper" })).rejects.toThrow(new WorkerError("no paper"));
  await expect(one.run({ end: true })).rejects.toThrow(WorkerError);
  expect(await one.run({})).toBeGreaterThan(0);
});
