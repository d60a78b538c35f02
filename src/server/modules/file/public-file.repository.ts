import { and, asc, eq, gt, inArray, lte, ne } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { files } from "../../schema/service.ts";
import type { FileRow } from "./file.repository.ts";

type Kind = FileRow["kind"];

/** Adds a file unless its owner has one with the same digest; returns whether it was added. */
export async function insertIfAbsent(tx: QueryRunner, row: typeof files.$inferInsert): Promise<boolean> {
  const rows = await tx.insert(files).values(row).onConflictDoNothing().returning({ id: files.id });
  return rows.length > 0;
}

/** Finds an owner's file that was made from the same data. */
export async function findByDigest(
  queries: QueryRunner,
  filter: { ownerId: string; kind: Kind; digest: string },
): Promise<FileRow | undefined> {
  const condition = and(
    eq(files.ownerId, filter.ownerId),
    eq(files.kind, filter.kind),
    eq(files.digest, filter.digest),
  );
  return (await queries.select().from(files).where(condition))[0];
}

/** Lists an owner's files that were made from some data, by the digests of the data. */
export async function listByDigests(
  queries: QueryRunner,
  { ownerId, kind, digests }: { ownerId: string; kind: Kind; digests: readonly string[] },
): Promise<FileRow[]> {
  if (digests.length === 0) return [];
  const condition = and(
    eq(files.ownerId, ownerId),
    eq(files.kind, kind),
    inArray(files.digest, [...digests]),
  );
  return await queries.select().from(files).where(condition);
}

/** Lists an owner's files of a kind by id. */
export async function listByIds(
  queries: QueryRunner,
  { ownerId, kind, ids }: { ownerId: string; kind: Kind; ids: readonly string[] },
): Promise<FileRow[]> {
  if (ids.length === 0) return [];
  const condition = and(eq(files.ownerId, ownerId), eq(files.kind, kind), inArray(files.id, [...ids]));
  return await queries.select().from(files).where(condition);
}

/** Lists when an owner's files of a kind were created since a timestamp, earliest first. */
export async function listCreatedSince(
  queries: QueryRunner,
  ownerId: string,
  kind: Kind,
  since: Date,
): Promise<Date[]> {
  const rows = await queries
    .select({ at: files.createdAt })
    .from(files)
    .where(and(eq(files.ownerId, ownerId), eq(files.kind, kind), gt(files.createdAt, since)))
    .orderBy(asc(files.createdAt));
  return rows.map((row) => row.at);
}

/** Deletes an owner's older files of a kind but one; returns their storage paths. */
export async function deleteOlder(
  tx: QueryRunner,
  filter: { ownerId: string; kind: Kind; before: Date; exceptId: string },
): Promise<string[]> {
  const isOld = and(
    eq(files.ownerId, filter.ownerId),
    eq(files.kind, filter.kind),
    lte(files.createdAt, filter.before),
    ne(files.id, filter.exceptId),
  );
  return (await tx.delete(files).where(isOld).returning({ path: files.path })).map((row) => row.path);
}
