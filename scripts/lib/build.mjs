// @ts-check
import { spawnSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fail } from "./fail.mjs";
import { inRoot, root } from "./paths.mjs";

const INPUTS = [
  "src",
  "public",
  "index.html",
  "vite.config.ts",
  "package.json",
  "package-lock.json",
  "scripts/build.mjs",
  "scripts/media.mjs",
  "scripts/lib/compress.mjs",
  "scripts/lib/earlyScript.ts",
  "scripts/lib/lateModules.mjs",
  "scripts/lib/nameFirstChunk.ts",
  "scripts/lib/serverBuild.ts",
  "scripts/lib/ssrBuild.ts",
];

/**
 * Builds the web pages and the server when a source is newer than the last build; ends the command on
 * failure.
 */
export function ensureBuilt() {
  if (isBuilt(root)) return;
  const { status } = spawnSync(process.execPath, [inRoot("scripts", "build.mjs")], {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) fail("The build failed: see the lines above.");
}

/**
 * Returns whether the build in `folder` is at least as new as all its sources.
 * @param {string} folder
 */
export function isBuilt(folder) {
  const built = statSync(join(folder, "dist", ".built"), { throwIfNoEntry: false })?.mtimeMs;
  return built !== undefined && INPUTS.every((input) => newestIn(join(folder, input)) <= built);
}

/**
 * Returns the latest modification time in a file or folder; includes folders, because deleting a file changes
 * only them.
 * @param {string} path
 * @returns {number} milliseconds, 0 when there is nothing
 */
function newestIn(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined || isTest(path)) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  const inside = readdirSync(path).map((name) => newestIn(join(path, name)));
  return Math.max(stat.mtimeMs, ...inside);
}

/** @param {string} path */
function isTest(path) {
  return /\.test\.tsx?$/.test(path);
}
