import { eq, sql } from "drizzle-orm";
import { readChainSettings } from "../modules/chain-settings/read-chain-settings.ts";
import type { Database, QueryRunner } from "../platform/database/Database.ts";
import { withoutEvents } from "../platform/events/outbox.ts";
import { AppError } from "../platform/http/AppError.ts";
import { cacheEntries } from "../schema/service.ts";
import type { DemoSection, Seeding } from "./DemoSection.ts";
import { type Demo, readDemo } from "./demo.ts";
import { listSections } from "./demo-sections.ts";

/** Cache key of the list of items that were ever seeded; older versions stored only a timestamp under it. */
const seedKey = "demo-chain";

/**
 * Adds all demo items that were never seeded before: everything to an empty database, this version's additions to
 * an older one. Existing items stay unchanged, and deleted ones do not come back. Returns what had to be left out,
 * because of what people changed; it is tried again the next time.
 */
export async function seedDemo(database: Database, now: Date, demo: Demo = readDemo()): Promise<string[]> {
  const chainSettings = await readChainSettings(database.queries);
  return await database.transaction(async (tx) => {
    // Several processes may start at once; the second waits here and then finds nothing to add.
    await tx.execute(sql`set local statement_timeout = '60s'; set local lock_timeout = '60s'`);
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${seedKey}))`);
    const known = await readSeededKeys(tx);
    const added: string[] = [];
    const leftOut: string[] = [];
    for (const section of listSections(demo)) {
      const nameOf = (key: string) => `${section.name}:${key}`;
      const unknown = section.keys.filter((key) => !known.has(nameOf(key)));
      if (unknown.length === 0) continue;
      const found = new Set(await section.listExisting(tx));
      const missing = new Set(unknown.filter((key) => !found.has(key)));
      const problem = missing.size === 0 ? null : await add(section, { tx, now, chainSettings }, missing);
      if (problem === null) added.push(...unknown.map(nameOf));
      else leftOut.push(`${[...missing].map(nameOf).join(", ")}: ${problem}`);
    }
    if (added.length > 0) await writeSeededKeys(tx, [...known, ...added]);
    return leftOut;
  });
}

/** Adds items of a section, all or none; returns why not, or null. */
async function add(
  section: DemoSection,
  { tx, ...seeding }: Seeding,
  keys: ReadonlySet<string>,
): Promise<string | null> {
  try {
    await tx.transaction((inner) => withoutEvents(inner, () => section.add({ ...seeding, tx: inner }, keys)));
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.message;
  }
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
