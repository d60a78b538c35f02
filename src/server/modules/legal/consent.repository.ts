import { desc, eq, inArray, max, sql } from "drizzle-orm";
import { type ConsentTextName, consentTextNames } from "#contract/legal/texts.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { consents, legalTexts } from "../../schema/settings.ts";

export type ConsentRow = typeof consents.$inferSelect;

/** Versions of a text that customers agree to. */
interface ConsentVersions {
  /** Present version; 0 until the chain saves its own text. */
  current: number;
  /** Earliest version to which an agreement is enough. */
  required: number;
  changedAt: Date | null;
}

/** Reads the present versions of the texts that customers agree to. */
export async function readVersions(queries: QueryRunner): Promise<Record<ConsentTextName, ConsentVersions>> {
  const { name, version, needsConsent, changedAt } = legalTexts;
  const rows = await queries
    .select({
      name,
      current: max(version),
      required: sql<number>`coalesce(max(${version}) filter (where ${needsConsent}), 0)::int`,
      changedAt: max(changedAt),
    })
    .from(legalTexts)
    .where(inArray(name, [...consentTextNames]))
    .groupBy(name);
  const toVersions = (document: ConsentTextName): ConsentVersions => {
    const row = rows.find((one) => one.name === document);
    return { current: row?.current ?? 0, required: row?.required ?? 0, changedAt: row?.changedAt ?? null };
  };
  return { agreement: toVersions("agreement"), privacy: toVersions("privacy") };
}

/** Lists the last row of each text that a customer agreed to, or whose consent they withdrew. */
export async function listLatest(queries: QueryRunner, userId: string): Promise<ConsentRow[]> {
  return await queries
    .selectDistinctOn([consents.document])
    .from(consents)
    .where(eq(consents.userId, userId))
    .orderBy(consents.document, desc(consents.id));
}

export async function insert(tx: QueryRunner, rows: (typeof consents.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await tx.insert(consents).values(rows);
}

/** Returns whether a customer's last word on each text is an agreement to a version that is enough. */
export async function hasCurrentConsent(queries: QueryRunner, userId: string): Promise<boolean> {
  const [versions, latest] = [await readVersions(queries), await listLatest(queries, userId)];
  return consentTextNames.every((document) => {
    const row = latest.find((one) => one.document === document);
    return row?.action === "agreed" && row.version >= versions[document].required;
  });
}

/** Reads a page of all that a customer agreed to or withdrew, oldest first, for a copy of the customer's data. */
export async function readConsents(
  queries: QueryRunner,
  userId: string,
  { offset, limit }: { offset: number; limit: number },
) {
  const { document, version, action, via, createdAt } = consents;
  return await queries
    .select({ document, version, action, via, created_at: createdAt })
    .from(consents)
    .where(eq(consents.userId, userId))
    .orderBy(consents.id)
    .offset(offset)
    .limit(limit);
}

/** Moves what one account agreed to to another, in the order in which it was said. */
export async function reassignConsents(tx: QueryRunner, from: string, to: string): Promise<void> {
  await tx.update(consents).set({ userId: to }).where(eq(consents.userId, from));
}
