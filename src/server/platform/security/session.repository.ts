import { and, count, desc, eq, gt, inArray, ne, sql } from "drizzle-orm";
import { tokens } from "../../schema/accounts.ts";
import type { QueryRunner } from "../database/Database.ts";
import type { Audience } from "./TokenService.ts";

export type SessionRow = typeof tokens.$inferSelect;

/** Account that sessions belong to. */
export interface SessionOwner {
  audience: Audience;
  subjectId: string;
}

/** Which sessions are valid: those that expire after `now` and, if given, were used after `usedAfter`. */
export interface SessionValidity {
  now: Date;
  usedAfter?: Date;
}

const isOwnedBy = ({ audience, subjectId }: SessionOwner) =>
  and(eq(tokens.audience, audience), eq(tokens.subjectId, subjectId));
const isValid = ({ now, usedAfter }: SessionValidity) =>
  and(gt(tokens.expiresAt, now), usedAfter === undefined ? undefined : gt(tokens.lastUsedAt, usedAfter));

/** Lists an account's valid sessions: the session of `currentHash` first, then the last seen. */
export async function findPage(
  queries: QueryRunner,
  owner: SessionOwner,
  filter: SessionValidity & { currentHash: string; offset: number; limit: number },
): Promise<{ rows: SessionRow[]; total: number }> {
  const isLive = and(isOwnedBy(owner), isValid(filter));
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

/** Counts the valid sessions of several accounts, by account; accounts without one are left out. */
export async function countSessions(
  queries: QueryRunner,
  audience: Audience,
  subjectIds: string[],
  validity: SessionValidity,
): Promise<Map<string, number>> {
  const rows = await queries
    .select({ subjectId: tokens.subjectId, n: count() })
    .from(tokens)
    .where(and(eq(tokens.audience, audience), inArray(tokens.subjectId, subjectIds), isValid(validity)))
    .groupBy(tokens.subjectId);
  return new Map(rows.map(({ subjectId, n }) => [subjectId, n]));
}

/** Lists the token hashes of all sessions of an account. */
export async function listTokenHashes(queries: QueryRunner, owner: SessionOwner): Promise<string[]> {
  const rows = await queries.select({ hash: tokens.hash }).from(tokens).where(isOwnedBy(owner));
  return rows.map(({ hash }) => hash);
}

/** Deletes one session of an account. */
export async function deleteSession(queries: QueryRunner, owner: SessionOwner, hash: string): Promise<void> {
  await queries.delete(tokens).where(and(isOwnedBy(owner), eq(tokens.hash, hash)));
}

/** Deletes all sessions of several accounts. */
export async function deleteSessionsOfAll(
  queries: QueryRunner,
  audience: Audience,
  subjectIds: readonly string[],
): Promise<void> {
  if (subjectIds.length === 0) return;
  await queries
    .delete(tokens)
    .where(and(eq(tokens.audience, audience), inArray(tokens.subjectId, [...subjectIds])));
}

/** Deletes all sessions of an account except `exceptHash`, if given; returns their number. */
export async function deleteSessions(
  queries: QueryRunner,
  owner: SessionOwner,
  exceptHash: string | null = null,
): Promise<number> {
  const isOther = exceptHash === null ? undefined : ne(tokens.hash, exceptHash);
  const deleted = await queries
    .delete(tokens)
    .where(and(isOwnedBy(owner), isOther))
    .returning({ hash: tokens.hash });
  return deleted.length;
}
