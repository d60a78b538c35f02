import { expect, test, vi } from "vitest";
import { Turns, TurnsByKey } from "./Turns.ts";

const refusal = () => new Error("too busy");

/** Work that ends when it is told to. */
function task() {
  let end: () => void = () => undefined;
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { end: () => end(), run: vi.fn(() => over) };
}

test("so much runs at once, the rest in order", async () => {
  const turns = new Turns({ atOnce: 2, waitMs: 60_000, refusal });
  const tasks = [task(), task(), task(), task()];
  const all = tasks.map(({ run }) => turns.take(run));
  const begun = () => tasks.map(({ run }) => run.mock.calls.length);
  await expect.poll(begun).toEqual([1, 1, 0, 0]);
  tasks[1]?.end();
  await expect.poll(begun).toEqual([1, 1, 1, 0]);
  tasks[0]?.end();
  await expect.poll(begun).toEqual([1, 1, 1, 1]);
  for (const { end } of tasks) end();
  await Promise.all(all);
  expect(turns.isIdle).toBe(true);
});

test("nobody waits longer than allowed, and who gave up keeps nobody out", async () => {
  vi.useFakeTimers();
  try {
    const turns = new Turns({ atOnce: 1, waitMs: 500, refusal });
    const [long, never, next] = [task(), task(), task()];
    const first = turns.take(long.run);
    const second = expect(turns.take(never.run)).rejects.toThrow("too busy");
    await vi.advanceTimersByTimeAsync(500);
    await second;
    long.end();
    await first;
    const third = turns.take(next.run);
    next.end();
    await third;
    expect(never.run).not.toHaveBeenCalled();
  } finally {
    vi.useRealTimers();
  }
});

test("who would wait too long, by what the last ones took, is refused at once", async () => {
  vi.useFakeTimers();
  try {
    const turns = new Turns({ atOnce: 1, waitMs: 500, refusal });
    for (let nth = 0; nth < 40; nth++) {
      const slow = task();
      const done = turns.take(slow.run);
      await vi.advanceTimersByTimeAsync(300);
      slow.end();
      await done;
    }
    const running = task();
    const first = turns.take(running.run);
    const waits = turns.take(async () => "in time");
    await expect(turns.take(async () => "late")).rejects.toThrow("too busy");
    running.end();
    expect(await waits).toBe("in time");
    await first;
  } finally {
    vi.useRealTimers();
  }
});

test("a failure gives its turn on", async () => {
  const turns = new Turns({ atOnce: 1, waitMs: 60_000, refusal });
  const failed = turns.take(() => Promise.reject(new Error("broken")));
  const after = turns.take(async () => 1);
  await expect(failed).rejects.toThrow("broken");
  expect(await after).toBe(1);
});

test("one key does not hold up another", async () => {
  const turns = new TurnsByKey({ atOnce: 1, waitMs: 60_000, refusal });
  const busy = task();
  const mine = turns.take("mine", busy.run);
  expect(await turns.take("yours", async () => "done")).toBe("done");
  busy.end();
  await mine;
});
