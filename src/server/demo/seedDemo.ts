import { eq, sql } from "drizzle-orm";
import type { Database, Queries } from "../platform/Database.ts";
import { sharedValues } from "../schema/service.ts";
import { type Demo, partsOf, wholeDemo } from "./demoParts.ts";

/** Under it stands what was ever put in; versions before that kept a list wrote the moment there. */
const mark = "demo-chain";

/**
 * Puts into the database what of the demo was never put in before: all of it into an empty one, what this version has
 * added into an older one. What is there stays as people have left it, and what they took away does not come back.
 */
export async function seedDemo(database: Database, now: Date, demo: Demo = wholeDemo): Promise<void> {
  await database.transaction(async (tx) => {
    // Several processes may start at once; the second waits here and then finds nothing to add.
    await tx.execute(sql`set local statement_timeout = '60s'; set local lock_timeout = '60s'`);
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${mark}))`);
    const known = await readKnown(tx);
    const added: string[] = [];
    for (const part of partsOf(demo)) {
      const nameOf = (key: string) => `${part.name}:${key}`;
      const unknown = part.keys.filter((key) => !known.has(nameOf(key)));
      if (unknown.length === 0) continue;
      const found = new Set(await part.found(tx));
      const missing = new Set(unknown.filter((key) => !found.has(key)));
      if (missing.size > 0) await part.add(tx, missing, now);
      added.push(...unknown.map(nameOf));
    }
    if (added.length > 0) await writeKnown(tx, [...known, ...added]);
  });
}

async function readKnown(tx: Queries): Promise<Set<string>> {
  const [row] = await tx.select().from(sharedValues).where(eq(sharedValues.key, mark));
  return new Set(Array.isArray(row?.value) ? (row.value as string[]) : []);
}

async function writeKnown(tx: Queries, value: string[]): Promise<void> {
  await tx
    .insert(sharedValues)
    .values({ key: mark, value })
    .onConflictDoUpdate({ target: sharedValues.key, set: { value } });
}
