import { expect, test } from "vitest";
import { GatewayError } from "./GatewayError.ts";
import { ProviderCalls } from "./ProviderCalls.ts";

function createLog() {
  const lines: [level: string, fields: object][] = [];
  const log = {
    info: (fields: object) => void lines.push(["info", fields]),
    debug: (fields: object) => void lines.push(["debug", fields]),
  };
  return { lines, log };
}

test("a call has one line with provider, operation, outcome and ms", async () => {
  const { lines, log } = createLog();
  expect(await new ProviderCalls("amap", log).run("search", async () => "canary")).toBe("canary");
  expect(lines).toEqual([
    ["info", { provider: "amap", operation: "search", code: "ok", ms: expect.any(Number) }],
  ]);
});

test("a failure is rethrown, and its line has the provider's code, cut, and no message", async () => {
  const { lines, log } = createLog();
  const errors = [new GatewayError("sms", "x".repeat(100), false), new TypeError("canary")];
  const calls = new ProviderCalls("sms", log, "debug");
  for (const error of errors)
    await expect(calls.run("SendSms", () => Promise.reject(error))).rejects.toBe(error);
  expect(lines).toMatchObject([
    ["info", { code: "x".repeat(64) }],
    ["info", { code: "TypeError" }],
  ]);
});

test("calls that succeed can be at debug level", async () => {
  const { lines, log } = createLog();
  await new ProviderCalls("s3", log, "debug").run("get", async () => null);
  expect(lines).toMatchObject([["debug", { code: "ok" }]]);
});
