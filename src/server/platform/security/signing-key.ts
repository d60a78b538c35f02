import { randomBytes } from "node:crypto";
import { findCacheEntry, setIfAbsent } from "../database/cache-entries.repository.ts";
import type { Database } from "../database/Database.ts";
import type { Clock } from "../time/clock.ts";

const keyBytes = 32;
/** A key is made once for an installation; everything signed with it has its own expiry. */
const keyExpiresAt = new Date("9999-01-01T00:00:00Z");

/**
 * Returns the named signing key shared by all processes, creating it on first use; of concurrent creators one
 * wins. 256 bits, base64.
 */
export async function getSigningKey(
  { database, clock }: { database: Database; clock: Clock },
  name: string,
): Promise<string> {
  const read = () => findCacheEntry<string>(database.queries, name, clock.now());
  const existing = await read();
  if (existing !== undefined) return existing;
  const value = randomBytes(keyBytes).toString("base64");
  await setIfAbsent(database.queries, { key: name, value, now: clock.now(), expiresAt: keyExpiresAt });
  const key = await read();
  if (key === undefined) throw new Error(`the key "${name}" cannot be read`);
  return key;
}
