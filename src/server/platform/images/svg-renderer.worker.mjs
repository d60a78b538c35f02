// @ts-check
// A process of its own that turns drawings into PNGs: laying text out takes a good part of a second and a lot of memory.
// Plain JavaScript, because it runs as it is, whether the server runs from its sources or from the build.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import satori from "satori";
import sharp from "sharp";

/** @typedef {import("./SvgRenderer.ts").RenderInput} Drawing */
/** @typedef {import("./SvgRenderer.ts").SatoriNode} Shape */
/** @typedef {{ name: string, ranges: [number, number][] }} Subset */

const weights = /** @type {const} */ ([400, 700]);
const folder = path.dirname(createRequire(import.meta.url).resolve("@fontsource/noto-sans-sc/package.json"));

/** What stands for a sign that no font of ours has: a soft lozenge, as high as a letter. */
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
 * "U+4e00-4e9f" or "U+4e00".
 * @param {string} text
 * @returns {[number, number]}
 */
function parseRange(text) {
  const [first = "", last = first] = text.replace(/^U\+/i, "").split("-");
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
}

/**
 * All words of a drawing.
 * @param {Shape | string} shape
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
      // A name for each: of several fonts under one name only the first is looked into.
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

/** @param {Drawing} drawing */
async function render({ shape, width, height }) {
  const fonts = await loadFonts(collectText(shape));
  const fontFamily = [...new Set(fonts.map(({ name }) => name))].join(", ");
  const styled = { ...shape, props: { ...shape.props, style: { ...shape.props.style, fontFamily } } };
  let missing = "";
  /** @param {Record<string, string>} graphemeImages */
  const layout = (graphemeImages) =>
    // The library's types want elements of React; its documentation takes plain ones.
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

// Told to the whole group: the server still finishes what is in flight, and ends this one itself.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => undefined);
process.on("disconnect", () => process.exit());
process.on("message", async (/** @type {Drawing} */ drawing) => {
  try {
    process.send?.({ result: await render(drawing) });
  } catch (error) {
    process.send?.({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
