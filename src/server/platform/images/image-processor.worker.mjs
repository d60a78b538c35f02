// @ts-check
// Worker process that decodes and re-encodes uploaded images: a malicious one crashes only this process.
// Plain JavaScript, because it runs unbuilt, whether the server runs from its sources or from the build.
import sharp from "sharp";

/** @typedef {import("./ImageProcessor.ts").ImageJob} ImageJob */
/** @typedef {import("./ImageProcessor.ts").ImageJobResult} ImageJobResult */

sharp.cache(false);

/**
 * Counts the scans of a JPEG. Only markers and their segments (a thumbnail at most) contain this pair of
 * bytes: in image data another byte follows each FF.
 * @param {Buffer} bytes
 */
function countScans(bytes) {
  let count = 0;
  const start = Buffer.from([0xff, 0xda]);
  for (let at = bytes.indexOf(start); at >= 0; at = bytes.indexOf(start, at + 2)) count += 1;
  return count;
}

/**
 * @param {ImageJob} job
 * @returns {Promise<ImageJobResult>}
 */
async function processImage({ bytes: sent, kind, outputs, budget }) {
  const bytes = Buffer.from(sent);
  // Only the header is read here, so its dimensions may be anything.
  const head = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (head === null || head.format !== kind) return { refused: "unreadable" };
  const { width, height, channels, depth, pages = 1 } = head;
  const bits = width * height * channels * (depth === "uchar" ? 8 : 16);
  const isTooLarge =
    Math.max(width, height) > budget.side ||
    width * height > budget.pixels ||
    bits > budget.bits ||
    pages > budget.frames ||
    (kind === "jpeg" && countScans(bytes) > budget.scans);
  if (isTooLarge) return { refused: "too_large" };
  const source = sharp(bytes, { failOn: "error", limitInputPixels: budget.pixels }).autoOrient();
  return await makeAll(source, outputs).then(
    (images) => ({ images }),
    () => ({ refused: "unreadable" }),
  );
}

/**
 * Makes the outputs of an image; those after the first from the pixels of the first, which is the largest and
 * has their shape, so that the image is decoded once.
 * @param {import("sharp").Sharp} source
 * @param {ImageJob["outputs"]} outputs
 */
async function makeAll(source, outputs) {
  const [largest, ...others] = outputs;
  if (largest === undefined) throw new Error("no output is wanted");
  if (others.length === 0) return [await encode(source, largest)];
  const { format: _format, ...size } = largest;
  const { data, info } = await source.resize(size).raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const images = [];
  for (const output of outputs)
    images.push(await encode(sharp(data, { raw: { width, height, channels } }), output));
  return images;
}

/**
 * @param {import("sharp").Sharp} source
 * @param {ImageJob["outputs"][number]} output
 */
async function encode(source, { format, ...size }) {
  const resized = source.resize(size);
  // JPEG has no transparency: white, as the page behind it.
  const encoded =
    format === "webp"
      ? resized.webp({ quality: 80 })
      : resized.flatten({ background: "#fff" }).jpeg({ quality: 80 });
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}

// Signals reach the whole process group: the server still finishes its requests, and ends this process
// itself.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => undefined);
process.on("disconnect", () => process.exit());
process.on("message", async (/** @type {ImageJob} */ job) => {
  try {
    process.send?.({ result: await processImage(job) });
  } catch (error) {
    process.send?.({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
