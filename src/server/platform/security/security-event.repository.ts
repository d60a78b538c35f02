import { desc, inArray, lt, lte, sql } from "drizzle-orm";
import type { SecurityEventKind } from "#contract/staff/admin/security.schema.ts";
import { securityCounts, securityEvents } from "../../schema/security.ts";
import type { QueryRunner } from "../database/Database.ts";

/** Identical events of a minute. */
export interface CountedEvent {
  kind: SecurityEventKind;
  createdAt: Date;
  subject: string;
  network: string;
  detail: string;
  count: number;
}

const hourMs = 3_600_000;
const deleteBatchSize = 20_000;

function startOfHour(at: Date): string {
  return new Date(Math.floor(at.getTime() / hourMs) * hourMs).toISOString();
}

/**
 * Adds to the counts of the minutes and hours; writes rows in one order, so that processes never deadlock.
 */
export async function addSecurityEvents(tx: QueryRunner, list: CountedEvent[]): Promise<void> {
  const keyOf = (one: CountedEvent) => [
    one.createdAt.toISOString(),
    one.kind,
    one.subject,
    one.network,
    one.detail,
  ];
  const sorted = list
    .map((one) => ({ one, key: JSON.stringify(keyOf(one)) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ one }) => one);
  await tx
    .insert(securityEvents)
    .values(sorted)
    .onConflictDoUpdate({
      target: [
        securityEvents.createdAt,
        securityEvents.kind,
        securityEvents.subject,
        securityEvents.network,
        securityEvents.detail,
      ],
      set: { count: sql`${securityEvents.count} + excluded.count` },
    });
  const hours = new Map<string, { kind: SecurityEventKind; hour: Date; count: number }>();
  for (const { kind, createdAt, count } of sorted) {
    const hour = startOfHour(createdAt);
    const key = `${hour} ${kind}`;
    hours.set(key, { kind, hour: new Date(hour), count: (hours.get(key)?.count ?? 0) + count });
  }
  const counts = [...hours].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  await tx
    .insert(securityCounts)
    .values(counts)
    .onConflictDoUpdate({
      target: [securityCounts.hour, securityCounts.kind],
      set: { count: sql`${securityCounts.count} + excluded.count` },
    });
}

/** Deletes events before `before`, and the oldest ones beyond `maxRows`; a limited batch of each. */
export async function deleteSurplusEvents(
  queries: QueryRunner,
  before: Date,
  maxRows: number,
): Promise<void> {
  const { id, createdAt } = securityEvents;
  const newest = queries.select({ id }).from(securityEvents).orderBy(desc(id)).offset(maxRows).limit(1);
  const surplus = queries
    .select({ id })
    .from(securityEvents)
    .where(lte(id, sql`(${newest})`))
    .limit(deleteBatchSize);
  await queries.delete(securityEvents).where(inArray(id, surplus));
  const old = queries.select({ id }).from(securityEvents).where(lt(createdAt, before)).limit(deleteBatchSize);
  await queries.delete(securityEvents).where(inArray(id, old));
  await queries.delete(securityCounts).where(lt(securityCounts.hour, before));
}
