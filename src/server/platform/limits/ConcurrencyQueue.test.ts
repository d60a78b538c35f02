import { expect, test, vi } from "vitest";
import { ConcurrencyQueue, KeyedConcurrencyQueue } from "./ConcurrencyQueue.ts";

const createError = () => new Error("too busy");

/** Work that ends on request. */
function task() {
  let end: () => void = () => undefined;
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { end: () => end(), run: vi.fn(() => over) };
}

test("runs as many jobs as allowed at once, the rest in order", async () => {
  const queue = new ConcurrencyQueue({ concurrency: 2, waitMs: 60_000, createError });
  const tasks = [task(), task(), task(), task()];
  const all = tasks.map(({ run }) => queue.run(run));
  const startedCounts = () => tasks.map(({ run }) => run.mock.calls.length);
  await expect.poll(startedCounts).toEqual([1, 1, 0, 0]);
  tasks[1]?.end();
  await expect.poll(startedCounts).toEqual([1, 1, 1, 0]);
  tasks[0]?.end();
  await expect.poll(startedCounts).toEqual([1, 1, 1, 1]);
  for (const { end } of tasks) end();
  await Promise.all(all);
  expect(queue.isIdle).toBe(true);
});

test("no job waits longer than allowed, and a timed-out job blocks no other", async () => {
  vi.useFakeTimers();
  try {
    const queue = new ConcurrencyQueue({ concurrency: 1, waitMs: 500, createError });
    const [long, never, next] = [task(), task(), task()];
    const first = queue.run(long.run);
    const second = expect(queue.run(never.run)).rejects.toThrow("too busy");
    await vi.advanceTimersByTimeAsync(500);
    await second;
    long.end();
    await first;
    const third = queue.run(next.run);
    next.end();
    await third;
    expect(never.run).not.toHaveBeenCalled();
  } finally {
    vi.useRealTimers();
  }
});

test("a job whose expected wait is too long, by recent durations, is refused at once", async () => {
  vi.useFakeTimers();
  try {
    const queue = new ConcurrencyQueue({ concurrency: 1, waitMs: 500, createError });
    for (let nth = 0; nth < 40; nth++) {
      const slow = task();
      const done = queue.run(slow.run);
      await vi.advanceTimersByTimeAsync(300);
      slow.end();
      await done;
    }
    const running = task();
    const first = queue.run(running.run);
    const waits = queue.run(async () => "in time");
    await expect(queue.run(async () => "late")).rejects.toThrow("too busy");
    running.end();
    expect(await waits).toBe("in time");
    await first;
  } finally {
    vi.useRealTimers();
  }
});

test("a failed job frees its slot", async () => {
  const queue = new ConcurrencyQueue({ concurrency: 1, waitMs: 60_000, createError });
  const failed = queue.run(() => Promise.reject(new Error("broken")));
  const after = queue.run(async () => 1);
  await expect(failed).rejects.toThrow("broken");
  expect(await after).toBe(1);
});

test("one key does not delay another", async () => {
  const queue = new KeyedConcurrencyQueue({ concurrency: 1, waitMs: 60_000, createError });
  const busy = task();
  const mine = queue.run("mine", busy.run);
  expect(await queue.run("yours", async () => "done")).toBe("done");
  busy.end();
  await mine;
});
