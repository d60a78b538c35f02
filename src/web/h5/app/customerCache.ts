import { deleteCached } from "#web/lib/cache/cachedResponse.ts";
import { PersistentQueryCache } from "#web/lib/cache/PersistentQueryCache.ts";
import type { Session } from "#web/lib/session/Session.ts";

const cacheNames = ["orders", "order", "profile"] as const;

/** Length of the token suffix that identifies a login in cache keys. */
const tokenSuffixLength = 12;

/** Caches the last response for one customer; another login does not find it. */
export function createCustomerCache<T>(
  session: Pick<Session, "token">,
  name: (typeof cacheNames)[number],
  parse: (raw: unknown) => T | null,
): PersistentQueryCache<T> {
  return new PersistentQueryCache(name, () => session.token?.slice(-tokenSuffixLength) ?? "", parse);
}

/** Removes every cached response of the customer. Never throws. */
export function clearCustomerCaches(): void {
  for (const name of cacheNames) deleteCached(name);
}
