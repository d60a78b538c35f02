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
async function processImage({ bytes: sent, kind, size, budget }) {
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
