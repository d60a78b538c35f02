import { PersistentQueryCache } from "#web/lib/cache/PersistentQueryCache.ts";
import { toCacheKey } from "#web/lib/cache/readCached.ts";
import type { Session } from "#web/lib/session/Session.ts";

const cacheNames = ["orders", "order", "profile"] as const;

/** The end of a token: enough to know a login again. */
const tokenSuffixLength = 12;

/** The last answer to a question of one customer's; another login does not find it. */
export function createCustomerCache<T>(
  session: Pick<Session, "token">,
  name: (typeof cacheNames)[number],
  parse: (raw: unknown) => T | null,
): PersistentQueryCache<T> {
  return new PersistentQueryCache(name, () => session.token?.slice(-tokenSuffixLength) ?? "", parse);
}

/** Removes every answer that was one customer's. Never throws. */
export function clearCustomerCaches(): void {
  try {
    for (const name of cacheNames) window.localStorage.removeItem(toCacheKey(name));
  } catch {
    // What could not be kept need not be removed.
  }
}
