import { expect, test } from "vitest";
import { SharedQuery } from "./SharedQuery.ts";

test("callers share a query that began after their call, and a failure ends with it", async () => {
  let started = 0;
  const endings: { resolve: (value: number) => void; reject: (error: Error) => void }[] = [];
  const query = new SharedQuery(() => {
    started += 1;
    return new Promise<number>((resolve, reject) => endings.push({ resolve, reject }));
  });
  const first = [query.get(), query.get()];
  await Promise.resolve();
  expect(started).toBe(1);
  // The first has begun: it may not know what happened since.
  const second = [query.get(), query.get()];
  endings[0]?.reject(new Error("lost"));
  await expect(Promise.all(first)).rejects.toThrow("lost");
  await expect.poll(() => started).toBe(2);
  endings[1]?.resolve(2);
  expect(await Promise.all(second)).toEqual([2, 2]);
});
