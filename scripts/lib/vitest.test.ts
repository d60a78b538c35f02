import { expect, test } from "vitest";
import { inRoot } from "./paths.mjs";
import { cleanEnv, count, listSlowest } from "./vitest.mjs";

test("a file that broke before its tests could run counts as a failure", () => {
  const passed = { status: "passed" };
  const failed = { status: "failed" };
  const testResults = [
    { status: "passed", assertionResults: [passed, passed] },
    { status: "failed", assertionResults: [passed, failed] },
    { status: "failed", assertionResults: [] },
  ];
  expect(count({ numPassedTests: 3, numFailedTests: 1, testResults })).toEqual({ passed: 3, failed: 2 });
});

test("the ten slowest files are listed, the slowest first", () => {
  const testResults = Array.from({ length: 12 }, (_, nth) => ({
    name: inRoot("tests", `${nth}.test.ts`),
    startTime: 1_000,
    endTime: 1_000 + nth * 1_500,
    status: "passed",
    assertionResults: [],
  }));
  const lines = listSlowest({ testResults });
  expect(lines).toHaveLength(10);
  expect(lines[0]).toBe("   16.5 s  tests/11.test.ts");
});

test("a developer's database and services do not reach the tests", () => {
  const env = {
    DATABASE_URL: "postgres://real",
    REDIS_URL: "redis://real",
    PORT: "80",
    WECHAT_PAY_MCHID: "1",
    PATH: "/bin",
  };
  expect(cleanEnv(env)).toEqual({ PATH: "/bin" });
});
