import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { compressFolder } from "./compress.mjs";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "shidan-compress-"));
});
afterEach(() => rm(folder, { recursive: true }));

test("text files beyond 512 bytes get both forms, everything else none", async () => {
  const text = "豆腐 ".repeat(400);
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "assets", "page.js"), text);
  await writeFile(join(folder, "small.css"), "a{}");
  await writeFile(join(folder, "picture.webp"), text);
  await writeFile(join(folder, "noise.txt"), randomBytes(2_000));
  expect(await compressFolder(folder)).toBe(1);
  const names = (await readdir(folder, { recursive: true })).sort();
  expect(names).toEqual([
    "assets",
    "assets/page.js",
    "assets/page.js.br",
    "assets/page.js.gz",
    "noise.txt",
    "picture.webp",
    "small.css",
  ]);
  const page = join(folder, "assets", "page.js");
  expect(brotliDecompressSync(await readFile(`${page}.br`)).toString()).toBe(text);
  expect(gunzipSync(await readFile(`${page}.gz`)).toString()).toBe(text);
});
