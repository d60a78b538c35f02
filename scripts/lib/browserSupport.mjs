// @ts-check
import { createRequire } from "node:module";

/**
 * @typedef {import("@mdn/browser-compat-data").CompatData} CompatData
 * @typedef {import("@mdn/browser-compat-data").Identifier} Feature
 * @typedef {import("@mdn/browser-compat-data").SimpleSupportStatement} Statement
 * @typedef {import("@mdn/browser-compat-data").BrowserName} BrowserName
 * @typedef {{ isSupported: boolean, prefix: string | null }} Support `prefix` is set when a prefixed form works instead.
 */

/**
 * The oldest supported engines: the build's targets in vite.config.ts, as named in the compatibility data.
 */
export const oldestEngines = /** @type {const} */ ({ chrome_android: "87", safari_ios: "14.5" });

/** MDN's compatibility data; typed loosely because a lookup by name may fail. */
export const compatData = /** @type {CompatData} */ (
  createRequire(import.meta.url)("@mdn/browser-compat-data")
);

/**
 * Returns which of the oldest engines lack a feature.
 * @param {Feature} feature an entry of the compatibility data with `__compat`
 * @returns {{ missing: BrowserName[], prefixes: string[] }} engines without it, and the prefixes the other ones need
 */
export function checkSupport(feature) {
  /** @type {BrowserName[]} */
  const missing = [];
  /** @type {Set<string>} */
  const prefixes = new Set();
  for (const [name, version] of Object.entries(oldestEngines)) {
    const engine = /** @type {BrowserName} */ (name);
    const { isSupported, prefix } = supportIn(feature, engine, version);
    if (!isSupported) missing.push(engine);
    if (prefix !== null) prefixes.add(prefix);
  }
  return { missing, prefixes: [...prefixes] };
}

/**
 * @param {Feature} feature
 * @param {BrowserName} engine
 * @param {string} version
 * @returns {Support}
 */
function supportIn(feature, engine, version) {
  const support = feature.__compat?.support[engine];
  if (support === undefined) return { isSupported: true, prefix: null };
  const statements = (Array.isArray(support) ? support : [support]).filter((item) =>
    isInForce(item, version),
  );
  // An engine may parse an unprefixed name without effect, and support the prefixed one.
  const best =
    statements.find((item) => item.prefix === undefined && !item.partial_implementation) ??
    statements.find((item) => item.prefix !== undefined) ??
    statements[0];
  return { isSupported: best !== undefined, prefix: best?.prefix ?? null };
}

/**
 * @param {Statement} statement
 * @param {string} version
 */
function isInForce({ version_added, version_removed, flags, alternative_name }, version) {
  if (flags !== undefined || alternative_name !== undefined) return false;
  return isReached(version_added, version) && !isReached(version_removed, version);
}

/**
 * @param {string | false | undefined} since
 * @param {string} version
 */
function isReached(since, version) {
  if (typeof since !== "string" || since === "preview") return false;
  return compareVersions(since.replace("≤", ""), version) <= 0;
}

/** @param {string} a @param {string} b */
function compareVersions(a, b) {
  const [left, right] = [a, b].map((text) => text.split(".").map(Number));
  for (let part = 0; part < 3; part += 1) {
    const difference = (left?.[part] ?? 0) - (right?.[part] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
