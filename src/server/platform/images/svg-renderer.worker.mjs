// @ts-check
// Worker process that renders layouts as PNGs: text layout takes a good part of a second and a lot of memory.
// Plain JavaScript, because it runs unbuilt, whether the server runs from its sources or from the build.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import satori from "satori";
import sharp from "sharp";

/** @typedef {import("./SvgRenderer.ts").RenderInput} RenderInput */
/** @typedef {import("./SvgRenderer.ts").SatoriNode} SatoriNode */
/** @typedef {{ name: string, ranges: [number, number][] }} Subset */

const weights = /** @type {const} */ ([400, 700]);
const folder = path.dirname(createRequire(import.meta.url).resolve("@fontsource/noto-sans-sc/package.json"));

/** Image for characters missing from all fonts: a soft lozenge, as high as a letter. */
const placeholder = `data:image/svg+xml;base64,${Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" viewBox="0 0 40 40"><path d="M20 9 31 20 20 31 9 20z" fill="#b9aea1"/></svg>',
).toString("base64")}`;

/** @type {Promise<Subset[]>} */
const subsets = readSubsets();
/** @type {Map<string, Promise<Buffer>>} */
const files = new Map();

async function readSubsets() {
  /** @type {Record<string, string>} */
  const listed = JSON.parse(await readFile(path.join(folder, "unicode.json"), "utf8"));
  return Object.entries(listed).map(([name, ranges]) => ({
    name: name.replace(/[[\]]/g, ""),
    ranges: ranges.split(",").map(parseRange),
  }));
}

/**
 * Parses "U+4e00-4e9f" or "U+4e00".
 * @param {string} text
 * @returns {[number, number]}
 */
function parseRange(text) {
  const [first = "", last = first] = text.replace(/^U\+/i, "").split("-");
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
}

/**
 * Collects all text of a layout.
 * @param {SatoriNode | string} shape
 * @returns {string}
 */
function collectText(shape) {
  if (typeof shape === "string") return shape;
  const children = shape.props.children ?? [];
  return (Array.isArray(children) ? children : [children]).map(collectText).join("");
}

/** @param {string} text */
async function loadFonts(text) {
  const codePoints = [...new Set(text)].map((codePoint) => codePoint.codePointAt(0) ?? 0);
  const wanted = (await subsets).filter(({ ranges }) =>
    codePoints.some((codePoint) => ranges.some(([first, last]) => codePoint >= first && codePoint <= last)),
  );
  const fonts = wanted.flatMap(({ name }) =>
    weights.map(async (weight) => ({
      // A separate name for each: of several fonts with the same name only the first is searched.
      name: `n${name}`,
      weight,
      style: /** @type {const} */ ("normal"),
      data: await fontFile(`noto-sans-sc-${name}-${weight}-normal.woff`),
    })),
  );
  return await Promise.all(fonts);
}

/** @param {string} name */
function fontFile(name) {
  const known = files.get(name) ?? readFile(path.join(folder, "files", name));
  files.set(name, known);
  return known;
}

/** @param {RenderInput} drawing */
async function render({ shape, width, height }) {
  const fonts = await loadFonts(collectText(shape));
  const fontFamily = [...new Set(fonts.map(({ name }) => name))].join(", ");
  const styled = { ...shape, props: { ...shape.props, style: { ...shape.props.style, fontFamily } } };
  let missing = "";
  /** @param {Record<string, string>} graphemeImages */
  const layout = (graphemeImages) =>
    // The library's types require React elements; by its documentation it takes plain objects.
    satori(/** @type {import("react").ReactNode} */ (/** @type {unknown} */ (styled)), {
      width,
      height,
      fonts,
      graphemeImages,
      loadAdditionalAsset: async (_language, signs) => {
        missing += signs;
        return placeholder;
      },
    });
  const first = await layout({});
  const signs = [...new Intl.Segmenter("zh").segment(missing)].map(({ segment }) => segment);
  const svg =
    missing === "" ? first : await layout(Object.fromEntries(signs.map((sign) => [sign, placeholder])));
  return await sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true }).toBuffer();
}

// Signals reach the whole process group: the server still finishes its requests, and ends this process
// itself.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => undefined);
process.on("disconnect", () => process.exit());
process.on("message", async (/** @type {RenderInput} */ drawing) => {
  try {
    process.send?.({ result: await render(drawing) });
  } catch (error) {
    process.send?.({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
