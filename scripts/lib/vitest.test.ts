import { expect, test } from "vitest";
import { cleanEnv, count } from "./vitest.mjs";

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

test("a developer's database and services do not reach the tests", () => {
  const env = { DATABASE_URL: "postgres://real", PORT: "80", WECHAT_PAY_MCHID: "1", PATH: "/bin" };
  expect(cleanEnv(env)).toEqual({ PATH: "/bin" });
});
