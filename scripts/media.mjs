import { copyFile, mkdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";

const demo = fileURLToPath(new URL("../src/server/demo/", import.meta.url));
const emoji = join(
  dirname(createRequire(import.meta.url).resolve("@lobehub/fluent-emoji-3d/package.json")),
  "assets",
);

/** Side in px in which a category's image is stored: it is shown in at most 32 px on screens of up to three times the density. */
const categorySide = 96;

/** Background colour of a JPEG where the image is transparent, so that it matches its tile. */
const background = "#fcebe0";

/**
 * Copies the demo's images and their licence to `<outDir>/media`, each with a JPEG beside it for browsers
 * without WebP.
 * @param {string} outDir the folder that is served as the site's root
 * @returns {Promise<number>} number of copied images
 * @throws {Error} when an image is missing
 */
export async function copyDemoMedia(outDir) {
  const sets = Object.entries(JSON.parse(await readFile(join(demo, "media.json"), "utf8")));
  const counts = await Promise.all(
    sets.map(([folder, codes]) =>
      copySet(join(outDir, "media", folder), codes, folder === "categories" ? categorySide : null),
    ),
  );
  await copyFile(join(demo, "media-license.txt"), join(outDir, "media", "LICENSE.txt"));
  return counts.reduce((sum, count) => sum + count, 0);
}

/**
 * @param {string} folder
 * @param {Record<string, string>} codes image name to emoji code
 * @param {number | null} side length in px to which the images are reduced; null for that of the package
 * @returns {Promise<number>}
 */
async function copySet(folder, codes, side) {
  await mkdir(folder, { recursive: true });
  const pairs = Object.entries(codes);
  await Promise.all(
    pairs.map(async ([name, code]) => {
      const source = join(emoji, `${code}.webp`);
      const image = sharp(source).resize(side);
      if (side === null) await copyFile(source, join(folder, `${name}.webp`));
      else
        await image
          .clone()
          .webp({ quality: 80 })
          .toFile(join(folder, `${name}.webp`));
      await image
        .flatten({ background })
        .jpeg({ quality: 80 })
        .toFile(join(folder, `${name}.jpg`));
    }),
  );
  return pairs.length;
}
