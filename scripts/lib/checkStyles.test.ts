import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { checkStyles } from "./checkStyles.mjs";
import { inRoot } from "./paths.mjs";

/**
 * Returns the problems of a sheet, except those of every single sheet: missing required declarations and
 * unused exceptions.
 */
function problemsOf(text: string): string[] {
  return checkStyles([{ name: "a.css", text }]).filter((problem) => problem.startsWith("a.css"));
}

describe("a built style sheet", () => {
  test.each([
    ["body{text-size-adjust:100%}", "-webkit-text-size-adjust"],
    ["p{user-select:none}", "-webkit-user-select"],
    ["p{appearance:none}", "-webkit-appearance"],
    ["p{backdrop-filter:blur(2px)}", "-webkit-backdrop-filter"],
    ["p{mask:url(a.svg)}", "-webkit-mask"],
    ["p{aspect-ratio:1}", "aspect-ratio"],
    ["p{height:100dvh}", "dvh"],
    ["p{color:color-mix(in srgb,red,blue)}", "color-mix()"],
    ["p{overflow-wrap:anywhere}", "overflow-wrap: anywhere"],
    ["p{overflow:clip}", "overflow: clip"],
    ["p:has(a){color:red}", ":has"],
    ["p:hover,p:focus-visible{color:red}", ":focus-visible beside other selectors"],
    ["p{& a{color:red}}", "nested rule"],
    ["@media (width<=600px){p{color:red}}", "media range"],
    ["@container (min-width:1px){p{color:red}}", "@container"],
    ["@layer a{p{color:red}}", "@layer"],
    ["@media print{p{aspect-ratio:1}}", "aspect-ratio"],
  ])("%s is refused, for %s", (text, feature) => {
    expect(problemsOf(text).join()).toContain(feature);
  });

  test.each([
    "body{-webkit-text-size-adjust:100%;text-size-adjust:100%}",
    "p{-webkit-user-select:none;user-select:none}",
    "p{height:100vh;height:100dvh}",
    "@supports (height:100dvh){p{height:100dvh;aspect-ratio:1}}",
    "p{width:calc(100% - 8px);color:#0008;transform:translate(1px)}",
    "p{cursor:pointer;overscroll-behavior:contain}p:focus-visible{color:red}",
    "@media (max-width:600px){p{position:sticky}}",
    ":root{--a:env(safe-area-inset-bottom,0px)}",
  ])("%s passes", (text) => {
    expect(problemsOf(text)).toEqual([]);
  });

  test("has the declarations that only phones need, and no exception without a use", () => {
    const problems = checkStyles([{ name: "a.css", text: "html{-webkit-tap-highlight-color:transparent}" }]);
    expect(problems).toContain("no style sheet has -webkit-text-size-adjust:100%");
    expect(problems.join()).not.toContain("-webkit-tap-highlight-color");
    expect(problems).toContain("no style sheet needs the exception for cursor any more");
  });
});

describe("the check of a build", () => {
  let folder = "";
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "shidan-engines-"));
    await mkdir(join(folder, ".vite"));
    await writeFile(join(folder, "a.js"), "a.findLast(b)");
    await writeFile(join(folder, "a.css"), "p{aspect-ratio:1}");
    await writeFile(join(folder, "staff.css"), "p{inset:0}");
    await writeFile(join(folder, "index.html"), "<!doctype html><style>p{height:100dvh}</style>");
    const chunks = {
      "index.html": { file: "a.js", css: ["a.css"], isEntry: true, dynamicImports: ["src/web/admin/A.tsx"] },
      "src/web/admin/A.tsx": { file: "staff.js", css: ["staff.css"] },
    };
    await writeFile(join(folder, ".vite", "manifest.json"), JSON.stringify(chunks));
  });
  afterEach(() => rm(folder, { recursive: true }));

  test("fails and names the problems in scripts, style sheets and documents, skipping the staff app", () => {
    const { status, stderr } = spawnSync(process.execPath, [inRoot("scripts", "engines.mjs"), folder], {
      encoding: "utf8",
    });
    expect(status).toBe(1);
    expect(stderr).toContain("a.js: a young function");
    expect(stderr).toContain("a.css: aspect-ratio: lacking: chrome_android, safari_ios: p");
    expect(stderr).toContain("index.html: dvh: lacking: chrome_android, safari_ios: p");
    expect(stderr).not.toContain("inset");
  });
});
