// @ts-check
import { fail } from "./fail.mjs";
import { canInstallDebianPackages, findProgram, installDebianPackages, isProgram } from "./programs.mjs";

// The headless shell is the same engine without the windows of a desktop browser, and takes half the processor time.
const NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];
const MAC_PATHS = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/**
 * Returns the path of a Chromium for the browser tests, installing it when it is missing and this is root on
 * Debian; otherwise ends the command with a sentence that says what to install.
 */
export function ensureBrowser() {
  assertExecutable(process.env.CHROMIUM_PATH);
  const found = findBrowser(process.env);
  if (found !== undefined) return found;
  if (canInstallDebianPackages())
    installDebianPackages("chromium-headless-shell", "fonts-noto-cjk") ||
      installDebianPackages("chromium", "fonts-noto-cjk");
  return (
    findBrowser(process.env) ??
    fail("Chromium is needed by the browser tests: install it, or set CHROMIUM_PATH.")
  );
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {string | undefined}
 */
export function findBrowser(env) {
  const configuredPath = env.CHROMIUM_PATH ?? "";
  if (configuredPath !== "") return isProgram(configuredPath) ? configuredPath : undefined;
  for (const name of NAMES) {
    const path = findProgram(name, env.PATH);
    if (path !== undefined) return path;
  }
  return MAC_PATHS.find(isProgram);
}

/** @param {string | undefined} configuredPath */
function assertExecutable(configuredPath) {
  if (configuredPath !== undefined && configuredPath !== "" && !isProgram(configuredPath))
    fail(`CHROMIUM_PATH names no program: ${configuredPath}.`);
}
