import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { readSources, root } from "./sources.ts";

const sources = readSources("src", "scripts", "tests");

test("no file is longer than 250 lines, no test file longer than 300", () => {
  const longFiles = sources
    .map(({ file, text }) => ({ file, lines: text.split("\n").length - 1 }))
    .filter(({ file, lines }) => lines > (/\.test\.tsx?$/.test(file) ? 300 : 250));
  expect(longFiles).toEqual([]);
});

test("the top level holds what a newcomer expects and what tools need", () => {
  const isIgnored = new Set(
    readFileSync(path.join(root, ".gitignore"), "utf8")
      .split("\n")
      .map((line) => line.replace(/\/$/, "")),
  );
  const found = readdirSync(root).filter((name) => name !== ".git" && !isIgnored.has(name));
  const requested = [
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "README.md",
    "SECURITY.md",
    "index.html",
    "package.json",
    "public",
    "scripts",
    "src",
    "tests",
    "tsconfig.json",
    "vite.config.ts",
  ];
  const tools = [
    ".ci",
    ".editorconfig",
    ".env.example",
    ".gitignore",
    ".nvmrc",
    "biome.json",
    "deploy",
    "docs",
    "package-lock.json",
  ];
  expect(found.sort()).toEqual([...requested, ...tools].sort());
});

test("no test is skipped or focused, and no check is silenced or postponed", () => {
  const deniedWords = new RegExp(
    [
      "TO" + "DO",
      "FIX" + "ME",
      "@ts-" + "ignore",
      "\\.(skip|only)\\(",
      "waitFor" + "Timeout",
      "as " + "any\\b",
    ].join("|"),
  );
  const found = sources.filter(({ text }) => deniedWords.test(text)).map(({ file }) => file);
  expect(found).toEqual([]);
});

test("a lint rule is disabled only with a reason", () => {
  const reasoned = new RegExp("biome-" + "ignore [^:]+: .{10,}");
  const withoutReason = sources.flatMap(({ file, text }) =>
    text
      .split("\n")
      .filter((line) => line.includes("biome-" + "ignore") && !reasoned.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(withoutReason).toEqual([]);
});

test("server files carry their role in their names", () => {
  const unexpected = readSources("src/server/modules")
    .map(({ file }) => path.posix.basename(file))
    .filter(
      (name) => !/\.(routes|service|repository|presenter|rules|jobs|events|factory|test)\.ts$/.test(name),
    )
    .filter((name) => !/^([A-Z]\w+|[a-z-]+)\.ts$/.test(name));
  expect(unexpected).toEqual([]);
});

test("the built pages call no foreign host by themselves", () => {
  const page = readFileSync(path.join(root, "index.html"), "utf8");
  expect(page).not.toMatch(/https?:\/\/(?!www\.w3\.org)/);
  const hosts = readSources("src/web").filter(
    ({ file, text }) => !/\.test\.tsx?$/.test(file) && /["'`]https?:\/\/(?!www\.w3\.org|\$\{)/.test(text),
  );
  expect(hosts.map(({ file }) => file)).toEqual([]);
});

test("the theme colour of index.html, which cannot read a variable, is the pages' background", () => {
  const page = readFileSync(path.join(root, "index.html"), "utf8");
  const theme = readFileSync(path.join(root, "src/web/ui/theme.css"), "utf8");
  const [, paper] = /--paper: (#\w+);/.exec(theme) ?? [];
  expect(/name="theme-color" content="(#\w+)"/.exec(page)?.[1]).toBe(paper);
});

test("migrations are only appended: each has its snapshot and its journal entry", () => {
  const folder = path.join(root, "src/server/migrations");
  const journal = JSON.parse(readFileSync(path.join(folder, "meta/_journal.json"), "utf8")) as {
    entries: { tag: string }[];
  };
  const files = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  expect(files.sort()).toEqual(journal.entries.map(({ tag }) => `${tag}.sql`).sort());
  for (const { tag } of journal.entries) {
    expect(existsSync(path.join(folder, "meta", `${tag.slice(0, 4)}_snapshot.json`))).toBe(true);
  }
});
