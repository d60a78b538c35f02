import { and, asc, desc, eq, gt, inArray, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";
import type { ClientInfo } from "../../platform/http/client-info.ts";
import type { Audience } from "../../platform/security/TokenService.ts";
import { smsCodes } from "../../schema/accounts.ts";

/**
 * Purpose of a code: log in, bind a number, verify the current number, delete the account, or log in as staff. Each purpose has
 * its own limits.
 */
export type CodePurpose = "customer" | "binding" | "old_phone" | "deletion" | "staff";

/** Use of a code when it is redeemed. */
export type CodeUse = "customer" | "old_phone" | "deletion" | "staff";

/** Selects the messages that are counted together. */
export type SmsCodeFilter = SQL | undefined;

/** A customer's code verifies the number for a login and for an account alike. */
const purposesByUse: Record<CodeUse, CodePurpose[]> = {
  customer: ["customer", "binding"],
  old_phone: ["old_phone"],
  deletion: ["deletion"],
  staff: ["staff"],
};

/** Purposes that lead to the same account, whose wrong attempts are counted together. */
const purposesByAudience: Record<Audience, CodePurpose[]> = {
  customer: ["customer", "binding", "old_phone", "deletion"],
  staff: ["staff"],
};

/** Returns the kind of account that a code is for. */
export function toAudience(purpose: CodePurpose): Audience {
  return purpose === "staff" ? "staff" : "customer";
}

/** Serializes sending and trying codes of a number, so that limits hold under parallel requests. */
export async function lockPhone(tx: QueryRunner, phone: string, audience: Audience): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtext('sms-phone'), hashtext(${`${audience}:${phone}`}))`,
  );
}

/** Serializes sending from one network; always lock the number first. */
export async function lockNetwork(tx: QueryRunner, network: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('sms-ip'), hashtext(${network}))`);
}

/** Finds the newest code that this client may use; codes requested by other clients are excluded. */
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

/** Selects messages to a number for a purpose: of one device known to the account, or of others (null). */
export function phoneFilter(phone: string, purpose: CodePurpose, knownDevice: string | null): SmsCodeFilter {
  const isTo = and(eq(smsCodes.phone, phone), eq(smsCodes.purpose, purpose));
  return knownDevice === null
    ? and(isTo, eq(smsCodes.isKnown, false))
    : and(isTo, eq(smsCodes.isKnown, true), eq(smsCodes.device, knownDevice));
}

/** Selects messages requested by unknown devices of a network. */
export function networkFilter(network: string, purpose: CodePurpose): SmsCodeFilter {
  return and(eq(smsCodes.network, network), eq(smsCodes.purpose, purpose), eq(smsCodes.isKnown, false));
}

/** Finds the newest selected message. */
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

/**
 * Returns when the `nth` newest selected message since `since` was sent; null when there were fewer. Without
 * a filter it counts all messages.
 */
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
 * Counts wrong attempts since `since` at codes for the account of a number, by known or by unknown devices;
 * also returns when the oldest of these codes was sent.
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

/** Returns whether a proof was used for a message already. */
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

/** Deletes codes that no limit counts any more. */
export async function deleteBefore(queries: QueryRunner, before: Date): Promise<void> {
  await queries.delete(smsCodes).where(lt(smsCodes.createdAt, before));
}
