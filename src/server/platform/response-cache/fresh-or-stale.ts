import type { Config } from "../../config.ts";
import type { DatabaseHealth } from "../database/DatabaseHealth.ts";
import { isConnectionLost, isDatabaseUnavailable } from "../database/database-errors.ts";
import type { CachedResponse } from "./CachedResponse.ts";
import type { ContentChangeFeed } from "./ContentChangeFeed.ts";

/** A cached response from before the database became unavailable; it may be outdated. */
export class StaleResponse {
  readonly response: CachedResponse;
  readonly ageMs: number;

  constructor(response: CachedResponse, ageMs: number) {
    this.response = response;
    this.ageMs = ageMs;
  }
}

/** A response that is still cached, current or not. */
export interface StoredResponse {
  response: CachedResponse;
  /** Time since it is known to be outdated, in ms; 0 for a current one. */
  outdatedMs: number;
  /**
   * Time since a change was announced that may concern all of it, in ms; null without one. After one it is sent while the
   * database is away, and for `maxChangedWhileBusyMs` while the database is only busy.
   */
  changedMs: number | null;
}

/** Longer than a failover takes: its first seconds look like a busy database. */
const maxChangedWhileBusyMs = 30_000;

interface Dependencies {
  config: Config;
  content: ContentChangeFeed;
  databaseHealth: DatabaseHealth;
}

/**
 * Returns the result of `load`; while the database is unavailable, the cached response unless it is older than
 * `staleResponseMs`, or changed long ago while the database is only busy. Otherwise rethrows the error of `load`.
 */
export async function freshOrStale(
  deps: Dependencies,
  load: () => Promise<CachedResponse>,
  findCached: () => StoredResponse | undefined,
): Promise<CachedResponse | StaleResponse> {
  try {
    return await deps.databaseHealth.withLoadShedding(load);
  } catch (error) {
    const stored = isDatabaseUnavailable(error) ? findCached() : undefined;
    if (stored === undefined) throw error;
    // What is not known to be outdated was current at the last heartbeat.
    const ageMs = Math.max(deps.content.msSinceLastHeartbeat, stored.outdatedMs);
    if (ageMs > deps.config.staleResponseMs) throw error;
    const isChangedForLong = stored.changedMs !== null && stored.changedMs > maxChangedWhileBusyMs;
    if (isChangedForLong && !isDatabaseAway(deps, error)) throw error;
    return new StaleResponse(stored.response, ageMs);
  }
}

/** Whether the database cannot be reached or does not answer, so that a repeated read would fail too. */
function isDatabaseAway({ content, databaseHealth }: Dependencies, error: unknown): boolean {
  return isConnectionLost(error) || databaseHealth.isSilent || !content.isReliable;
}
