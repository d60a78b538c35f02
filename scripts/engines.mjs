// @ts-check
// npm run check: verifies that the built pages need no feature beyond the oldest supported engines (Chrome
// 87, Safari 14.1). Checks the build (dist/web, or the folder given as the argument), because the bundler
// changes syntax and prefixes.
import { readFileSync } from "node:fs";
import path from "node:path";
import { parseSync, Visitor } from "rolldown/utils";
import { ensureBuilt } from "./lib/build.mjs";
import { checkStyles } from "./lib/checkStyles.mjs";
import { inRoot } from "./lib/paths.mjs";
import { listShippedFiles, readInlineStyles } from "./lib/shippedFiles.mjs";

/** Functions newer than those engines; the bundler converts syntax only. */
const young = new Set([
  "findLast",
  "findLastIndex",
  "toSorted",
  "toReversed",
  "toSpliced",
  "hasOwn",
  "structuredClone",
  "randomUUID",
  "withResolvers",
]);

const folder = process.argv[2] ?? inRoot("dist", "web");
if (process.argv[2] === undefined) ensureBuilt();
const { scripts, styles } = listShippedFiles(folder);
const read = (/** @type {string} */ name) => ({ name, text: readFileSync(path.join(folder, name), "utf8") });
const sheets = [...styles.map(read), ...readInlineStyles(folder)];
const problems = [
  ...scripts.map(read).flatMap(({ name, text }) => problemsOf(name, text)),
  ...checkStyles(sheets),
];
for (const problem of problems) console.error(problem);
if (problems.length === 0) console.log("Every page runs in Chrome 87 and Safari 14.1 (iOS 14.5).");
process.exit(problems.length === 0 ? 0 : 1);

/**
 * @param {string} name
 * @param {string} code
 * @returns {string[]}
 */
function problemsOf(name, code) {
  const { program, errors } = parseSync(name, code, { sourceType: "module" });
  /** @type {string[]} */
  const found = errors.map(({ message }) => `${name}: ${message}`);
  const note = (/** @type {string} */ what, /** @type {{ start: number }} */ { start }) =>
    found.push(`${name}: ${what}: ${code.slice(Math.max(0, start - 20), start + 50).replace(/\s+/g, " ")}`);
  let functions = 0;
  const enter = () => {
    functions += 1;
  };
  const leave = () => {
    functions -= 1;
  };
  const callee = (/** @type {any} */ node) =>
    node.callee.type === "MemberExpression" ? node.callee.property?.name : node.callee.name;
  new Visitor({
    FunctionDeclaration: enter,
    "FunctionDeclaration:exit": leave,
    FunctionExpression: enter,
    "FunctionExpression:exit": leave,
    ArrowFunctionExpression: enter,
    "ArrowFunctionExpression:exit": leave,
    AwaitExpression: (node) => functions === 0 && note("await outside of a function", node),
    StaticBlock: (node) => note("a static block", node),
    PropertyDefinition: (node) => node.static && note("a static field", node),
    PrivateIdentifier: (node) => note("a private member", node),
    ImportAttribute: (node) => note("an import attribute", node),
    Literal: (node) => {
      if (!("regex" in node) || node.regex === null) return;
      const { pattern, flags } = node.regex;
      if (/\(\?<[=!]/.test(pattern)) note("a look-behind", node);
      if (/[dv]/.test(flags)) note("a flag of regular expressions", node);
    },
    CallExpression: (node) => young.has(callee(node)) && note("a young function", node),
  }).visit(program);
  return found;
}
