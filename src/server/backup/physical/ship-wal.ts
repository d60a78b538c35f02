import { open } from "node:fs/promises";
import path from "node:path";
import type { Config } from "../../config.ts";
import { createBackupStorage } from "../../create-deps.ts";
import { listArchivedWal, walFolder } from "../../platform/embedded-postgres/wal-archive.ts";
import type { BackupStorage } from "./BackupStorage.ts";
import { readSystemIdentifier } from "./base-backup.ts";
import { WalShipper } from "./WalShipper.ts";
import { parseSegment, readIdentifier } from "./wal-files.ts";

/** Where the first page of a segment names its database (XLogLongPageHeaderData). */
const identifierOffset = 24;
const headerBytes = 32;

/** Stores the WAL files of a database that no server of this process runs any more. */
export async function shipWal(config: Config): Promise<void> {
  const storage = createBackupStorage(config);
  if (storage === null) return;
  try {
    await new WalShipper(storage, config.dataDir, await readSystemIdentifier(config.dataDir)).ship();
  } finally {
    storage.close();
  }
}

/**
 * Stores the WAL files beside a database that may be damaged or gone, under the database that they name themselves;
 * those without a segment under `system`.
 */
export async function shipLeftWal(storage: BackupStorage, dataFolder: string, system: string): Promise<void> {
  const segment = (await listArchivedWal(dataFolder)).find((name) => parseSegment(name) !== null);
  const owner = segment === undefined ? system : await readOwner(path.join(walFolder(dataFolder), segment));
  await new WalShipper(storage, dataFolder, owner).ship();
}

async function readOwner(segment: string): Promise<string> {
  const handle = await open(segment);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headerBytes), 0, headerBytes, 0);
    if (bytesRead < headerBytes) throw new Error(`${segment} is cut off`);
    return readIdentifier(buffer, identifierOffset);
  } finally {
    await handle.close();
  }
}
