import type { FastifyBaseLogger } from "fastify";
import type { BackupStorage } from "../../backup/physical/BackupStorage.ts";
import { createBaseBackup, readSystemIdentifier } from "../../backup/physical/base-backup.ts";
import { listBases, readManifest, walPrefix } from "../../backup/physical/base-manifest.ts";
import { PictureBackup } from "../../backup/physical/PictureBackup.ts";
import { planRestore } from "../../backup/physical/restore-plan.ts";
import { removeOldBackups } from "../../backup/physical/retention.ts";
import { WalShipper } from "../../backup/physical/WalShipper.ts";
import type { Config } from "../../config.ts";
import { CliError } from "../../platform/CliError.ts";
import { findRunningDatabase } from "../../platform/embedded-postgres/running-database.ts";
import { addMs, type Clock } from "../../platform/time/clock.ts";
import type { BackupState } from "./backup.rules.ts";

const dayMs = 86_400_000;

/** What the runner works with. */
export interface BackupRunnerDeps {
  config: Config;
  clock: Clock;
  log: FastifyBaseLogger;
  storage: BackupStorage;
  days: number;
}

/** Backs up the embedded database of this process: base backups, WAL files and pictures. */
export class BackupRunner {
  readonly #deps: BackupRunnerDeps;
  readonly #pictures: PictureBackup | null;
  #archive: Promise<{ system: string; shipper: WalShipper }> | null = null;
  readonly #state: { base: Date | null; wal: Date | null } = { base: null, wal: null };
  #isStateKnown = false;
  #picturesDueAt = new Date(0);
  #checkDueAt = new Date(0);
  #nextTryAt = new Date(0);

  constructor(deps: BackupRunnerDeps) {
    this.#deps = deps;
    this.#pictures = deps.config.s3 === null ? new PictureBackup(deps.storage, deps.config.filesDir) : null;
  }

  /** When what was backed up last, as far as the storage could be read. */
  get state(): BackupState {
    return this.#state;
  }

  /** Stores finished WAL files, and once a minute new pictures. */
  async shipWal(): Promise<void> {
    const { clock, config } = this.#deps;
    const { shipper } = await this.#open();
    const names = await shipper.ship();
    if (names.length > 0) this.#state.wal = clock.now();
    if (clock.now() < this.#picturesDueAt) return;
    await this.#pictures?.copy();
    this.#picturesDueAt = addMs(clock.now(), config.limits.backup.picturesEveryMs);
  }

  /**
   * Makes a base backup when the last one is a day old, or cannot be restored to the newest state, and removes
   * those that are older than the days to keep. A failure is tried again after a while.
   */
  async backUpIfDue(): Promise<void> {
    const { clock, config, log } = this.#deps;
    await this.#open();
    if (clock.now() < this.#nextTryAt || !(await this.#isDue())) return;
    this.#nextTryAt = addMs(clock.now(), config.limits.backup.retryMs);
    const manifest = await this.#backUp();
    this.#state.base = new Date(manifest.completedAt);
    this.#nextTryAt = new Date(0);
    this.#checkDueAt = addMs(clock.now(), config.limits.backup.checkEveryMs);
    log.info({ backup: manifest.id, files: manifest.files.length }, "a base backup is complete");
  }

  async #backUp() {
    const { clock, config, storage, days } = this.#deps;
    const { system, shipper } = await this.#open();
    const filesFolder = this.#pictures === null ? null : config.filesDir;
    const manifest = await createBaseBackup({
      url: await findRunningDatabase(config.dataDir),
      dataFolder: config.dataDir,
      filesFolder,
      storage,
      shipper,
    });
    await this.#pictures?.copy();
    await removeOldBackups({ storage, system, keepFrom: addMs(clock.now(), -days * dayMs), filesFolder });
    this.#pictures?.reset();
    return manifest;
  }

  /** Returns whether a new base backup is needed: also when WAL files are missing, or after a restore. */
  async #isDue(): Promise<boolean> {
    const { clock, config, storage, log } = this.#deps;
    const now = clock.now();
    const { baseEveryMs, checkEveryMs } = config.limits.backup;
    if (this.#state.base === null || now.getTime() - this.#state.base.getTime() >= baseEveryMs) return true;
    if (now < this.#checkDueAt) return false;
    this.#checkDueAt = addMs(now, checkEveryMs);
    try {
      const { base, timeline } = await planRestore(storage, { at: null, timeline: null });
      // A restore has begun a timeline: what came after its time must not be needed for long.
      return base.timeline !== timeline;
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      log.warn({ err: error }, "the backup cannot be restored to the newest state: a new one is made");
      return true;
    }
  }

  /** Reads at first what the storage has, so that ages are right after a restart. */
  async #open(): Promise<{ system: string; shipper: WalShipper }> {
    const { config, storage } = this.#deps;
    this.#archive ??= readSystemIdentifier(config.dataDir).then((system) => ({
      system,
      shipper: new WalShipper(storage, config.dataDir, system),
    }));
    const archive = await this.#archive;
    if (!this.#isStateKnown) {
      const base = (await listBases(storage)).findLast(({ system }) => system === archive.system);
      if (base !== undefined) this.#state.base = new Date((await readManifest(storage, base)).completedAt);
      const times = (await storage.list(walPrefix(archive.system))).map(({ modifiedAt }) =>
        modifiedAt.getTime(),
      );
      // One by one: there may be more than fit into the arguments of a function.
      const newest = times.reduce((max, time) => Math.max(max, time), 0);
      if (newest > 0) this.#state.wal = new Date(newest);
      this.#isStateKnown = true;
    }
    return archive;
  }
}
