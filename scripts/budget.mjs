// @ts-check
// npm run check, last step: compares the bytes and files that a first visit to a route downloads with their budgets.
import { readFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { ensureBuilt } from "./lib/build.mjs";
import { lateModules } from "./lib/lateModules.mjs";
import { inRoot } from "./lib/paths.mjs";

/**
 * @typedef {{ file: string, imports?: string[], dynamicImports?: string[], css?: string[],
 *   isEntry?: boolean }} Chunk
 * @typedef {{ route: string, pages: string[], parts: string[], jsKb: number, cssKb: number }} Budget
 */

/**
 * Budget of a route before it is usable: entry and page chunks; for `parts`, which are in the document and
 * load their code later, only the styles. Budgets in brotli KB (1,000 bytes).
 */
const budgets = /** @type {Budget[]} */ ([
  {
    route: "/",
    pages: ["src/web/h5/app/H5App.tsx", "src/web/h5/features/home/HomePage.tsx"],
    parts: [
      "src/web/h5/features/home/components/HomePopular.tsx",
      "src/web/h5/features/home/components/HomeLegal.tsx",
    ],
    jsKb: 90,
    cssKb: 8,
  },
  {
    route: "/menu",
    pages: ["src/web/h5/app/H5App.tsx", "src/web/h5/features/in-store/InStoreMenuPage.tsx"],
    parts: [],
    jsKb: 110,
    cssKb: 8,
  },
  {
    route: "/takeaway-menu",
    pages: ["src/web/h5/app/H5App.tsx", "src/web/h5/features/takeaway/TakeawayMenuPage.tsx"],
    parts: [],
    jsKb: 105,
    cssKb: 10,
  },
]);

/** Attribute of the style elements that antd creates, which is in its code. */
const antdMark = "data-css-hash";

ensureBuilt();
const web = inRoot("dist", "web");
/** @type {Record<string, Chunk>} */
const manifest = JSON.parse(readFileSync(path.join(web, ".vite", "manifest.json"), "utf8"));
const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry);
if (entry === undefined) throw new Error("the build has no entry");

/** Files of code of a route before it is usable: each is a request, of which a connection of HTTP/1.1 carries one at a time. */
const maxFiles = 12;

let isOver = false;
for (const { route, pages, parts, jsKb, cssKb } of budgets) {
  const chunks = reach([entry, ...pages.filter((page) => page in manifest)]);
  const missing = pages.filter((page) => !(page in manifest) && !isInside(page));
  if (missing.length > 0) throw new Error(`${route}: not in the build: ${missing.join(", ")}`);
  const files = [...new Set([...chunks].map((key) => manifest[key]?.file ?? ""))];
  const js = sizeKb(files);
  const shown = reach([...chunks, ...parts]);
  const css = sizeKb([...new Set([...shown].flatMap((key) => manifest[key]?.css ?? []))]);
  const early = [...chunks].filter((key) => lateModules.test(key));
  report(route, "JavaScript", js, jsKb);
  report(route, "files of JavaScript", files.length, maxFiles, "");
  report(route, "CSS", css, cssKb);
  if (early.length > 0) {
    isOver = true;
    console.error(`${route} loads too early: ${early.join(", ")}`);
  }
}
const staffChunks = findStaffChunks();
if (staffChunks.length > 0) {
  isOver = true;
  console.error(`the customer's pages can load antd: ${staffChunks.join(", ")}`);
}
for (const key of Object.keys(manifest).filter((key) =>
  manifest[key]?.imports?.some((next) => reach([next]).has(key)),
)) {
  isOver = true;
  console.error(`a file imports itself by another one: ${key}`);
}
process.exit(isOver ? 1 : 0);

/**
 * Returns whether a module was bundled into the entry and so has no chunk of its own.
 * @param {string} page
 */
function isInside(page) {
  return page.endsWith("H5App.tsx");
}

/**
 * Returns the named chunks and all their static imports.
 * @param {string[]} keys
 * @returns {Set<string>}
 */
function reach(keys) {
  const seen = /** @type {Set<string>} */ (new Set());
  const visit = (/** @type {string} */ key) => {
    if (seen.has(key)) return;
    seen.add(key);
    for (const next of manifest[key]?.imports ?? []) visit(next);
  };
  keys.forEach(visit);
  return seen;
}

/**
 * Returns the keys of the chunks with antd that the entry reaches without the staff app: by static and dynamic
 * imports.
 * @returns {string[]}
 */
function findStaffChunks() {
  const seen = /** @type {Set<string>} */ (new Set());
  const visit = (/** @type {string} */ key) => {
    if (seen.has(key) || key.startsWith("src/web/admin/")) return;
    seen.add(key);
    const { imports = [], dynamicImports = [] } = manifest[key] ?? {};
    for (const next of [...imports, ...dynamicImports]) visit(next);
  };
  visit(String(entry));
  const isAntd = (/** @type {string} */ key) => {
    const { file = "" } = manifest[key] ?? {};
    return file.endsWith(".js") && readFileSync(path.join(web, file), "utf8").includes(antdMark);
  };
  if (!Object.keys(manifest).some(isAntd)) throw new Error("no chunk of the build is known to contain antd");
  return [...seen].filter(isAntd);
}

/**
 * @param {string[]} files
 * @returns {number}
 */
function sizeKb(files) {
  const bytes = files.reduce((sum, file) => {
    const content = readFileSync(path.join(web, file));
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    };
    return sum + brotliCompressSync(content, { params }).length;
  }, 0);
  return bytes / 1000;
}

/**
 * @param {string} route
 * @param {string} what
 * @param {number} value
 * @param {number} budget
 * @param {string} unit
 */
function report(route, what, value, budget, unit = " KB brotli") {
  const isBad = value > budget;
  isOver ||= isBad;
  const shown = Number.isInteger(value) ? value : value.toFixed(1);
  console.log(`${isBad ? "OVER" : "ok  "} ${route} ${what}: ${shown} of ${budget}${unit}`);
}
