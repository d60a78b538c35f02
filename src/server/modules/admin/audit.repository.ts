import { and, desc, eq } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { auditLog, staff } from "../../schema/service.ts";

/** Which entries; the filters take whole words. */
export interface AuditFilter {
  actor: string | undefined;
  action: string | undefined;
  target: string | undefined;
  offset: number;
  limit: number;
}

/** What was changed, the newest first, with the names of staff. */
export async function listEntries(
  queries: QueryRunner,
  { actor, action, target, offset, limit }: AuditFilter,
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
      ),
    )
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .offset(offset)
    .limit(limit);
}
