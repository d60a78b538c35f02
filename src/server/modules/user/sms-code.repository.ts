import { and, desc, eq, gt, lt, sql } from "drizzle-orm";
import type { Queries } from "../../platform/Database.ts";
import { smsCodes } from "../../schema/accounts.ts";
import type { CodePurpose } from "./sms-code.service.ts";

/** Makes senders to one phone, and from one address, wait for each other, so that limits hold under parallel calls. */
export async function lockSender(tx: Queries, phone: string, ip: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('sms-phone'), hashtext(${phone}))`);
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('sms-ip'), hashtext(${ip}))`);
}

export async function lockNewest(tx: Queries, phone: string, purpose: CodePurpose) {
  const rows = await tx
    .select()
    .from(smsCodes)
    .where(and(eq(smsCodes.phone, phone), eq(smsCodes.purpose, purpose)))
    .orderBy(desc(smsCodes.createdAt), desc(smsCodes.id))
    .limit(1)
    .for("update");
  return rows[0];
}

/** When the `nth` newest message to a phone since `since` left, or null when there were fewer. */
export async function oldestOfPhone(
  tx: Queries,
  phone: string,
  since: Date,
  nth: number,
): Promise<Date | null> {
  return await nthNewest(tx, eq(smsCodes.phone, phone), since, nth);
}

/** The same for messages asked for from one network address. */
export async function oldestOfIp(tx: Queries, ip: string, since: Date, nth: number): Promise<Date | null> {
  return await nthNewest(tx, eq(smsCodes.ip, ip), since, nth);
}

async function nthNewest(
  tx: Queries,
  isTheirs: ReturnType<typeof eq>,
  since: Date,
  nth: number,
): Promise<Date | null> {
  const rows = await tx
    .select({ at: smsCodes.createdAt })
    .from(smsCodes)
    .where(and(isTheirs, gt(smsCodes.createdAt, since)))
    .orderBy(desc(smsCodes.createdAt))
    .offset(nth - 1)
    .limit(1);
  return rows[0]?.at ?? null;
}

export async function insert(tx: Queries, row: typeof smsCodes.$inferInsert): Promise<number> {
  const rows = await tx.insert(smsCodes).values(row).returning({ id: smsCodes.id });
  return rows[0]?.id ?? Number.NaN;
}

export async function expire(queries: Queries, id: number, now: Date): Promise<void> {
  await queries.update(smsCodes).set({ expiresAt: now }).where(eq(smsCodes.id, id));
}

export async function use(tx: Queries, id: number, now: Date): Promise<void> {
  await tx.update(smsCodes).set({ usedAt: now }).where(eq(smsCodes.id, id));
}

export async function countFailure(tx: Queries, id: number): Promise<void> {
  await tx
    .update(smsCodes)
    .set({ failures: sql`${smsCodes.failures} + 1` })
    .where(eq(smsCodes.id, id));
}

/** Removes codes that no limit looks at any more. */
export async function removeBefore(queries: Queries, before: Date): Promise<void> {
  await queries.delete(smsCodes).where(lt(smsCodes.createdAt, before));
}
