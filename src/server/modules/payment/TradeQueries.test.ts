import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AttemptRow } from "./payment.repository.ts";
import { TradeQueries } from "./TradeQueries.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const attempt = { id: "a1" } as AttemptRow;
type Ask = ConstructorParameters<typeof TradeQueries>[0]["ask"];

function make(answerAfterMs: number, ask?: Ask) {
  let asked = 0;
  const errors: unknown[] = [];
  const queries = new TradeQueries({
    ask:
      ask ??
      (async () => {
        asked += 1;
        await new Promise((resolve) => setTimeout(resolve, answerAfterMs));
        return "unpaid";
      }),
    onError: (error) => errors.push(error),
    now: Date.now,
    waitMs: 1_500,
  });
  return { queries, errors, asked: () => asked };
}

test("questions at the same time reach the provider once", async () => {
  const { queries, asked } = make(100);
  const answers = Promise.all([queries.ask(attempt), queries.ask(attempt), queries.ask(attempt)]);
  await vi.advanceTimersByTimeAsync(100);
  expect([await answers, asked()]).toEqual([["unpaid", "unpaid", "unpaid"], 1]);
});

test("a provider that is slow is waited for 1.5 s", async () => {
  const { queries } = make(60_000);
  let answer: unknown = "none yet";
  void queries.ask(attempt).then((given) => {
    answer = given;
  });
  await vi.advanceTimersByTimeAsync(1_499);
  expect(answer).toBe("none yet");
  await vi.advanceTimersByTimeAsync(1);
  expect(answer).toBeNull();
});

test("one trade is asked about twenty times in ten seconds at most", async () => {
  const { queries, asked } = make(0);
  for (let nth = 0; nth < 30; nth++) {
    const answer = queries.ask(attempt);
    await vi.advanceTimersByTimeAsync(1);
    expect(await answer).toBe(nth < 20 ? "unpaid" : null);
  }
  expect(asked()).toBe(20);
  await vi.advanceTimersByTimeAsync(10_000);
  const again = queries.ask(attempt);
  await vi.advanceTimersByTimeAsync(1);
  expect(await again).toBe("unpaid");
});

test("a failure after the answer was given up is reported", async () => {
  const failure = new Error("database away");
  const { queries, errors } = make(0, async () => {
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    throw failure;
  });
  const answer = queries.ask(attempt);
  await vi.advanceTimersByTimeAsync(6_000);
  expect([await answer, errors]).toEqual([null, [failure]]);
});
