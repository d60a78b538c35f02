// @ts-check
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { Window } from "happy-dom";

/** @typedef {{ file: string, imports?: string[], dynamicImports?: string[], css?: string[], isEntry?: boolean }} Chunk */

/** Modules that customers never load: the staff's desktop app and a developer tool. */
const notForCustomers = /^src\/web\/admin\/|^node_modules\/vconsole\//;

/**
 * Lists the scripts and style sheets of a build that customers' pages may load, as paths inside `folder`.
 * @param {string} folder a built `dist/web`
 */
export function listShippedFiles(folder) {
  /** @type {Record<string, Chunk>} */
  const manifest = JSON.parse(readFileSync(path.join(folder, ".vite", "manifest.json"), "utf8"));
  const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry);
  /** @type {Set<string>} */
  const reached = new Set();
  const visit = (/** @type {string} */ key) => {
    const chunk = manifest[key];
    if (chunk === undefined || reached.has(key) || notForCustomers.test(key)) return;
    reached.add(key);
    for (const next of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])]) visit(next);
  };
  for (const key of entries) visit(key);
  const chunks = [...reached].flatMap((key) => manifest[key] ?? []);
  return {
    scripts: [...new Set(chunks.map(({ file }) => file))],
    styles: [...new Set(chunks.flatMap(({ css = [] }) => css))],
  };
}

/**
 * Reads the inline style sheets of the documents of a build.
 * @param {string} folder a built `dist/web`
 * @returns {{ name: string, text: string }[]}
 */
export function readInlineStyles(folder) {
  const documents = readdirSync(folder).filter((name) => name.endsWith(".html"));
  return documents.flatMap((name) => {
    const { document } = new Window();
    document.write(readFileSync(path.join(folder, name), "utf8"));
    return [...document.querySelectorAll("style")].map((style) => ({ name, text: style.textContent }));
  });
}
