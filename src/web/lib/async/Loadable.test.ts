import { expect, test } from "vitest";
import { Loadable } from "./Loadable.ts";

function later<T>() {
  let resolve!: (value: T) => void;
  let reject!: (error: unknown) => void;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

test("goes from idle over loading to ready and returns the value", async () => {
  const loadable = new Loadable<number>();
  expect(loadable.status).toBe("idle");
  const work = later<number>();
  const run = loadable.run(() => work.promise);
  expect(loadable.status).toBe("loading");
  work.resolve(7);
  await expect(run).resolves.toBe(7);
  expect([loadable.status, loadable.value, loadable.error]).toEqual(["ready", 7, undefined]);
});

test("stores and rethrows a failure, and keeps the previous value", async () => {
  const loadable = new Loadable<number>();
  loadable.set(1);
  await expect(loadable.run(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect([loadable.status, loadable.value, loadable.error?.message]).toEqual(["failed", 1, "no"]);
});

test("keeps the result of the newest run, whatever arrives last, and aborts the older one", async () => {
  const loadable = new Loadable<string>();
  const first = later<string>();
  let firstSignal: AbortSignal | undefined;
  const older = loadable.run((signal) => {
    firstSignal = signal;
    return first.promise;
  });
  await loadable.run(async () => "new");
  expect(firstSignal?.aborted).toBe(true);
  first.resolve("old");
  await expect(older).resolves.toBe("old");
  expect([loadable.status, loadable.value]).toEqual(["ready", "new"]);
});

test("ignores a failure of an older run", async () => {
  const loadable = new Loadable<string>();
  const first = later<string>();
  const older = loadable.run(() => first.promise);
  await loadable.run(async () => "new");
  first.reject(new Error("late"));
  await expect(older).rejects.toThrow("late");
  expect([loadable.status, loadable.error]).toEqual(["ready", undefined]);
});

test("reset aborts a running fetch and clears everything", async () => {
  const loadable = new Loadable<string>();
  const work = later<string>();
  const run = loadable.run(() => work.promise);
  loadable.reset();
  work.resolve("late");
  await run;
  expect([loadable.status, loadable.value]).toEqual(["idle", undefined]);
});
