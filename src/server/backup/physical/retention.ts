import type { BackupStorage } from "./BackupStorage.ts";
import {
  type BaseManifest,
  type BaseRef,
  basePrefix,
  basesPrefix,
  listBases,
  manifestObject,
  picturesPrefix,
  readManifest,
  walPrefix,
} from "./base-manifest.ts";
import { listPictures, listStoredPictures } from "./PictureBackup.ts";
import { parseSegment } from "./wal-files.ts";

/** What is kept, and of which database. */
export interface RetentionOptions {
  storage: BackupStorage;
  system: string;
  /** Oldest time to which a restore has to be possible. */
  keepFrom: Date;
  filesFolder: string | null;
}

/**
 * Removes base backups that no restore to a time since `keepFrom` begins with, incomplete ones, the WAL files
 * before the oldest kept one, and pictures that neither a kept backup nor the folder has. The caller has made
 * sure that no base backup is being written.
 */
export async function removeOldBackups(options: RetentionOptions): Promise<void> {
  const { storage, system, keepFrom } = options;
  const bases = (await listBases(storage)).filter((base) => base.system === system);
  const manifests = await Promise.all(bases.map((base) => readManifest(storage, base)));
  const kept = selectNeeded(manifests, keepFrom);
  const [oldest] = kept;
  if (oldest === undefined) return;
  const dropped = bases.filter(({ id }) => !kept.some((manifest) => manifest.id === id));
  // The manifest goes first: a backup that has begun to disappear is not complete.
  await storage.remove(dropped.map(manifestObject));
  await removeFiles(options, kept);
  await removeWal(options, oldest);
  await removePictures(options, kept);
}

/** Returns the newest backup that was complete at `keepFrom`, and all later ones, oldest first. */
function selectNeeded(manifests: BaseManifest[], keepFrom: Date): BaseManifest[] {
  const sorted = [...manifests].sort((a, b) => Date.parse(a.completedAt) - Date.parse(b.completedAt));
  const first = sorted.findLastIndex(({ completedAt }) => Date.parse(completedAt) <= keepFrom.getTime());
  return sorted.slice(Math.max(first, 0));
}

async function removeFiles({ storage, system }: RetentionOptions, kept: BaseRef[]): Promise<void> {
  const prefixes = kept.map(basePrefix);
  const files = await storage.list(basesPrefix(system));
  const unused = files.filter(({ name }) => !prefixes.some((prefix) => name.startsWith(prefix)));
  await storage.remove(unused.map(({ name }) => name));
}

/** Removes segments and labels before the first one that the oldest kept backup needs, on every timeline. */
async function removeWal({ storage, system }: RetentionOptions, oldest: BaseManifest): Promise<void> {
  const first = parseSegment(oldest.startWal)?.number ?? 0n;
  const prefix = walPrefix(system);
  const unused = (await storage.list(prefix)).filter(({ name }) => {
    const segment = parseSegment(name.slice(prefix.length, prefix.length + oldest.startWal.length));
    return segment !== null && segment.number < first;
  });
  await storage.remove(unused.map(({ name }) => name));
}

async function removePictures(
  { storage, filesFolder }: RetentionOptions,
  kept: BaseManifest[],
): Promise<void> {
  if (filesFolder === null) return;
  const needed = new Set(await listPictures(filesFolder));
  for (const { pictures } of kept) for (const picture of pictures) needed.add(picture);
  const unused = (await listStoredPictures(storage)).filter((picture) => !needed.has(picture));
  await storage.remove(unused.map((picture) => picturesPrefix + picture));
}
