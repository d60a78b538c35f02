import { and, desc, eq, gte, isNull } from "drizzle-orm";
import type { SecurityEventKind } from "#contract/staff/admin/security.schema.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { securityCounts, securityEvents } from "../../schema/security.ts";
import { staff } from "../../schema/service.ts";

/** Which events; the filters take whole words. */
export interface SecurityEventFilter {
  kind: SecurityEventKind | undefined;
  subject: string | undefined;
  network: string | undefined;
  offset: number;
  limit: number;
}

/** The newest first, with the names of staff. */
export async function listEvents(queries: QueryRunner, filter: SecurityEventFilter) {
  const { kind, subject, network, offset, limit } = filter;
  return await queries
    .select({ event: securityEvents, subjectName: staff.name })
    .from(securityEvents)
    .leftJoin(staff, eq(staff.id, securityEvents.subject))
    .where(
      and(
        kind ? eq(securityEvents.kind, kind) : undefined,
        subject ? eq(securityEvents.subject, subject) : undefined,
        network ? eq(securityEvents.network, network) : undefined,
      ),
    )
    .orderBy(desc(securityEvents.at), desc(securityEvents.id))
    .offset(offset)
    .limit(limit);
}

/** What was counted since an hour began. */
export async function listCountsSince(queries: QueryRunner, hour: Date) {
  const { kind, count } = securityCounts;
  return await queries
    .select({ kind, hour: securityCounts.hour, count })
    .from(securityCounts)
    .where(gte(securityCounts.hour, hour));
}

/** Kinds of this hour that have come at least so often and that nobody was told of. */
export async function listUnalarmedKinds(
  queries: QueryRunner,
  hour: Date,
  minCount: number,
): Promise<SecurityEventKind[]> {
  const rows = await queries
    .select({ kind: securityCounts.kind })
    .from(securityCounts)
    .where(
      and(
        eq(securityCounts.hour, hour),
        gte(securityCounts.count, minCount),
        isNull(securityCounts.alarmedAt),
      ),
    );
  return rows.map(({ kind }) => kind);
}

/** Notes that the head office is told; of many processes, one gets true. */
export async function claimAlarm(
  tx: QueryRunner,
  hour: Date,
  kind: SecurityEventKind,
  at: Date,
): Promise<boolean> {
  const { hour: ofHour, kind: ofKind, alarmedAt } = securityCounts;
  const rows = await tx
    .update(securityCounts)
    .set({ alarmedAt: at })
    .where(and(eq(ofHour, hour), eq(ofKind, kind), isNull(alarmedAt)))
    .returning({ kind: ofKind });
  return rows.length > 0;
}
