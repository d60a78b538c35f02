import { type SettingsSection, settingsSections } from "#contract/chain-settings/chain-settings.ts";
import { pageSizeDefault } from "#contract/constants.ts";
import type { SettingsVersion, WorkSettings } from "#contract/staff/chain-settings/schema.ts";
import type { Deps } from "../../platform/Deps.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { AppError } from "../../platform/http/AppError.ts";
import { insertAudit } from "../audit/audit.repository.ts";
import type { ChainSettingsCache } from "./ChainSettingsCache.ts";
import * as repository from "./chain-settings.repository.ts";
import { describeChanges, parseSettings } from "./chain-settings.rules.ts";

/** The chain's own rules and figures, which the head office edits by section. Every version is kept. */
export class ChainSettingsService {
  readonly #deps: Pick<Deps, "database" | "clock">;
  readonly #cache: ChainSettingsCache;

  constructor(deps: Pick<Deps, "database" | "clock">, cache: ChainSettingsCache) {
    this.#deps = deps;
    this.#cache = cache;
  }

  /** Lists all sections as they stand. */
  async list(): Promise<{ list: SettingsVersion[] }> {
    const rows = await repository.listCurrent(this.#deps.database.queries);
    const list = settingsSections.map((section) =>
      this.#present(
        section,
        rows.find((row) => row.section === section),
      ),
    );
    return { list };
  }

  /** Lists the versions of a section, newest first. */
  async history({ section, page = 1, pageSize = pageSizeDefault }: HistoryQuery) {
    const { queries } = this.#deps.database;
    const rows = await repository.listVersions(queries, section, {
      offset: (page - 1) * pageSize,
      limit: pageSize + 1,
    });
    const list = rows.slice(0, pageSize).map((row) => this.#present(section, row));
    return { list, page, pageSize, has_more: rows.length > pageSize };
  }

  /**
   * Saves a section; it holds for what is asked from now on, in this process at once and in the others within
   * seconds. Saving what holds already changes nothing. Throws "validation", "rule_broken", and "conflict" with the
   * current value if it was changed since `version`.
   */
  async save(
    staffId: string,
    { section, version, value }: { section: SettingsSection; version: number; value: unknown },
  ): Promise<SettingsVersion> {
    const { database, clock } = this.#deps;
    const parsed = parseSettings(section, value);
    const saved = await database.transaction(async (tx) => {
      const current = await this.#readCurrent(tx, section);
      if (current.version !== version) throw conflict(current);
      const changed = describeChanges(section, current.value, parsed);
      if (changed === "") return current;
      const row = {
        section,
        version: version + 1,
        value: parsed,
        changedBy: staffId,
        changedAt: clock.now(),
      };
      // Another save of this version may be under way: the first to end wins.
      if (!(await repository.insertVersion(tx, row))) throw conflict(await this.#readCurrent(tx, section));
      await insertAudit(tx, {
        actor: staffId,
        action: "settings.save",
        target: section,
        detail: { changed },
        createdAt: row.changedAt,
      });
      return this.#present(section, await repository.findVersion(tx, section, row.version));
    });
    await this.#cache.reload();
    return saved;
  }

  /** Returns what members of staff need of the settings. */
  getWorkSettings(): WorkSettings {
    const { service, refunds } = this.#cache.current;
    return {
      replies: service.replies,
      agent_refund_max: refunds.agent_max,
    };
  }

  async #readCurrent(tx: QueryRunner, section: SettingsSection): Promise<SettingsVersion> {
    const [latest] = await repository.listVersions(tx, section, { offset: 0, limit: 1 });
    return this.#present(section, latest);
  }

  #present(section: SettingsSection, row: repository.SettingsRow | undefined): SettingsVersion {
    if (row === undefined)
      return {
        section,
        version: 0,
        value: this.#cache.initialValue(section),
        changed_at: null,
        changed_by: null,
      };
    return {
      section,
      version: row.version,
      value: this.#cache.parse(section, row),
      changed_at: row.changedAt.toISOString(),
      changed_by: row.changedByName,
    };
  }
}

interface HistoryQuery {
  section: SettingsSection;
  page?: number;
  pageSize?: number;
}

function conflict(current: SettingsVersion): AppError {
  return new AppError("conflict", { current }, "这些设置刚被别人改过");
}
