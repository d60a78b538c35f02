import { CliError } from "../../platform/CliError.ts";
import type { BackupStorage } from "./BackupStorage.ts";
import {
  type BaseManifest,
  type BaseRef,
  basesPrefix,
  listBases,
  manifestObject,
  picturesPrefix,
  readManifests,
  toBaseId,
  walPrefix,
} from "./base-manifest.ts";
import { listPictures } from "./PictureBackup.ts";
import { parseSegment } from "./wal-files.ts";

const dayMs = 86_400_000;

/** What is kept, and of which database. */
export interface RetentionOptions {
  storage: BackupStorage;
  system: string;
  /** Oldest time to which a restore has to be possible. */
  keepFrom: Date;
  filesFolder: string | null;
}

/**
 * Removes base backups of the database that no restore to a time since `keepFrom` begins with, incomplete ones before
 * the newest complete one, the WAL files before the oldest kept one, and pictures that neither the folder nor a kept
 * backup of any database has. The caller holds the lock of backups.
 * @throws CliError, with nothing removed, when a manifest cannot be read: it may need what others do not
 */
export async function removeOldBackups(options: RetentionOptions): Promise<void> {
  const { storage, system, keepFrom } = options;
  const { manifests, unreadable } = await readManifests(storage, await listBases(storage));
  if (unreadable.length > 0)
    throw new CliError(`No old backup is removed: ${unreadable.join("; ")}. Repair or remove it.`);
  const own = manifests.filter((manifest) => manifest.system === system);
  const others = manifests.filter((manifest) => manifest.system !== system);
  const kept = selectNeeded(own, keepFrom);
  const [oldest] = kept;
  if (oldest === undefined) return;
  const dropped = own.filter((manifest) => !kept.includes(manifest));
  // The manifest goes first: a backup that has begun to disappear is not complete.
  await storage.remove(dropped.map(manifestObject));
  const newest = own.reduce((max, { id }) => (id > max ? id : max), "");
  const keptIds = new Set(kept.map(({ id }) => id));
  await removeBases(storage, system, (id) => id <= newest && !keptIds.has(id));
  await removeWal(options, oldest);
  await removePictures(options, { kept, others });
}

/** Removes the base backups of the database that were not completed and began a day or more before `base`. */
export async function removeIncomplete(
  storage: BackupStorage,
  base: BaseRef & { startedAt: Date },
): Promise<void> {
  const complete = new Set(
    (await listBases(storage)).filter(({ system }) => system === base.system).map(({ id }) => id),
  );
  const before = toBaseId(new Date(base.startedAt.getTime() - dayMs));
  await removeBases(storage, base.system, (id) => id < before && !complete.has(id));
}

/** Returns the newest backup that was complete at `keepFrom`, and all later ones, oldest first. */
function selectNeeded(manifests: BaseManifest[], keepFrom: Date): BaseManifest[] {
  const sorted = [...manifests].sort((a, b) => Date.parse(a.completedAt) - Date.parse(b.completedAt));
  const first = sorted.findLastIndex(({ completedAt }) => Date.parse(completedAt) <= keepFrom.getTime());
  return sorted.slice(Math.max(first, 0));
}

async function removeBases(
  storage: BackupStorage,
  system: string,
  isUnused: (id: string) => boolean,
): Promise<void> {
  const prefix = basesPrefix(system);
  const names = (await storage.list(prefix)).map(({ name }) => name);
  await storage.remove(names.filter((name) => isUnused(name.slice(prefix.length).split("/")[0] ?? "")));
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
  { storage, filesFolder, keepFrom }: RetentionOptions,
  { kept, others }: { kept: BaseManifest[]; others: BaseManifest[] },
): Promise<void> {
  if (filesFolder === null) return;
  const needed = new Set(await listPictures(filesFolder));
  for (const { pictures } of [...kept, ...others]) for (const picture of pictures) needed.add(picture);
  const unused = (await storage.list(picturesPrefix))
    .filter(({ name }) => !needed.has(name.slice(picturesPrefix.length)))
    // Another database may have stored it since its last base backup.
    .filter(({ modifiedAt }) => others.length === 0 || modifiedAt < keepFrom);
  await storage.remove(unused.map(({ name }) => name));
}
