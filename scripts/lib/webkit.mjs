// @ts-check
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fail } from "./fail.mjs";
import { canInstallDebianPackages, findProgram, installDebianPackages } from "./programs.mjs";

/** @typedef {{ driver: string, browser: string, display: string }} WebKit */

/**
 * Returns the programs of a WebKit browser, which stands in for iPhones in the tests, installing them when
 * they are missing and this is root on Debian; otherwise ends the command with a sentence that says what to
 * install.
 * @returns {WebKit}
 */
export function ensureWebKit() {
  const found = findWebKit();
  if (found !== undefined) return found;
  if (canInstallDebianPackages()) installDebianPackages("webkit2gtk-driver", "xvfb");
  return (
    findWebKit() ??
    fail(
      "WebKit is needed by the browser tests: install webkit2gtk-driver and xvfb (Debian's packages, on Linux).",
    )
  );
}

/** @returns {WebKit | undefined} */
export function findWebKit() {
  const driver = findProgram("WebKitWebDriver");
  const display = findProgram("Xvfb");
  const browser = libraryFolders()
    .map((folder) => join(folder, "webkit2gtk-4.1", "MiniBrowser"))
    .find((file) => existsSync(file));
  if (driver === undefined || display === undefined || browser === undefined) return undefined;
  return { driver, browser, display };
}

/** Folders such as /usr/lib/x86_64-linux-gnu. */
function libraryFolders() {
  if (!existsSync("/usr/lib")) return [];
  return readdirSync("/usr/lib", { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name.includes("-linux-gnu"))
    .map((entry) => join("/usr/lib", entry.name));
}
