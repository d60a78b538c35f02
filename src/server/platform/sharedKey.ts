import { randomBytes } from "node:crypto";
import type { Clock } from "./clock.ts";
import type { Database } from "./Database.ts";
import { claimShared, readShared } from "./sharedRows.ts";

const keyBytes = 32;
/** A key is made once for an installation; what it has signed ends by itself. */
const keyUntil = new Date("9999-01-01T00:00:00Z");

/** The signing key of that name, which all processes share; of several that make it at once, one does. 256 bits, base64. */
export async function sharedKey(
  { database, clock }: { database: Database; clock: Clock },
  name: string,
): Promise<string> {
  const read = () => readShared<string>(database.queries, name, clock.now());
  const known = await read();
  if (known !== undefined) return known;
  const value = randomBytes(keyBytes).toString("base64");
  await claimShared(database.queries, { key: name, value, now: clock.now(), until: keyUntil });
  const key = await read();
  if (key === undefined) throw new Error(`the key "${name}" cannot be read`);
  return key;
}
