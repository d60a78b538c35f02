import { and, desc, eq } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { isInRows, type RowPage, selectCursorTime } from "../../platform/database/row-page.ts";
import { type DayRange, parseDayRange, type TimeRange } from "../../platform/time/day-range.ts";
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

/** What entries are asked for. */
export interface AuditQuery extends DayRange {
  actor?: string;
  action?: string;
  target?: string;
  /** Whether reads of customers' data are listed too. */
  reads?: boolean;
}

/** Filter for audit entries; text filters match exactly. */
export interface AuditFilter extends TimeRange {
  actor: string | undefined;
  action: string | undefined;
  target: string | undefined;
  /** Whether reads of customers' data are left out. */
  hidesReads: boolean;
}

/** Returns the filter of a query. Throws as `parseDayRange`. */
export function parseAuditFilter({ actor, action, target, reads = false, ...days }: AuditQuery): AuditFilter {
  return {
    actor: actor?.trim(),
    action: action?.trim(),
    target: target?.trim(),
    ...parseDayRange(days),
    hidesReads: !reads && !action?.trim(),
  };
}

/** Lists audit entries with the names of staff, newest first. */
export async function listEntries(
  queries: QueryRunner,
  { actor, action, target, hidesReads, ...range }: AuditFilter,
  { offset = 0, after, limit }: RowPage,
) {
  return await queries
    .select({ entry: auditLog, actorName: staff.name, cursorAt: selectCursorTime(auditLog.createdAt) })
    .from(auditLog)
    .leftJoin(staff, eq(staff.id, auditLog.actor))
    .where(
      and(
        actor ? eq(auditLog.actor, actor) : undefined,
        action ? eq(auditLog.action, action) : undefined,
        target ? eq(auditLog.target, target) : undefined,
        isInRows(auditLog.createdAt, auditLog.id, range, after),
        hidesReads ? auditChange : undefined,
      ),
    )
    .orderBy(desc(auditLog.createdAt), desc(auditLog.id))
    .offset(offset)
    .limit(limit);
}
