// @ts-check
import { generate, parse, walk } from "css-tree";
import { findUnsupportedCss } from "./cssSupport.mjs";

/** @typedef {{ name: string, text: string }} Sheet */

/** CSS features that an old engine lacks and the pages can do without, with the fallback's appearance. */
const dispensable = new Map([
  ["color-scheme: only", "the light scheme, as no scheme is known"],
  ["contain", "the same picture, laid out more slowly"],
  ["content-visibility", "the same picture, laid out more slowly"],
  ["cursor", "nothing: there is no pointer on a phone"],
  [":focus-visible", "no ring of ours: such a phone has no keyboard to move the focus with"],
  ["overflow-anchor", "nothing: what it turns off is lacking too"],
  ["overscroll-behavior", "the page moves when a list at its end is pulled"],
  ["overscroll-behavior-x", "the page moves when a list at its end is pulled"],
  ["resize", "nothing: it has no handle to hide"],
  ["scroll-behavior", "a jump where others glide"],
  ["scrollbar-width", "nothing: ::-webkit-scrollbar hides the bar there"],
  ["text-wrap", "lines that break where they always did"],
  ["user-select: all", "a text that is marked by holding it"],
]);

/** Declarations whose absence breaks a page on phones but is invisible in desktop browsers. */
const indispensable = ["-webkit-text-size-adjust:100%", "-webkit-tap-highlight-color:transparent"];

/**
 * Checks the built style sheets of the customers' pages against the oldest engines.
 * @param {Sheet[]} sheets all sheets: each required declaration must occur, each exception be used
 * @returns {string[]} one sentence for each problem
 */
export function checkStyles(sheets) {
  /** @type {Set<string>} */
  const unused = new Set(dispensable.keys());
  const problems = sheets.flatMap(({ name, text }) =>
    findUnsupportedCss(text).flatMap(({ feature, missing, rule }) => {
      const exception = [feature, feature.split(":", 1)[0] ?? feature].find((item) => dispensable.has(item));
      if (exception === undefined) return [`${name}: ${feature}: lacking: ${missing.join(", ")}: ${rule}`];
      unused.delete(exception);
      return [];
    }),
  );
  const declared = new Set(sheets.flatMap(({ text }) => declarationsIn(text)));
  return [
    ...new Set(problems),
    ...indispensable.filter((item) => !declared.has(item)).map((item) => `no style sheet has ${item}`),
    ...[...unused].map((item) => `no style sheet needs the exception for ${item} any more`),
  ];
}

/**
 * @param {string} css
 * @returns {string[]} such as "color:red"
 */
function declarationsIn(css) {
  /** @type {string[]} */
  const found = [];
  walk(parse(css), (node) => {
    if (node.type === "Declaration") found.push(generate(node));
  });
  return found;
}
