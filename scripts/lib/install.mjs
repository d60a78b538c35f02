// @ts-check
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fail, formatElapsed } from "./fail.mjs";
import { root } from "./paths.mjs";

const OLDEST_NODE = /** @type {const} */ ([20, 19]);

/** Ends the command with one sentence when Node.js is too old for the project. */
export function ensureNode() {
  if (isNodeNewEnough(process.versions.node)) return;
  fail(`Node.js ${OLDEST_NODE.join(".")} or newer is needed, this is ${process.versions.node}.`);
}

/** @param {string} version such as "20.19.0" */
export function isNodeNewEnough(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
}

/**
 * Installs the packages when there are none or the lock file has changed since; ends the command on failure.
 * @param {{ toServe?: boolean }} [wish] `toServe`: development packages may be missing, a build needs none
 */
export function ensureInstalled({ toServe: forServing = false } = {}) {
  if (isInstalled(root) && (forServing || hasTools(root))) return;
  const npmArgs = existsSync(join(root, "package-lock.json")) ? ["ci"] : ["install"];
  const start = performance.now();
  console.log(`Installing packages (npm ${npmArgs[0]}) …`);
  // The build needs the development packages even when NODE_ENV is production.
  const flags = ["--include=dev", "--include=optional", "--no-audit", "--no-fund", "--loglevel=error"];
  const { status } = runNpm([...npmArgs, ...flags]);
  if (status !== 0) fail(`The packages could not be installed: npm ${npmArgs[0]} failed.`);
  console.log(`Packages installed in ${formatElapsed(start)}.`);
}

/**
 * Returns whether the packages in `folder` are complete and not older than its lock file.
 * @param {string} folder
 */
export function isInstalled(folder) {
  // npm writes this file last, so an interrupted installation has none.
  const done = modifiedAt(join(folder, "node_modules", ".package-lock.json"));
  const wanted = modifiedAt(join(folder, "package-lock.json")) ?? modifiedAt(join(folder, "package.json"));
  return done !== undefined && (wanted === undefined || done >= wanted);
}

/**
 * Returns whether `folder` has the development packages, which npm omits with NODE_ENV=production.
 * @param {string} folder
 */
export function hasTools(folder) {
  /** @type {{ devDependencies?: Record<string, string> }} */
  const { devDependencies = {} } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return Object.keys(devDependencies).every((name) => existsSync(join(folder, "node_modules", name)));
}

/** @param {string[]} args */
function runNpm(args) {
  const npm = process.env.npm_execpath;
  const [file, first] = npm?.endsWith("npm-cli.js") ? [process.execPath, [npm]] : ["npm", []];
  return spawnSync(file, [...first, ...args], { cwd: root, stdio: "inherit" });
}

/** @param {string} path */
function modifiedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}
