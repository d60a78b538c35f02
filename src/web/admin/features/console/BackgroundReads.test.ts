import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ApiError } from "#web/lib/api/ApiError.ts";
import { BackgroundReads } from "./BackgroundReads.ts";

const logged = vi.fn();

beforeEach(() => vi.stubGlobal("console", { ...console, error: logged }));

afterEach(() => {
  vi.unstubAllGlobals();
  logged.mockReset();
});

it("repeats at the next turn what a busy server did not answer, without logging", async () => {
  const reads = new BackgroundReads();
  await reads.run(
    "counting failed",
    Promise.reject(new ApiError("unavailable", "服务繁忙", { status: 503 })),
  );
  expect([reads.hasMissed, logged.mock.calls]).toEqual([true, []]);
  reads.startTurn();
  await reads.run("counting failed", Promise.resolve());
  expect(reads.hasMissed).toBe(false);
});

it("logs any other failure of the server", async () => {
  const reads = new BackgroundReads();
  await reads.run("counting failed", Promise.reject(new ApiError("internal", "出错", { status: 500 })));
  expect([reads.hasMissed, logged.mock.calls.length]).toEqual([false, 1]);
});
