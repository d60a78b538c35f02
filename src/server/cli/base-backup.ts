import type { BackupStorage } from "../backup/physical/BackupStorage.ts";
import { createBaseBackup, readSystemIdentifier } from "../backup/physical/base-backup.ts";
import {
  findOthers,
  listBases,
  otherDatabaseMessage,
  readManifests,
} from "../backup/physical/base-manifest.ts";
import { PictureBackup } from "../backup/physical/PictureBackup.ts";
import { WalShipper } from "../backup/physical/WalShipper.ts";
import type { Config } from "../config.ts";
import { CliError } from "../platform/CliError.ts";
import { formatLocalSecond } from "../platform/time/local-time.ts";

/** Usage text of the command. */
export const baseBackupUsage = `Usage: npm run backup [-- list | --new-system]
  npm run backup              makes a base backup of the embedded database now, also while the server runs
  npm run backup -- list      lists the base backups that are complete
  npm run backup -- --new-system
                              makes one at a place that has the backups of other databases alone
Backups go to BACKUP_DIR or the bucket of the BACKUP_S3_ settings.`;

/** Says why there is nothing to work with. */
export const noStorageMessage =
  "Set BACKUP_DIR or the BACKUP_S3_ settings. The PostgreSQL of DATABASE_URL is backed up by its own programs (docs/operations.md).";

/** What the command works with. */
export interface BaseBackupContext {
  config: Config;
  storage: BackupStorage | null;
  /** Runs work on the embedded database, of the running server or started for it. */
  withDatabase<T>(work: (url: string) => Promise<T>): Promise<T>;
  print: (line: string) => void;
}

/**
 * Makes or lists base backups.
 * @throws CliError
 */
export async function baseBackupCommand(args: string[], context: BaseBackupContext): Promise<void> {
  const { storage } = context;
  const [what, ...rest] = args;
  if (rest.length > 0 || (what !== undefined && what !== "list" && what !== "--new-system"))
    throw new CliError(baseBackupUsage);
  if (storage === null) throw new CliError(noStorageMessage);
  if (what === "list") await list(storage, context);
  else await backUp(storage, { ...context, isNewSystem: what === "--new-system" });
}

async function backUp(
  storage: BackupStorage,
  { config, withDatabase, print, isNewSystem }: BaseBackupContext & { isNewSystem: boolean },
) {
  const pictures = config.s3 === null ? new PictureBackup(storage, config.filesDir) : null;
  const manifest = await withDatabase(async (url) => {
    const system = await readSystemIdentifier(config.dataDir);
    if (!isNewSystem && (await findOthers(storage, system)).length > 0)
      throw new CliError(otherDatabaseMessage);
    const shipper = new WalShipper(storage, config.dataDir, system);
    return await createBaseBackup({
      url,
      dataFolder: config.dataDir,
      filesFolder: pictures === null ? null : config.filesDir,
      storage,
      shipper,
      warn: print,
    });
  });
  const megabytes = manifest.files.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000_000;
  print(
    `The base backup ${manifest.id} is complete in ${storage.label}: ${manifest.files.length} files, ${megabytes.toFixed(0)} MB before compression.`,
  );
  print(`It can be restored to any time after ${formatLocalSecond(new Date(manifest.completedAt))}.`);
  print(
    pictures === null
      ? "Pictures are in their bucket, which is not copied."
      : `Pictures: ${await pictures.copy()} new ones.`,
  );
}

async function list(storage: BackupStorage, { print }: BaseBackupContext): Promise<void> {
  const bases = await listBases(storage);
  if (bases.length === 0) print(`There is no complete backup in ${storage.label}.`);
  const { manifests, unreadable } = await readManifests(storage, bases);
  for (const { id, completedAt, timeline, system } of manifests)
    print(
      `${id}  complete ${formatLocalSecond(new Date(completedAt))}  timeline ${timeline}  system ${system}`,
    );
  for (const line of unreadable) print(line);
}
