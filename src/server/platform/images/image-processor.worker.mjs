// @ts-check
// A process of its own that decodes pictures of strangers and writes them anew: what is wrong with one of them ends with it.
// Plain JavaScript, because it runs as it is, whether the server runs from its sources or from the build.
import sharp from "sharp";

/** @typedef {import("./ImageProcessor.ts").ImageJob} ImageJob */
/** @typedef {import("./ImageProcessor.ts").ImageJobResult} Pressed */

sharp.cache(false);

/**
 * How many scans a JPEG is made of. Only markers and what stands in them (a small picture of itself at most) hold this
 * pair of bytes: in the data of a picture another one follows each FF.
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
 * @returns {Promise<Pressed>}
 */
async function processImage({ bytes: sent, kind, size, budget }) {
  const bytes = Buffer.from(sent);
  // Only the header is read here, so that its size may be anything.
  const head = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (head === null || head.format !== kind) return { refused: "unreadable" };
  const { width, height, channels, depth, pages = 1 } = head;
  const bits = width * height * channels * (depth === "uchar" ? 8 : 16);
  const isTooLarge =
    Math.max(width, height) > budget.side ||
    bits > budget.bits ||
    pages > budget.frames ||
    (kind === "jpeg" && countScans(bytes) > budget.scans);
  if (isTooLarge) return { refused: "too_large" };
  return await sharp(bytes, { failOn: "error", limitInputPixels: budget.side ** 2 })
    .autoOrient()
    .resize(size)
    .webp({ quality: 80 })
    .toBuffer({ resolveWithObject: true })
    .then(
      ({ data, info }) => ({ bytes: data, width: info.width, height: info.height }),
      () => ({ refused: "unreadable" }),
    );
}

// Told to the whole group: the server still finishes what is in flight, and ends this one itself.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => undefined);
process.on("disconnect", () => process.exit());
process.on("message", async (/** @type {ImageJob} */ job) => {
  try {
    process.send?.({ result: await processImage(job) });
  } catch (error) {
    process.send?.({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
