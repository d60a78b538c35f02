import { createWriteStream } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { partSuffix } from "../../platform/files/DiskFileStorage.ts";
import type { BackupStorage } from "./BackupStorage.ts";
import { picturesPrefix } from "./base-manifest.ts";
import { listPictures } from "./PictureBackup.ts";

/** Copies those pictures into the folder that are not there; returns how many, and how many are in no backup. */
export async function restorePictures(
  storage: BackupStorage,
  folder: string,
  needed: readonly string[],
): Promise<{ copied: number; missing: number }> {
  const present = new Set(await listPictures(folder));
  let [copied, missing] = [0, 0];
  for (const picture of needed.filter((item) => !present.has(item))) {
    const source = await storage.read(picturesPrefix + picture);
    if (source === null) {
      missing += 1;
      continue;
    }
    const file = path.join(folder, picture);
    const partFile = file + partSuffix;
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await rm(partFile, { force: true });
    await pipeline(source, createWriteStream(partFile, { flags: "wx", mode: 0o600, flush: true }));
    await rename(partFile, file);
    copied += 1;
  }
  return { copied, missing };
}
