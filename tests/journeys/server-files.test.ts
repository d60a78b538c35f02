import { readdirSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import path from "node:path";
import { expect, test } from "vitest";
import { inRoot } from "../../scripts/lib/paths.mjs";

const folder = inRoot("dist", "server");
const scripts = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
  name.endsWith(".js"),
);

/** Lists the modules that a script imports before its first line runs. */
function parseImports(script: string): string[] {
  const text = readFileSync(path.join(folder, script), "utf8");
  return [...text.matchAll(/^(?:import|export) (?:[^"'`;]* from )?"([^"]+)";$/gm)].map(
    (found) => found[1] ?? "",
  );
}

test("the built server and sandbox start from their own few files, without any package", () => {
  expect(scripts).toEqual(expect.arrayContaining(["main.js", "sandbox.js"]));
  const wanted = scripts.flatMap(parseImports);
  expect(wanted).toEqual(expect.arrayContaining(["node:path"]));
  expect(wanted.filter((name) => !isBuiltin(name) && !/^\.\.?\//.test(name))).toEqual([]);
});

test("names and lines of errors are readable: functions of the server keep their names", () => {
  const text = scripts.map((name) => readFileSync(path.join(folder, name), "utf8")).join("\n");
  for (const source of ["src/server/app.ts", "src/server/modules/order/order.service.ts"])
    expect(text).toContain(`// ${source}\n`);
  expect(text).toContain("async function buildApp(");
});
