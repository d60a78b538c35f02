import { copyFile, mkdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const demo = fileURLToPath(new URL("../src/server/demo/", import.meta.url));
const emoji = join(
  dirname(createRequire(import.meta.url).resolve("@lobehub/fluent-emoji-3d/package.json")),
  "assets",
);

/**
 * Copies the demo's pictures and their licence to `<outDir>/media`; a missing picture is an error.
 * @param {string} outDir the folder that is served as the site's root
 * @returns {Promise<number>} how many pictures were copied
 */
export async function copyDemoMedia(outDir) {
  const sets = Object.entries(JSON.parse(await readFile(join(demo, "media.json"), "utf8")));
  const counts = await Promise.all(
    sets.map(([folder, codes]) => copySet(join(outDir, "media", folder), codes)),
  );
  await copyFile(join(demo, "media-license.txt"), join(outDir, "media", "LICENSE.txt"));
  return counts.reduce((sum, count) => sum + count, 0);
}

/**
 * @param {string} folder
 * @param {Record<string, string>} codes picture name to emoji code
 * @returns {Promise<number>}
 */
async function copySet(folder, codes) {
  await mkdir(folder, { recursive: true });
  const pairs = Object.entries(codes);
  await Promise.all(
    pairs.map(([name, code]) => copyFile(join(emoji, `${code}.webp`), join(folder, `${name}.webp`))),
  );
  return pairs.length;
}
