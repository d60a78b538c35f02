// @ts-check
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const COMPRESSIBLE = new Set(
  ".html .js .mjs .css .svg .json .webmanifest .txt .xml .map .wasm .ttf .otf .ico".split(" "),
);
const SMALLEST = 512;
const AT_ONCE = 8;
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };

/**
 * Writes a brotli and a gzip form beside every file of a folder that shrinks under compression.
 * @param {string} folder
 * @returns {Promise<number>} number of files with at least one such form
 */
export async function compressFolder(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && COMPRESSIBLE.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name));
  let done = 0;
  const worker = async () => {
    for (let file = files.pop(); file !== undefined; file = files.pop()) {
      if (await compressFile(file)) done += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return done;
}

/** @param {string} file */
async function compressFile(file) {
  const plain = await readFile(file);
  if (plain.length <= SMALLEST) return false;
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(plain, BROTLI),
    promisify(gzip)(plain, { level: 9 }),
  ]);
  const written = await Promise.all([
    writeIfSmaller(`${file}.br`, br, plain),
    writeIfSmaller(`${file}.gz`, gz, plain),
  ]);
  return written.includes(true);
}

/** @param {string} path @param {Buffer} packed @param {Buffer} plain */
async function writeIfSmaller(path, packed, plain) {
  const smaller = packed.length < plain.length;
  await (smaller ? writeFile(path, packed) : rm(path, { force: true }));
  return smaller;
}
