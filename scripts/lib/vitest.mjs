// @ts-check
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { inRoot, root } from "./paths.mjs";

const report = inRoot("node_modules", ".cache", "vitest.json");

// A developer's own settings must not reach the tests: one of them could be the address of a real database.
const NOT_FOR_TESTS =
  /^(DATABASE_URL|DATA_DIR|PG_BIN|PORT|HOST|SANDBOX_(PORT|HOST|KITCHEN)|SEED_DEMO|NODE_ENV|LOG|PARENT_PIPE|KITCHEN|FILES_DIR|(WECHAT|SMS|MAPS|S3)_.*)$/;

/** @typedef {{ passed: number, failed: number, status: number }} Result */

/**
 * Runs vitest and returns the totals; the status is 1 as well when no test ran.
 * @param {string[]} args
 * @param {Record<string, string>} extraEnv
 * @returns {Result}
 */
export function runVitest(args, extraEnv) {
  mkdirSync(dirname(report), { recursive: true });
  rmSync(report, { force: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const { status } = spawnSync(
    process.execPath,
    [inRoot("node_modules", "vitest", "vitest.mjs"), "run", ...reporters, ...args],
    { cwd: root, env: { ...cleanEnv(process.env), ...extraEnv }, stdio: "inherit" },
  );
  const { passed, failed } = existsSync(report)
    ? count(JSON.parse(readFileSync(report, "utf8")))
    : { passed: 0, failed: 0 };
  const ran = passed + failed > 0;
  return { passed, failed, status: status === 0 && ran && failed === 0 ? 0 : status || 1 };
}

/**
 * @typedef {{ numPassedTests: number, numFailedTests: number,
 *   testResults: { status: string, assertionResults: { status: string }[] }[] }} Report
 */

/**
 * Counts the totals of a report; a file that failed before its tests could run counts as one failure.
 * @param {Report} told
 */
export function count({ numPassedTests, numFailedTests, testResults }) {
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && assertionResults.every((result) => result.status !== "failed"),
  );
  return { passed: numPassedTests, failed: numFailedTests + broken.length };
}

/** @param {NodeJS.ProcessEnv} env */
export function cleanEnv(env) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !NOT_FOR_TESTS.test(name)));
}
