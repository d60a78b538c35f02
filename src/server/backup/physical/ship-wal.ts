import type { Config } from "../../config.ts";
import { createBackupStorage } from "../../create-deps.ts";
import { readSystemIdentifier } from "./base-backup.ts";
import { WalShipper } from "./WalShipper.ts";

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
