import { readdirSync, readFileSync } from "node:fs";
import { parseAst } from "vite";
import { expect, it } from "vitest";
import { inRoot } from "./paths.mjs";
import { slimRouterCode, withoutDataRouter } from "./slimLibraries.ts";

const folder = inRoot("node_modules", "react-router", "dist", "production");
const chunks = readdirSync(folder)
  .filter((name) => name.endsWith(".mjs"))
  .map((name) => readFileSync(`${folder}/${name}`, "utf8"));

it("finds everything that it leaves out in the installed react-router", () => {
  for (const [whole] of withoutDataRouter)
    expect(chunks.filter((code) => code.includes(whole)).length, whole).toBeGreaterThan(0);
  const slim = chunks.map((code) => slimRouterCode(code, parseAst(code))).join("");
  for (const [whole] of withoutDataRouter) expect(slim).not.toContain(whole);
  expect(slim).not.toContain("may be used only in the context of a <Router> component");
});

it("keeps checks without their sentences, and drops warnings", () => {
  const code =
    'invariant(isInside(), "use it inside " + what);\nwarning(ok, "be careful");\ninvariant(ok);\nsay("hello");';
  expect(slimRouterCode(code, parseAst(code))).toBe(
    'invariant(isInside());\n;\ninvariant(ok);\nsay("hello");',
  );
});
