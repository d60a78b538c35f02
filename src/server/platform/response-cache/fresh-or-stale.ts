import type { Config } from "../../config.ts";
import type { DatabaseHealth } from "../database/DatabaseHealth.ts";
import { isDatabaseUnavailable } from "../database/database-errors.ts";
import type { CachedResponse } from "./CachedResponse.ts";
import type { ContentChangeFeed } from "./ContentChangeFeed.ts";

/** An answer from before the database went away: nobody knows whether it is true still. */
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
 * What `ask` answers from the database; while that is away, what was kept from before, unless it is too old. Throws what
 * `ask` throws.
 */
export async function freshOrStale(
  { config, content, databaseHealth }: Dependencies,
  load: () => Promise<CachedResponse>,
  findCached: () => CachedResponse | undefined,
): Promise<CachedResponse | StaleResponse> {
  try {
    return await databaseHealth.withLoadShedding(load);
  } catch (error) {
    // All that is kept was true when news were last proved to arrive.
    const ageMs = content.msSinceLastHeartbeat;
    const cached = isDatabaseUnavailable(error) && ageMs <= config.staleResponseMs ? findCached() : undefined;
    if (cached === undefined) throw error;
    return new StaleResponse(cached, ageMs);
  }
}
