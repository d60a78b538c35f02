import type { FastifyBaseLogger } from "fastify";
import type { BackupStorage } from "../../backup/physical/BackupStorage.ts";
import { withBackupLock } from "../../backup/physical/backup-lock.ts";
import { createBaseBackup, readSystemIdentifier } from "../../backup/physical/base-backup.ts";
import { findOthers, listBases, readManifests, walPrefix } from "../../backup/physical/base-manifest.ts";
import { PictureBackup } from "../../backup/physical/PictureBackup.ts";
import { planRestore } from "../../backup/physical/restore-plan.ts";
import { removeOldBackups } from "../../backup/physical/retention.ts";
import { WalShipper } from "../../backup/physical/WalShipper.ts";
import type { Config } from "../../config.ts";
import { CliError } from "../../platform/CliError.ts";
import { findRunningDatabase } from "../../platform/embedded-postgres/running-database.ts";
import { addMs, type Clock } from "../../platform/time/clock.ts";
import type { BackupProblem } from "./backup.rules.ts";

const dayMs = 86_400_000;

/** What the runner works with. */
export interface BackupRunnerDeps {
  config: Config;
  clock: Clock;
  log: FastifyBaseLogger;
  storage: BackupStorage;
  days: number;
}

interface Archive {
  system: string;
  shipper: WalShipper;
}

/** Backs up the embedded database of this process: base backups, WAL files and pictures. */
export class BackupRunner {
  readonly #deps: BackupRunnerDeps;
  readonly #pictures: PictureBackup | null;
  readonly #stopping = new AbortController();
  #archive: Promise<Archive> | null = null;
  readonly #state: { base: Date | null; wal: Date | null; pictures: Date | null | undefined };
  readonly #problems = new Set<BackupProblem>();
  #hasRemovedLeftovers = false;
  #picturesDueAt = new Date(0);
  #checkDueAt = new Date(0);
  #nextTryAt = new Date(0);
  /** When old backups are removed next; null when there is nothing to remove. */
  #removalDueAt: Date | null = null;

  constructor(deps: BackupRunnerDeps) {
    this.#deps = deps;
    this.#pictures = deps.config.s3 === null ? new PictureBackup(deps.storage, deps.config.filesDir) : null;
    this.#state = { base: null, wal: null, pictures: this.#pictures === null ? undefined : null };
  }

  /** When what was backed up last, as far as the storage could be read, and what is wrong with the backups. */
  get state() {
    return { ...this.#state, problems: [...this.#problems] };
  }

  /** Ends what is under way at once: the next start makes up for it. */
  stop(): void {
    this.#stopping.abort();
  }

  /** Stores finished WAL files. */
  async shipWal(): Promise<void> {
    await this.#untilStop(async (signal) => {
      const { shipper } = await this.#open();
      const names = await shipper.ship(signal);
      if (names.length > 0) this.#state.wal = this.#deps.clock.now();
    });
  }

  /** Stores new pictures once a minute. */
  async copyPictures(): Promise<void> {
    const { clock, config } = this.#deps;
    if (this.#pictures === null || clock.now() < this.#picturesDueAt) return;
    const pictures = this.#pictures;
    await this.#untilStop(async (signal) => {
      await pictures.copy(signal);
      this.#state.pictures = clock.now();
      this.#picturesDueAt = addMs(clock.now(), config.limits.backup.picturesEveryMs);
    });
  }

  /**
   * Makes a base backup when the last one is a day old, or cannot be restored to the newest state, and removes
   * those that are older than the days to keep. A failure of either is tried again after a while. Makes none at a
   * place that has only the backups of other databases.
   */
  async backUpIfDue(): Promise<void> {
    await this.#untilStop(async (signal) => {
      const { clock, config, storage } = this.#deps;
      const { system } = await this.#open();
      if (this.#state.base === null) await this.#readState(system);
      if (this.#state.base === null && (await findOthers(storage, system)).length > 0) {
        this.#problems.add("other_database");
        return;
      }
      this.#problems.delete("other_database");
      if (clock.now() >= this.#nextTryAt && (await this.#isDue(system))) {
        this.#nextTryAt = addMs(clock.now(), config.limits.backup.retryMs);
        await this.#backUp(signal);
      }
      if (this.#removalDueAt !== null && clock.now() >= this.#removalDueAt) await this.#removeOld(signal);
    });
  }

  async #backUp(signal: AbortSignal): Promise<void> {
    const { clock, config, storage, log } = this.#deps;
    const { shipper } = await this.#open();
    const manifest = await createBaseBackup({
      url: await findRunningDatabase(config.dataDir),
      dataFolder: config.dataDir,
      filesFolder: this.#filesFolder,
      storage,
      shipper,
      signal,
      warn: (line) => log.warn(line),
    });
    this.#state.base = new Date(manifest.completedAt);
    this.#nextTryAt = new Date(0);
    this.#checkDueAt = addMs(clock.now(), config.limits.backup.checkEveryMs);
    this.#removalDueAt = clock.now();
    log.info({ backup: manifest.id, files: manifest.files.length }, "a base backup is complete");
  }

  async #removeOld(signal: AbortSignal): Promise<void> {
    const { clock, config, storage, log, days } = this.#deps;
    const { system } = await this.#open();
    try {
      const keepFrom = addMs(clock.now(), -days * dayMs);
      await withBackupLock({ url: await findRunningDatabase(config.dataDir), signal }, () =>
        removeOldBackups({ storage, system, keepFrom, filesFolder: this.#filesFolder }),
      );
      this.#pictures?.reset();
      this.#removalDueAt = null;
      this.#problems.delete("removal");
    } catch (error) {
      if (signal.aborted) throw error;
      this.#removalDueAt = addMs(clock.now(), config.limits.backup.retryMs);
      this.#problems.add("removal");
      log.error({ err: error }, "old backups cannot be removed");
    }
  }

  /** Returns whether a new base backup is needed: also when WAL files are missing, or after a restore. */
  async #isDue(system: string): Promise<boolean> {
    const { clock, config, storage, log } = this.#deps;
    const now = clock.now();
    const { baseEveryMs, checkEveryMs } = config.limits.backup;
    if (this.#state.base === null || now.getTime() - this.#state.base.getTime() >= baseEveryMs) return true;
    if (now < this.#checkDueAt) return false;
    this.#checkDueAt = addMs(now, checkEveryMs);
    try {
      const target = { system, at: null, timeline: null };
      const { base, timeline } = await planRestore(storage, target, (line) => log.warn(line));
      // A restore has begun a timeline: what came after its time must not be needed for long.
      return base.timeline !== timeline;
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      log.warn({ err: error }, "the backup cannot be restored to the newest state: a new one is made");
      return true;
    }
  }

  get #filesFolder(): string | null {
    return this.#pictures === null ? null : this.#deps.config.filesDir;
  }

  #open(): Promise<Archive> {
    const { config, storage } = this.#deps;
    this.#archive ??= readSystemIdentifier(config.dataDir).then((system) => ({
      system,
      shipper: new WalShipper(storage, config.dataDir, system),
    }));
    return this.#archive;
  }

  /** Reads what the storage has, so that ages are right after a restart; removes what killed processes left. */
  async #readState(system: string): Promise<void> {
    const { storage, log } = this.#deps;
    if (!this.#hasRemovedLeftovers) {
      this.#hasRemovedLeftovers = true;
      await storage
        .removeLeftovers()
        .catch((err: unknown) => log.warn({ err }, "what killed processes left is not removed"));
    }
    const own = (await listBases(storage)).filter((base) => base.system === system);
    const { manifests, unreadable } = await readManifests(storage, own);
    for (const line of unreadable) log.warn(line);
    const newest = manifests.at(-1);
    if (newest !== undefined) this.#state.base = new Date(newest.completedAt);
    const objects = await storage.list(walPrefix(system));
    // One by one: there may be more than fit into the arguments of a function.
    const wal = objects.reduce(
      (max, { modifiedAt }) => Math.max(max, modifiedAt.getTime()),
      this.#state.wal?.getTime() ?? 0,
    );
    if (wal > 0) this.#state.wal = new Date(wal);
  }

  /** Runs work that the stop aborts; its end by the stop is no failure. */
  async #untilStop(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const { signal } = this.#stopping;
    if (signal.aborted) return;
    await work(signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }
}
