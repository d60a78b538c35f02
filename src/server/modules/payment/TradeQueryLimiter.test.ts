import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AttemptRow } from "./payment.repository.ts";
import { TradeQueryLimiter } from "./TradeQueryLimiter.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const attempt = { id: "a1" } as AttemptRow;
type QueryFunction = ConstructorParameters<typeof TradeQueryLimiter>[0]["query"];

function createLimiter(replyAfterMs: number, query?: QueryFunction) {
  let queryCount = 0;
  const errors: unknown[] = [];
  const limiter = new TradeQueryLimiter({
    query:
      query ??
      (async () => {
        queryCount += 1;
        await new Promise((resolve) => setTimeout(resolve, replyAfterMs));
        return "unpaid";
      }),
    onError: (error) => errors.push(error),
    now: Date.now,
    timeoutMs: 1_500,
  });
  return { queries: limiter, errors, queryCount: () => queryCount };
}

test("concurrent queries reach the provider once", async () => {
  const { queries: limiter, queryCount } = createLimiter(100);
  const results = Promise.all([limiter.query(attempt), limiter.query(attempt), limiter.query(attempt)]);
  await vi.advanceTimersByTimeAsync(100);
  expect([await results, queryCount()]).toEqual([["unpaid", "unpaid", "unpaid"], 1]);
});

test("waits 1.5 s for a slow provider", async () => {
  const { queries: limiter } = createLimiter(60_000);
  let result: unknown = "none yet";
  void limiter.query(attempt).then((value) => {
    result = value;
  });
  await vi.advanceTimersByTimeAsync(1_499);
  expect(result).toBe("none yet");
  await vi.advanceTimersByTimeAsync(1);
  expect(result).toBeNull();
});

test("queries one trade at most twenty times in ten seconds", async () => {
  const { queries: limiter, queryCount } = createLimiter(0);
  for (let nth = 0; nth < 30; nth++) {
    const result = limiter.query(attempt);
    await vi.advanceTimersByTimeAsync(1);
    expect(await result).toBe(nth < 20 ? "unpaid" : null);
  }
  expect(queryCount()).toBe(20);
  await vi.advanceTimersByTimeAsync(10_000);
  const retried = limiter.query(attempt);
  await vi.advanceTimersByTimeAsync(1);
  expect(await retried).toBe("unpaid");
});

test("reports a failure that comes after the timeout", async () => {
  const failure = new Error("database away");
  const { queries: limiter, errors } = createLimiter(0, async () => {
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    throw failure;
  });
  const result = limiter.query(attempt);
  await vi.advanceTimersByTimeAsync(6_000);
  expect([await result, errors]).toEqual([null, [failure]]);
});
