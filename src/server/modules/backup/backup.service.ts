import type { FastifyBaseLogger } from "fastify";
import type { BackupAlarm } from "#contract/events.ts";
import type { BackupStorage } from "../../backup/physical/BackupStorage.ts";
import { otherDatabaseMessage } from "../../backup/physical/base-manifest.ts";
import type { Config } from "../../config.ts";
import { createOrExtend } from "../../platform/database/cache-entries.repository.ts";
import type { Database } from "../../platform/database/Database.ts";
import { agentsChannel } from "../../platform/events/channels.ts";
import { publish } from "../../platform/events/outbox.ts";
import type { SweeperJob } from "../../platform/jobs/Sweeper.ts";
import { addMs, type Clock } from "../../platform/time/clock.ts";
import { insertAudit } from "../audit/audit.repository.ts";
import { BackupRunner } from "./BackupRunner.ts";
import { readArchiver, writeHeartbeat } from "./backup.repository.ts";
import { type BackupState, findLateBackups } from "./backup.rules.ts";

/** An alarm is new again when a backup was in time for this long. */
const episodeMs = 5 * 60_000;

/** What the log says. */
const problemTexts: Record<BackupAlarm["what"], string> = {
  base: "the backup is late",
  wal: "the backup is late",
  pictures: "the backup of pictures is late",
  removal: "old backups cannot be removed: the place for backups fills",
  other_database: otherDatabaseMessage,
};

/** What the service works with. */
export interface BackupDeps {
  config: Config;
  database: Database;
  clock: Clock;
  log: FastifyBaseLogger;
  /** Null where nothing is backed up, or the database's own server does it. */
  backupStorage: BackupStorage | null;
}

/** Backs up the embedded database, and watches how old the backups of any database are. */
export class BackupService {
  readonly #deps: BackupDeps;
  readonly #runner: BackupRunner | null;
  readonly #startedAt: Date;

  constructor(deps: BackupDeps) {
    const { backupStorage, clock, config } = deps;
    this.#deps = deps;
    this.#startedAt = clock.now();
    this.#runner =
      backupStorage === null || config.backup === null
        ? null
        : new BackupRunner({ ...deps, storage: backupStorage, days: config.backup.days });
  }

  get jobs(): SweeperJob[] {
    const runner = this.#runner;
    return [
      { name: "backup-watch", everyMs: 60_000, run: () => this.watch() },
      ...(runner === null
        ? []
        : [
            { name: "backup-wal", everyMs: 5_000, run: () => runner.shipWal() },
            { name: "backup-pictures", everyMs: 5_000, run: () => runner.copyPictures() },
            { name: "backup-base", everyMs: 60_000, run: () => runner.backUpIfDue() },
          ]),
    ];
  }

  /** Ends a backup that is under way at once. */
  stop(): void {
    this.#runner?.stop();
  }

  /** Returns when what was backed up last; null where nothing is backed up. */
  async readState(): Promise<BackupState | null> {
    if (this.#runner !== null) return this.#runner.state;
    const { isOn, lastAt, baseAt } = await readArchiver(this.#deps.database.queries);
    return isOn ? { base: baseAt, wal: lastAt, pictures: undefined, problems: [] } : null;
  }

  /** Returns which backups are late or wrong, those never made included; null where nothing is backed up. */
  async findLate(): Promise<BackupAlarm["what"][] | null> {
    const state = await this.readState();
    return state && this.#listLate(state, new Date(0));
  }

  /** Returns the ages in seconds by kind, for the metrics. */
  async readAges(): Promise<(readonly [string, number])[]> {
    const state = await this.readState();
    const now = this.#deps.clock.now().getTime();
    return Object.entries(state ?? {}).flatMap(([kind, at]) =>
      at instanceof Date ? [[kind, (now - at.getTime()) / 1_000] as const] : [],
    );
  }

  /** Writes the heartbeat, and alarms administrators about late backups and what is wrong with them, once per episode. */
  async watch(): Promise<void> {
    const state = await this.readState();
    if (state === null) return;
    await writeHeartbeat(this.#deps.database.queries);
    for (const what of this.#listLate(state, this.#startedAt))
      await this.#raiseAlarm(
        what,
        what === "removal" || what === "other_database" ? null : (state[what] ?? null),
      );
  }

  #listLate(state: BackupState, startedAt: Date): BackupAlarm["what"][] {
    const { clock, config } = this.#deps;
    return findLateBackups(state, { now: clock.now(), startedAt }, config.limits.backup);
  }

  async #raiseAlarm(what: BackupAlarm["what"], lastAt: Date | null): Promise<void> {
    const { clock, database, log } = this.#deps;
    const now = clock.now();
    const alarm: BackupAlarm = { kind: "backup", what, last_at: lastAt?.toISOString() ?? null };
    const isNew = await database.transaction(async (tx) => {
      const episode = { key: `backup-late-${what}`, now, expiresAt: addMs(now, episodeMs) };
      if (!(await createOrExtend(tx, episode))) return false;
      await insertAudit(tx, {
        actor: "system",
        action: "backup.late",
        target: what,
        detail: { last_at: alarm.last_at },
        createdAt: now,
      });
      publish(tx, { channel: agentsChannel, type: "office_alarm", payload: { ...alarm }, createdAt: now });
      return true;
    });
    if (isNew) log.error({ event: "office_alarm", ...alarm }, problemTexts[what]);
  }
}
