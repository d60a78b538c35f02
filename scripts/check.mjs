// @ts-check
// npm run check: runs all checks but the browser tests, stopping at the first failure.
import { spawnSync } from "node:child_process";
import { ensureBuilt } from "./lib/build.mjs";
import { fail, formatElapsed } from "./lib/fail.mjs";
import { ensureInstalled, ensureNode } from "./lib/install.mjs";
import { inRoot, root } from "./lib/paths.mjs";
import { ensureRedis } from "./lib/redis.mjs";
import { ensureSystemPostgres } from "./lib/systemPostgres.mjs";
import { runVitest } from "./lib/vitest.mjs";

const PROJECTS = ["unit", "architecture", "api", "api-external", "api-redis"];

ensureNode();
ensureInstalled();
step("lint", () => runNode(inRoot("node_modules", "@biomejs", "biome", "bin", "biome"), "ci", "."));
step("types", () => runNode(inRoot("node_modules", "typescript", "bin", "tsc"), "-b"));
ensureBuilt();
step("tests", () => {
  const projects = PROJECTS.map((name) => `--project=${name}`);
  const programs = { SYSTEM_PG_BIN: ensureSystemPostgres(), REDIS_SERVER: ensureRedis() };
  return runVitest(projects, programs).status === 0;
});
step("engines", () => runNode(inRoot("scripts", "engines.mjs")));
step("budget", () => runNode(inRoot("scripts", "budget.mjs")));
console.log("Everything is in order.");

/**
 * @param {string} name
 * @param {() => boolean} work returns whether it succeeded
 */
function step(name, work) {
  const start = performance.now();
  if (!work()) fail(`The check failed at: ${name}.`);
  console.log(`${name}: in order (${formatElapsed(start)})`);
}

/** @param {string} file @param {...string} args */
function runNode(file, ...args) {
  return spawnSync(process.execPath, [file, ...args], { cwd: root, stdio: "inherit" }).status === 0;
}
