import { and, desc, eq, gte, lt } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { auditChange, auditLog, staff } from "../../schema/service.ts";

const batchSize = 1_000;

/** Adds entries to the audit log; its only writer. */
export async function insertAudit(
  queries: QueryRunner,
  ...entries: (typeof auditLog.$inferInsert)[]
): Promise<void> {
  for (let start = 0; start < entries.length; start += batchSize)
    await queries.insert(auditLog).values(entries.slice(start, start + batchSize));
}

/** Filter for audit entries; text filters match exactly. */
export interface AuditFilter {
  actor: string | undefined;
  action: string | undefined;
  target: string | undefined;
  /** First moment, and the first that is too late. */
  from: Date | undefined;
  until: Date | undefined;
  /** Whether reads of customers' data are left out. */
  hidesReads: boolean;
  offset: number;
  limit: number;
}

/** Lists audit entries with the names of staff, newest first. */
export async function listEntries(
  queries: QueryRunner,
  { actor, action, target, from, until, hidesReads, offset, limit }: AuditFilter,
) {
  return await queries
    .select({ entry: auditLog, actorName: staff.name })
    .from(auditLog)
    .leftJoin(staff, eq(staff.id, auditLog.actor))
    .where(
      and(
        actor ? eq(auditLog.actor, actor) : undefined,
        action ? eq(auditLog.action, action) : undefined,
        target ? eq(auditLog.target, target) : undefined,
        from && gte(auditLog.createdAt, from),
        until && lt(auditLog.createdAt, until),
        hidesReads ? auditChange : undefined,
      ),
    )
    .orderBy(desc(auditLog.createdAt), desc(auditLog.id))
    .offset(offset)
    .limit(limit);
}
