import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { root } from "./sources.ts";

const pages = [
  ...readdirSync(root).filter((name) => name.endsWith(".md")),
  ...readdirSync(path.join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => path.join("docs", name)),
];

const readText = (file: string) => readFileSync(path.join(root, file), "utf8");

/** The anchors of a page, made of its headings as GitHub does. */
function listAnchors(file: string): string[] {
  return [...readText(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

function isBroken(page: string, target: string): boolean {
  const [file = "", anchor] = target.split("#");
  const found = file === "" ? page : path.join(path.dirname(page), file);
  if (!existsSync(path.join(root, found))) return true;
  return anchor !== undefined && !listAnchors(found).includes(anchor);
}

test("every link of a page leads to a file or heading of the repository", () => {
  const broken = pages.flatMap((page) =>
    [...readText(page).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)]
      .map(([, target = ""]) => target)
      .filter((target) => isBroken(page, target))
      .map((target) => `${page}: ${target}`),
  );
  expect(broken).toEqual([]);
});

test("the changelog describes the version of package.json and what is not released yet", () => {
  const { version, engines } = JSON.parse(readText("package.json")) as {
    version: string;
    engines: { node: string };
  };
  expect(readText("CHANGELOG.md")).toContain(`## [${version}] - `);
  expect(readText("CHANGELOG.md")).toContain("## [Unreleased]");
  expect(engines.node).toContain(`>=${readText(".nvmrc").trim()}.`);
});
