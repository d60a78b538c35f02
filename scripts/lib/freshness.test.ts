import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isBuilt } from "./build.mjs";
import { hasTools, isInstalled, isNodeNewEnough } from "./install.mjs";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "shidan-fresh-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Writes a file whose last change, and that of its folders, lies at `second`. */
function file(path: string, second: number): void {
  const full = join(folder, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, "");
  for (let at = full; at !== folder; at = dirname(at)) utimesSync(at, second, second);
}

describe("the build", () => {
  test("is missing before the first build, and new until a source changes", () => {
    file("src/web/page.tsx", 100);
    expect(isBuilt(folder)).toBe(false);
    file("dist/.built", 200);
    expect(isBuilt(folder)).toBe(true);
    file("vite.config.ts", 300);
    expect(isBuilt(folder)).toBe(false);
  });

  test("is old when a source was deleted", () => {
    file("src/web/page.tsx", 100);
    file("src/web/gone.tsx", 100);
    file("dist/.built", 200);
    rmSync(join(folder, "src/web/gone.tsx"));
    expect(isBuilt(folder)).toBe(false);
  });

  test("does not depend on tests", () => {
    file("src/web/page.test.tsx", 300);
    utimesSync(join(folder, "src"), 100, 100);
    utimesSync(join(folder, "src/web"), 100, 100);
    file("dist/.built", 200);
    expect(isBuilt(folder)).toBe(true);
  });
});

test("packages are installed when npm finished after the lock file was written", () => {
  file("package-lock.json", 100);
  expect(isInstalled(folder)).toBe(false);
  mkdirSync(join(folder, "node_modules"));
  expect(isInstalled(folder)).toBe(false);
  file("node_modules/.package-lock.json", 200);
  expect(isInstalled(folder)).toBe(true);
  file("package-lock.json", 300);
  expect(isInstalled(folder)).toBe(false);
});

test("packages for development are reported missing where npm has left them out, as it does in production", () => {
  file("node_modules/.package-lock.json", 100);
  writeFileSync(join(folder, "package.json"), '{"devDependencies":{"vite":"8","@types/pg":"8"}}');
  utimesSync(join(folder, "package.json"), 50, 50);
  expect(hasTools(folder)).toBe(false);
  file("node_modules/vite/package.json", 100);
  expect(hasTools(folder)).toBe(false);
  file("node_modules/@types/pg/package.json", 100);
  expect([isInstalled(folder), hasTools(folder)]).toEqual([true, true]);
  writeFileSync(join(folder, "package.json"), "{}");
  expect(hasTools(folder)).toBe(true);
});

test("Node.js 20.19 is the oldest supported version", () => {
  expect(["18.20.0", "20.18.3", "20.19.0", "20.20.2", "22.0.0"].map(isNodeNewEnough)).toEqual([
    false,
    false,
    true,
    true,
    true,
  ]);
});
