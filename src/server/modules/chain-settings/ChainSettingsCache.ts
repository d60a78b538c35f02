import type { FastifyBaseLogger } from "fastify";
import { type ChainSettings, initialSettings } from "#contract/chain-settings/chain-settings.ts";
import type { Config } from "../../config.ts";
import type { ChainSettingsSource, LiveChainSettings } from "../../platform/Deps.ts";
import type { Database } from "../../platform/database/Database.ts";
import { AppError } from "../../platform/http/AppError.ts";
import type { SweeperJob } from "../../platform/jobs/Sweeper.ts";
import type { ContentChangeFeed } from "../../platform/response-cache/ContentChangeFeed.ts";
import { readVersions } from "./chain-settings.repository.ts";
import { readChainSettings } from "./read-chain-settings.ts";

interface CacheOptions {
  database: Database;
  config: Pick<Config, "serviceHours" | "storeRefundRequests">;
  content: ContentChangeFeed;
  log: FastifyBaseLogger;
}

/** Time after which the settings are read again although no change was announced, in ms. */
const reloadEveryMs = 5_000;

/**
 * Keeps the chain's settings in memory and reads them again when any process has changed them. Environment
 * variables that hold some of them count until the head office saves their section.
 */
export class ChainSettingsCache implements LiveChainSettings {
  readonly #options: CacheOptions;
  readonly #initial: ChainSettings;
  #settings: ChainSettingsSource | null = null;
  /** Versions that were read; null when anything may have changed. */
  #versions: string | null = null;
  #loading: Promise<void> = Promise.resolve();
  readonly #listeners: (() => void)[] = [];

  constructor(options: CacheOptions) {
    this.#options = options;
    const { serviceHours, storeRefundRequests } = options.config;
    this.#initial = {
      ...initialSettings,
      service: { ...initialSettings.service, ...serviceHours },
      restaurants: { ...initialSettings.restaurants, refund_requests: storeRefundRequests },
    };
    options.content.onChange(({ what }) => {
      if (what !== "settings" && what !== "everything") return;
      if (what === "everything") this.#versions = null;
      this.reload().catch((err: unknown) => options.log.warn({ err }, "reading the settings failed"));
    });
  }

  /** The settings as they stand. Throws "unavailable" while the database could not be read yet. */
  get current(): ChainSettings {
    return this.#read().current;
  }

  /** The settings as they stand, the initial ones while they could not be read yet; for what decides nothing. */
  get currentOrInitial(): ChainSettings {
    return this.#settings?.current ?? this.#initial;
  }

  at(date: Date): ChainSettings {
    return this.#read().at(date);
  }

  #read(): ChainSettingsSource {
    if (this.#settings === null) throw new AppError("unavailable");
    return this.#settings;
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** What holds of sections that were never saved. */
  get initial(): ChainSettings {
    return this.#initial;
  }

  /** Reads the settings; calls run one after the other, so that the last one leaves the newest values. */
  reload(): Promise<void> {
    this.#loading = this.#loading.catch(() => undefined).then(() => this.#load());
    return this.#loading;
  }

  /** Sweeper job that reads the settings again, in case an announcement was lost. */
  get job(): SweeperJob {
    return { name: "chain-settings", everyMs: reloadEveryMs, run: () => this.reload() };
  }

  async #load(): Promise<void> {
    const { queries } = this.#options.database;
    const versions = await readVersions(queries);
    if (versions === this.#versions) return;
    const before = JSON.stringify(this.#settings?.current);
    this.#settings = await readChainSettings(queries, this.#initial);
    // A version that is saved between both reads is read with the next announcement.
    this.#versions = versions;
    // What has not changed must not cost the caches their responses, which an outage needs.
    if (JSON.stringify(this.#settings.current) !== before) for (const listener of this.#listeners) listener();
  }
}
