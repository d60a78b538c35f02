import { and, asc, eq, gt, inArray, isNull } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { isOneOf } from "../../platform/database/one-of.ts";
import { files } from "../../schema/service.ts";

export type FileRow = typeof files.$inferSelect;

export async function insertFile(tx: QueryRunner, row: typeof files.$inferInsert): Promise<void> {
  await tx.insert(files).values(row);
}

export async function findFileById(queries: QueryRunner, id: string): Promise<FileRow | undefined> {
  return (await queries.select().from(files).where(eq(files.id, id)))[0];
}

/** Returns whether an upload has this id and is an image of the menu. */
export async function isDishImage(queries: QueryRunner, id: string): Promise<boolean> {
  return (await findFileById(queries, id))?.kind === "dish";
}

/** Returns those of the ids that are uploads and images of the menu. */
export async function listDishImages(queries: QueryRunner, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const isImage = and(isOneOf(files.id, ids), eq(files.kind, "dish"));
  return (await queries.select({ id: files.id }).from(files).where(isImage)).map(({ id }) => id);
}

/** Lists when a customer sent images since a timestamp, earliest first. */
export async function listSentSince(queries: QueryRunner, ownerId: string, since: Date): Promise<Date[]> {
  const rows = await queries
    .select({ at: files.createdAt })
    .from(files)
    .where(
      and(
        eq(files.ownerId, ownerId),
        isNull(files.uploadedBy),
        inArray(files.kind, ["chat", "refund"]),
        gt(files.createdAt, since),
      ),
    )
    .orderBy(asc(files.createdAt));
  return rows.map((row) => row.at);
}
