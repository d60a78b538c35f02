// @ts-check
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, relative } from "node:path";
import { createMemoryFolder } from "./memoryFolder.mjs";
import { inRoot, root } from "./paths.mjs";

const report = inRoot("node_modules", ".cache", "vitest.json");

// A developer's own settings must not reach the tests: one of them could be the address of a real database.
const NOT_FOR_TESTS =
  /^(DATABASE_URL|REDIS_URL|DATA_DIR|PG_BIN|PORT|HOST|SANDBOX_(PORT|HOST|KITCHEN)|SEED_DEMO|NODE_ENV|LOG|PARENT_PIPE|KITCHEN|FILES_DIR|(WECHAT|SMS|MAPS|S3|BACKUP)_.*)$/;

/** @typedef {{ passed: number, failed: number, status: number, slowest: string[] }} Result */

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
  const memoryFolder = createMemoryFolder();
  const status = startVitest(["run", ...reporters, ...args], {
    ...extraEnv,
    ...(memoryFolder !== null && { TMPDIR: memoryFolder }),
  });
  if (memoryFolder !== null)
    rmSync(memoryFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 });
  /** @type {Report} */
  const results = existsSync(report)
    ? JSON.parse(readFileSync(report, "utf8"))
    : { numPassedTests: 0, numFailedTests: 0, testResults: [] };
  const { passed, failed } = count(results);
  const ran = passed + failed > 0;
  const isGreen = status === 0 && ran && failed === 0;
  return { passed, failed, status: isGreen ? 0 : status || 1, slowest: listSlowest(results) };
}

/**
 * Runs journeys on the development server, again whenever a source changes, until the command is interrupted;
 * returns the exit code.
 * @param {string[]} args
 * @param {Record<string, string>} extraEnv
 */
export function watchJourneys(args, extraEnv) {
  return startVitest(["watch", "--project=journeys", ...args], { ...extraEnv, JOURNEYS_DEV: "1" }) ?? 1;
}

/**
 * @param {string[]} args
 * @param {Record<string, string>} extraEnv
 */
function startVitest(args, extraEnv) {
  const program = inRoot("node_modules", "vitest", "vitest.mjs");
  const env = { ...cleanEnv(process.env), ...extraEnv };
  return spawnSync(process.execPath, [program, ...args], { cwd: root, env, stdio: "inherit" }).status;
}

/**
 * @typedef {{ numPassedTests: number, numFailedTests: number,
 *   testResults: { name: string, startTime: number, endTime: number, status: string,
 *     assertionResults: { status: string }[] }[] }} Report
 */

/**
 * Counts the totals of a report; a file that failed before its tests could run counts as one failure.
 * @param {Pick<Report, "numPassedTests" | "numFailedTests"> & { testResults: { status: string, assertionResults: { status: string }[] }[] }} report
 */
export function count({ numPassedTests, numFailedTests, testResults }) {
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && assertionResults.every((result) => result.status !== "failed"),
  );
  return { passed: numPassedTests, failed: numFailedTests + broken.length };
}

/**
 * Lists the ten files whose tests took longest, as lines of seconds and path; a file that runs in two projects is
 * listed twice.
 * @param {Pick<Report, "testResults">} report
 */
export function listSlowest({ testResults }) {
  return testResults
    .map(({ name, startTime, endTime }) => ({
      name: relative(root, name),
      seconds: (endTime - startTime) / 1_000,
    }))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, 10)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`);
}

/** @param {NodeJS.ProcessEnv} env */
export function cleanEnv(env) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !NOT_FOR_TESTS.test(name)));
}
