import type { Config } from "../../config.ts";
import type { DatabaseHealth } from "../database/DatabaseHealth.ts";
import { isDatabaseUnavailable } from "../database/database-errors.ts";
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

interface Dependencies {
  config: Config;
  content: ContentChangeFeed;
  databaseHealth: DatabaseHealth;
}

/**
 * Returns the result of `load`; while the database is unavailable, the cached response unless it is older
 * than `staleResponseMs`. Otherwise rethrows the error of `load`.
 */
export async function freshOrStale(
  { config, content, databaseHealth }: Dependencies,
  load: () => Promise<CachedResponse>,
  findCached: () => CachedResponse | undefined,
): Promise<CachedResponse | StaleResponse> {
  try {
    return await databaseHealth.withLoadShedding(load);
  } catch (error) {
    // All cached responses were current at the last heartbeat.
    const ageMs = content.msSinceLastHeartbeat;
    const cached = isDatabaseUnavailable(error) && ageMs <= config.staleResponseMs ? findCached() : undefined;
    if (cached === undefined) throw error;
    return new StaleResponse(cached, ageMs);
  }
}
