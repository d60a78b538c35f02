import { and, asc, desc, eq, gt, inArray, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";
import type { ClientInfo } from "../../platform/http/client-info.ts";
import type { Audience } from "../../platform/security/TokenService.ts";
import { smsCodes } from "../../schema/accounts.ts";

/**
 * What a code was asked for: to log in, to bind a number, to prove the number that an account has, or to log in as staff.
 * Each purpose has limits of its own.
 */
export type CodePurpose = "customer" | "binding" | "old_phone" | "staff";

/** What a code is used for. */
export type CodeUse = "customer" | "old_phone" | "staff";

/** Whose messages are counted together. */
export type SmsCodeFilter = SQL | undefined;

/** A customer's code proves the number for a login and for an account alike. */
const purposesByUse: Record<CodeUse, CodePurpose[]> = {
  customer: ["customer", "binding"],
  old_phone: ["old_phone"],
  staff: ["staff"],
};

/** What leads to the same account, so that wrong tries at it are counted together. */
const purposesByAudience: Record<Audience, CodePurpose[]> = {
  customer: ["customer", "binding", "old_phone"],
  staff: ["staff"],
};

/** The kind of account that a code is about. */
export function toAudience(purpose: CodePurpose): Audience {
  return purpose === "staff" ? "staff" : "customer";
}

/** Makes everybody who sends or tries codes of a number wait for each other, so that limits hold under parallel calls. */
export async function lockPhone(tx: QueryRunner, phone: string, audience: Audience): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtext('sms-phone'), hashtext(${`${audience}:${phone}`}))`,
  );
}

/** The same for everybody who sends from one network; always after the number's. */
export async function lockNetwork(tx: QueryRunner, network: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('sms-ip'), hashtext(${network}))`);
}

/** The newest code that this asker may use; those that somebody else asked for are none of theirs. */
export async function findNewestCode(tx: QueryRunner, phone: string, use: CodeUse, client: ClientInfo) {
  const isSameClient =
    client.device === null
      ? and(isNull(smsCodes.device), eq(smsCodes.network, client.network))
      : eq(smsCodes.device, client.device);
  const rows = await tx
    .select()
    .from(smsCodes)
    .where(and(eq(smsCodes.phone, phone), inArray(smsCodes.purpose, purposesByUse[use]), isSameClient))
    .orderBy(desc(smsCodes.createdAt), desc(smsCodes.id))
    .limit(1)
    .for("update");
  return rows[0];
}

/** Messages to a number for a purpose: of one device that the account knows, or of all strangers together (null). */
export function phoneFilter(phone: string, purpose: CodePurpose, knownDevice: string | null): SmsCodeFilter {
  const isTo = and(eq(smsCodes.phone, phone), eq(smsCodes.purpose, purpose));
  return knownDevice === null
    ? and(isTo, eq(smsCodes.isKnown, false))
    : and(isTo, eq(smsCodes.isKnown, true), eq(smsCodes.device, knownDevice));
}

/** Messages that strangers of a network asked for. */
export function networkFilter(network: string, purpose: CodePurpose): SmsCodeFilter {
  return and(eq(smsCodes.network, network), eq(smsCodes.purpose, purpose), eq(smsCodes.isKnown, false));
}

/** The newest of them, when there is one. */
export async function findNewest(tx: QueryRunner, filter: SmsCodeFilter) {
  const { createdAt, expiresAt } = smsCodes;
  const rows = await tx
    .select({ createdAt, expiresAt })
    .from(smsCodes)
    .where(filter)
    .orderBy(desc(createdAt), desc(smsCodes.id))
    .limit(1);
  return rows[0];
}

/** When the `nth` newest of them since `since` left, or null when there were fewer; without `counted` of the whole shop. */
export async function findNthNewestAt(
  tx: QueryRunner,
  filter: SmsCodeFilter,
  since: Date,
  nth: number,
): Promise<Date | null> {
  const rows = await tx
    .select({ at: smsCodes.createdAt })
    .from(smsCodes)
    .where(and(filter, gt(smsCodes.createdAt, since)))
    .orderBy(desc(smsCodes.createdAt))
    .offset(nth - 1)
    .limit(1);
  return rows[0]?.at ?? null;
}

/**
 * Wrong tries since `since` at codes that open the account of a number, by strangers or by devices that it knows, and when
 * the oldest code that they were made at was sent.
 */
export async function countWrongTries(
  tx: QueryRunner,
  phone: string,
  audience: Audience,
  by: { isKnown: boolean; since: Date },
): Promise<{ count: number; oldest: Date | null }> {
  const rows = await tx
    .select({ failures: smsCodes.failures, at: smsCodes.createdAt })
    .from(smsCodes)
    .where(
      and(
        eq(smsCodes.phone, phone),
        inArray(smsCodes.purpose, purposesByAudience[audience]),
        eq(smsCodes.isKnown, by.isKnown),
        gt(smsCodes.failures, 0),
        gt(smsCodes.createdAt, by.since),
      ),
    )
    .orderBy(asc(smsCodes.createdAt));
  return { count: rows.reduce((sum, { failures }) => sum + failures, 0), oldest: rows[0]?.at ?? null };
}

/** Whether a proof has brought a message already. */
export async function isProofUsed(tx: QueryRunner, proof: string): Promise<boolean> {
  const rows = await tx.select({ id: smsCodes.id }).from(smsCodes).where(eq(smsCodes.proof, proof));
  return rows.length > 0;
}

export async function insert(tx: QueryRunner, row: typeof smsCodes.$inferInsert): Promise<number> {
  const rows = await tx.insert(smsCodes).values(row).returning({ id: smsCodes.id });
  return rows[0]?.id ?? Number.NaN;
}

export async function expire(queries: QueryRunner, id: number, now: Date): Promise<void> {
  await queries.update(smsCodes).set({ expiresAt: now }).where(eq(smsCodes.id, id));
}

export async function markUsed(tx: QueryRunner, id: number, now: Date): Promise<void> {
  await tx.update(smsCodes).set({ usedAt: now }).where(eq(smsCodes.id, id));
}

export async function incrementFailures(tx: QueryRunner, id: number): Promise<void> {
  await tx
    .update(smsCodes)
    .set({ failures: sql`${smsCodes.failures} + 1` })
    .where(eq(smsCodes.id, id));
}

/** Removes codes that no limit looks at any more. */
export async function deleteBefore(queries: QueryRunner, before: Date): Promise<void> {
  await queries.delete(smsCodes).where(lt(smsCodes.createdAt, before));
}
