import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { readSources, root } from "./sources.ts";

const styleImport = /^import (\w+) from "([^"]+\.module\.css)";$/gm;

/** Lists the class names that a style sheet declares. */
function listClasses(file: string): Set<string> {
  const css = readFileSync(path.join(root, file), "utf8");
  return new Set([...css.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name = ""]) => name));
}

test("a component uses only classes that its style sheet declares", () => {
  const missing = readSources("src/web").flatMap(({ file, text, imports }) =>
    [...text.matchAll(styleImport)].flatMap(([, local = "", name]) => {
      const target = imports.find((item) => item.name === name)?.target;
      if (target == null) throw new Error(`${file} imports an unknown style sheet: ${name}`);
      const classes = listClasses(target);
      const used = [...text.matchAll(new RegExp(`\\b${local}\\.(\\w+)`, "g"))].map(
        ([, className = ""]) => className,
      );
      return used
        .filter((className) => !classes.has(className))
        .map((className) => `${file}: ${local}.${className}`);
    }),
  );
  expect(missing).toEqual([]);
});
