// @ts-check
import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * Returns the absolute path of a program in PATH.
 * @param {string} name
 * @param {string} [path]
 * @returns {string | undefined}
 */
export function findProgram(name, path = process.env.PATH ?? "") {
  return path
    .split(delimiter)
    .filter((folder) => folder !== "")
    .map((folder) => join(folder, name))
    .find(isProgram);
}

/** @param {string} path */
export function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns a program's output, or undefined when it cannot run or fails.
 * @param {string} file
 * @param {...string} args
 */
export function outputOf(file, ...args) {
  const { status, stdout } = spawnSync(file, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  return status === 0 ? stdout.trim() : undefined;
}

/** Returns whether packages can be installed without a password: root on Debian or a derivative. */
export function canInstallDebianPackages() {
  return process.getuid?.() === 0 && findProgram("apt-get") !== undefined;
}

/**
 * Installs Debian packages.
 * @param {...string} names
 * @returns {boolean} whether that succeeded
 */
export function installDebianPackages(...names) {
  console.log(`Installing ${names.join(", ")} (apt-get) …`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const steps = [
    ["update", "-qq"],
    ["install", "-y", "-qq", "--no-install-recommends", ...names],
  ];
  return steps.every((step) => {
    const { status } = spawnSync("apt-get", step, { env, stdio: ["ignore", "ignore", "inherit"] });
    return status === 0;
  });
}
