import { and, count, desc, eq, gt, ne, sql } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { tokens } from "../../schema/accounts.ts";

export type SessionRow = typeof tokens.$inferSelect;

const isOwnedBy = (userId: string) => and(eq(tokens.audience, "customer"), eq(tokens.subjectId, userId));

/** Lists a customer's valid sessions at `now`: the session of `currentHash` first, then the last seen. */
export async function findPage(
  queries: QueryRunner,
  filter: { userId: string; currentHash: string; now: Date; offset: number; limit: number },
): Promise<{ rows: SessionRow[]; total: number }> {
  const isLive = and(isOwnedBy(filter.userId), gt(tokens.expiresAt, filter.now));
  const [rows, total] = await Promise.all([
    queries
      .select()
      .from(tokens)
      .where(isLive)
      .orderBy(desc(sql`${tokens.hash} = ${filter.currentHash}`), desc(tokens.lastUsedAt), tokens.hash)
      .offset(filter.offset)
      .limit(filter.limit),
    queries.select({ n: count() }).from(tokens).where(isLive),
  ]);
  return { rows, total: total[0]?.n ?? 0 };
}

/** Lists the token hashes of all sessions of a customer. */
export async function listTokenHashes(queries: QueryRunner, userId: string): Promise<string[]> {
  const rows = await queries.select({ hash: tokens.hash }).from(tokens).where(isOwnedBy(userId));
  return rows.map(({ hash }) => hash);
}

/** Deletes one session of a customer. */
export async function deleteSession(queries: QueryRunner, userId: string, hash: string): Promise<void> {
  await queries.delete(tokens).where(and(isOwnedBy(userId), eq(tokens.hash, hash)));
}

/** Deletes all sessions of a customer except `exceptHash`, if given; returns their number. */
export async function deleteSessions(
  queries: QueryRunner,
  userId: string,
  exceptHash: string | null,
): Promise<number> {
  const isOther = exceptHash === null ? undefined : ne(tokens.hash, exceptHash);
  const deleted = await queries
    .delete(tokens)
    .where(and(isOwnedBy(userId), isOther))
    .returning({ hash: tokens.hash });
  return deleted.length;
}
