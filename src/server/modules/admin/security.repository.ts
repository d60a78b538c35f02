import { and, desc, eq, gte, isNull } from "drizzle-orm";
import type { SecurityEventKind } from "#contract/staff/admin/security.schema.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { isInRows, type RowPage, selectCursorTime } from "../../platform/database/row-page.ts";
import type { TimeRange } from "../../platform/time/day-range.ts";
import { securityCounts, securityEvents } from "../../schema/security.ts";
import { staff } from "../../schema/service.ts";

/** Filter for security events; text filters match exactly. */
export interface SecurityEventFilter extends TimeRange {
  kind: SecurityEventKind | undefined;
  subject: string | undefined;
  network: string | undefined;
}

/** Lists security events with the names of staff, newest first. */
export async function listEvents(
  queries: QueryRunner,
  { kind, subject, network, ...range }: SecurityEventFilter,
  { offset = 0, after, limit }: RowPage,
) {
  return await queries
    .select({
      event: securityEvents,
      subjectName: staff.name,
      cursorAt: selectCursorTime(securityEvents.createdAt),
    })
    .from(securityEvents)
    .leftJoin(staff, eq(staff.id, securityEvents.subject))
    .where(
      and(
        kind ? eq(securityEvents.kind, kind) : undefined,
        subject ? eq(securityEvents.subject, subject) : undefined,
        network ? eq(securityEvents.network, network) : undefined,
        isInRows(securityEvents.createdAt, securityEvents.id, range, after),
      ),
    )
    .orderBy(desc(securityEvents.createdAt), desc(securityEvents.id))
    .offset(offset)
    .limit(limit);
}

/** Lists event counts since the start of an hour. */
export async function listCountsSince(queries: QueryRunner, hour: Date) {
  const { kind, count } = securityCounts;
  return await queries
    .select({ kind, hour: securityCounts.hour, count })
    .from(securityCounts)
    .where(gte(securityCounts.hour, hour));
}

/** Lists kinds that reached the threshold in this hour and have not been alarmed yet. */
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

/** Claims the alarm of a kind and hour; returns true for exactly one of many processes. */
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
