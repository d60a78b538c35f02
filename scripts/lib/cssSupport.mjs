// @ts-check
import { generate, parse, walk } from "css-tree";
import { checkSupport, compatData } from "./browserSupport.mjs";

/**
 * @typedef {import("css-tree").CssNode} Node
 * @typedef {import("css-tree").Declaration} Declaration
 * @typedef {import("@mdn/browser-compat-data").Identifier} Feature
 * @typedef {{ feature: string, missing: string[], rule: string }} Problem
 *   `feature` as it is written in the style sheet, `missing` the engines that lack it, or the prefixed form that is absent
 */

const {
  properties,
  selectors,
  types,
  "at-rules": atRules,
} = /** @type {Record<string, Feature>} */ (compatData.css);

/** Viewport units in families: small, large and dynamic. */
const viewportUnits = new Map(
  ["small", "large", "dynamic"].flatMap((size) =>
    ["w", "h", "i", "b", "min", "max"].map((axis) => [
      `${size[0]}v${axis}`,
      types?.length?.[`viewport_percentage_units_${size}`],
    ]),
  ),
);

/**
 * Lists the features of a style sheet that the oldest engines lack: properties, values, units, functions,
 * selectors, at-rules, and prefixed forms that those engines need and the sheet does not have. Skips content
 * of `@supports`, and a value preceded by a supported one for the same property.
 * @param {string} css
 * @returns {Problem[]}
 */
export function findUnsupportedCss(css) {
  /** @type {Problem[]} */
  const problems = [];
  const tree = parse(css, {
    parseCustomProperty: true,
    onParseError: (error) => problems.push({ feature: error.message, missing: ["every engine"], rule: "" }),
  });
  walk(tree, function visit(node) {
    if (node.type === "Atrule" && node.name === "supports") return walk.skip;
    const rule = this.rule ? generate(this.rule.prelude) : "";
    const note = (/** @type {string} */ feature, /** @type {string[]} */ missing) => {
      if (missing.length > 0) problems.push({ feature, missing, rule });
    };
    if (node.type === "Block") checkBlock(node, note);
    else if (node.type === "SelectorList") checkSelectors(node, note);
    else if (node.type === "Rule" && this.rule) note("nested rule", missingFor(selectors?.nesting));
    else if (node.type === "FeatureRange") note("media range", missingFor(atRules?.media?.range_syntax));
    else if (node.type === "Atrule") note(`@${node.name}`, missingFor(atRules?.[node.name]));
    return undefined;
  });
  return problems;
}

/**
 * Checks the selectors of one rule: an engine drops the whole list when it does not know one of them.
 * @param {import("css-tree").SelectorList} list
 * @param {(feature: string, missing: string[]) => void} note
 */
function checkSelectors(list, note) {
  const unknown = list.children.toArray().map((selector) => {
    /** @type {Map<string, string[]>} */
    const found = new Map();
    walk(selector, (node) => {
      if (node.type !== "PseudoClassSelector" && node.type !== "PseudoElementSelector") return;
      const missing = missingFor(selectors?.[node.name]);
      if (missing.length > 0) found.set(`:${node.name}`, missing);
    });
    return found;
  });
  const isAlone = unknown.every((found) => found.size > 0);
  for (const [name, missing] of unknown.flatMap((found) => [...found]))
    note(isAlone ? name : `${name} beside other selectors`, missing);
}

/**
 * Checks the declarations of one rule.
 * @param {import("css-tree").Block} block
 * @param {(feature: string, missing: string[]) => void} note
 */
function checkBlock(block, note) {
  const declarations = block.children.toArray().filter((node) => node.type === "Declaration");
  const names = new Set(declarations.map(({ property }) => property));
  const isFlex = declarations.some(
    ({ property, value }) => property === "display" && listWords(value).some((word) => /flex$/.test(word)),
  );
  /** Properties that already have a value supported by every engine. */
  const settled = new Set();
  for (const declaration of declarations) {
    const { property } = declaration;
    const { missing, prefixes } = getSupport(properties?.[property]);
    note(property, missing);
    if (missing.length > 0) continue;
    const absent = prefixes.map((prefix) => prefix + property).filter((name) => !names.has(name));
    note(property, absent);
    if (isFlex && /^(row-|column-)?gap$/.test(property))
      note("gap in flex", missingFor(properties?.gap?.flex_context));
    const unknown = valueProblems(declaration);
    if (unknown.length === 0) settled.add(property);
    else if (!settled.has(property)) for (const [feature, engines] of unknown) note(feature, engines);
  }
}

/**
 * @param {Declaration} declaration
 * @returns {[string, string[]][]}
 */
function valueProblems({ property, value }) {
  /** @type {[string, string[]][]} */
  const problems = [];
  const note = (/** @type {string} */ feature, /** @type {Feature | undefined} */ entry) => {
    const missing = missingFor(entry);
    if (missing.length > 0) problems.push([feature, missing]);
  };
  const own = properties?.[property];
  walk(value, (node) => {
    if (node.type === "Identifier")
      note(`${property}: ${node.name}`, own?.[node.name] ?? types?.global_keywords?.[node.name]);
    else if (node.type === "Function") note(`${node.name}()`, own?.[node.name] ?? functionNamed(node.name));
    else if (node.type === "Dimension")
      note(node.unit, viewportUnits.get(node.unit) ?? types?.length?.[node.unit]);
  });
  return problems;
}

/**
 * Finds a function among the types, some of them nested under their category (`color-mix` under `color`).
 * @param {string} name
 * @returns {Feature | undefined}
 */
function functionNamed(name) {
  const groups = /** @type {Feature[]} */ (Object.values(types ?? {}));
  return types?.[name] ?? groups.find((group) => name in group)?.[name];
}

/** @param {Feature | undefined} entry */
function getSupport(entry) {
  return entry?.__compat === undefined ? { missing: [], prefixes: [] } : checkSupport(entry);
}

/**
 * Lists the engines without support; a value or selector that works only with a prefix counts as missing,
 * because the prefixed form is a different identifier.
 * @param {Feature | undefined} entry
 * @returns {string[]}
 */
function missingFor(entry) {
  const { missing, prefixes } = getSupport(entry);
  return [...missing, ...prefixes];
}

/** @param {Node} node */
function listWords(node) {
  /** @type {string[]} */
  const words = [];
  walk(node, (inner) => {
    if (inner.type === "Identifier") words.push(inner.name);
  });
  return words;
}
