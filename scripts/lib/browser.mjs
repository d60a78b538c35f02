// @ts-check
import { fail } from "./fail.mjs";
import { canInstallDebianPackages, findProgram, installDebianPackages, isProgram } from "./programs.mjs";

// The same engine without the windows of a desktop browser, which takes half the processor time.
const HEADLESS_SHELL = "chromium-headless-shell";
const NAMES = [HEADLESS_SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const MAC_PATHS = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/**
 * Returns the path of a Chromium for the browser tests. Installs the headless shell when it is missing and this is
 * root on Debian, also beside another Chromium, which serves where that fails; without any, ends the command with a
 * sentence that says what to install.
 */
export function ensureBrowser() {
  const { CHROMIUM_PATH: configuredPath = "", PATH: path } = process.env;
  if (configuredPath !== "" && !isProgram(configuredPath))
    fail(`CHROMIUM_PATH names no program: ${configuredPath}.`);
  const isChosen = configuredPath !== "" || findProgram(HEADLESS_SHELL, path) !== undefined;
  if (!isChosen && canInstallDebianPackages())
    installDebianPackages(HEADLESS_SHELL, "fonts-noto-cjk") ||
      findBrowser(process.env) ||
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
