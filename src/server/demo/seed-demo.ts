import { eq, sql } from "drizzle-orm";
import type { Database, QueryRunner } from "../platform/database/Database.ts";
import { cacheEntries } from "../schema/service.ts";
import { type Demo, fullDemo, listSections } from "./demo-sections.ts";

/** Cache key of the list of items that were ever seeded; older versions stored only a timestamp under it. */
const seedKey = "demo-chain";

/**
 * Inserts all demo items that were never seeded before: everything into an empty database, this version's
 * additions into an older one. Existing items stay unchanged, and deleted ones do not come back.
 */
export async function seedDemo(database: Database, now: Date, demo: Demo = fullDemo): Promise<void> {
  await database.transaction(async (tx) => {
    // Several processes may start at once; the second waits here and then finds nothing to add.
    await tx.execute(sql`set local statement_timeout = '60s'; set local lock_timeout = '60s'`);
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${seedKey}))`);
    const known = await readSeededKeys(tx);
    const added: string[] = [];
    for (const section of listSections(demo)) {
      const nameOf = (key: string) => `${section.name}:${key}`;
      const unknown = section.keys.filter((key) => !known.has(nameOf(key)));
      if (unknown.length === 0) continue;
      const found = new Set(await section.listExisting(tx));
      const missing = new Set(unknown.filter((key) => !found.has(key)));
      if (missing.size > 0) await section.add(tx, missing, now);
      added.push(...unknown.map(nameOf));
    }
    if (added.length > 0) await writeSeededKeys(tx, [...known, ...added]);
  });
}

async function readSeededKeys(tx: QueryRunner): Promise<Set<string>> {
  const [row] = await tx.select().from(cacheEntries).where(eq(cacheEntries.key, seedKey));
  return new Set(Array.isArray(row?.value) ? (row.value as string[]) : []);
}

async function writeSeededKeys(tx: QueryRunner, value: string[]): Promise<void> {
  await tx
    .insert(cacheEntries)
    .values({ key: seedKey, value })
    .onConflictDoUpdate({ target: cacheEntries.key, set: { value } });
}
