import { and, count, desc, eq, gt, ne, sql } from "drizzle-orm";
import type { Queries } from "../../platform/Database.ts";
import { tokens } from "../../schema/accounts.ts";

export type SessionRow = typeof tokens.$inferSelect;

const isOf = (userId: string) => and(eq(tokens.audience, "customer"), eq(tokens.subjectId, userId));

/** Where a customer is logged in at `now`: the session of `currentHash` first, then the last seen. */
export async function sessionsOf(
  queries: Queries,
  wish: { userId: string; currentHash: string; now: Date; offset: number; limit: number },
): Promise<{ rows: SessionRow[]; total: number }> {
  const isLive = and(isOf(wish.userId), gt(tokens.expiresAt, wish.now));
  const [rows, total] = await Promise.all([
    queries
      .select()
      .from(tokens)
      .where(isLive)
      .orderBy(desc(sql`${tokens.hash} = ${wish.currentHash}`), desc(tokens.lastUsedAt), tokens.hash)
      .offset(wish.offset)
      .limit(wish.limit),
    queries.select({ n: count() }).from(tokens).where(isLive),
  ]);
  return { rows, total: total[0]?.n ?? 0 };
}

/** The hashes of all sessions of a customer. */
export async function hashesOf(queries: Queries, userId: string): Promise<string[]> {
  const rows = await queries.select({ hash: tokens.hash }).from(tokens).where(isOf(userId));
  return rows.map(({ hash }) => hash);
}

/** Ends one session of a customer. */
export async function endSession(queries: Queries, userId: string, hash: string): Promise<void> {
  await queries.delete(tokens).where(and(isOf(userId), eq(tokens.hash, hash)));
}

/** Ends all sessions of a customer but the one that is kept, if any; answers how many there were. */
export async function endSessions(
  queries: Queries,
  userId: string,
  keptHash: string | null,
): Promise<number> {
  const isOther = keptHash === null ? undefined : ne(tokens.hash, keptHash);
  const ended = await queries
    .delete(tokens)
    .where(and(isOf(userId), isOther))
    .returning({ hash: tokens.hash });
  return ended.length;
}
