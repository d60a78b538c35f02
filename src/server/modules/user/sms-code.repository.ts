import { and, asc, desc, eq, gt, inArray, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { Asker } from "../../platform/asker.ts";
import type { Queries } from "../../platform/Database.ts";
import type { Audience } from "../../platform/TokenService.ts";
import { smsCodes } from "../../schema/accounts.ts";

/**
 * What a code was asked for: to log in, to bind a number, to prove the number that an account has, or to log in as staff.
 * Each purpose has limits of its own.
 */
export type CodePurpose = "customer" | "binding" | "old_phone" | "staff";

/** What a code is used for. */
export type CodeUse = "customer" | "old_phone" | "staff";

/** Whose messages are counted together. */
export type Counted = SQL | undefined;

/** A customer's code proves the number for a login and for an account alike. */
const purposesFor: Record<CodeUse, CodePurpose[]> = {
  customer: ["customer", "binding"],
  old_phone: ["old_phone"],
  staff: ["staff"],
};

/** What leads to the same account, so that wrong tries at it are counted together. */
const purposesAt: Record<Audience, CodePurpose[]> = {
  customer: ["customer", "binding", "old_phone"],
  staff: ["staff"],
};

/** The kind of account that a code is about. */
export function audienceOf(purpose: CodePurpose): Audience {
  return purpose === "staff" ? "staff" : "customer";
}

/** Makes everybody who sends or tries codes of a number wait for each other, so that limits hold under parallel calls. */
export async function lockPhone(tx: Queries, phone: string, audience: Audience): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtext('sms-phone'), hashtext(${`${audience}:${phone}`}))`,
  );
}

/** The same for everybody who sends from one network; always after the number's. */
export async function lockNetwork(tx: Queries, network: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('sms-ip'), hashtext(${network}))`);
}

/** The newest code that this asker may use; those that somebody else asked for are none of theirs. */
export async function newestOf(tx: Queries, phone: string, use: CodeUse, asker: Asker) {
  const isTheirs =
    asker.device === null
      ? and(isNull(smsCodes.device), eq(smsCodes.network, asker.network))
      : eq(smsCodes.device, asker.device);
  const rows = await tx
    .select()
    .from(smsCodes)
    .where(and(eq(smsCodes.phone, phone), inArray(smsCodes.purpose, purposesFor[use]), isTheirs))
    .orderBy(desc(smsCodes.createdAt), desc(smsCodes.id))
    .limit(1)
    .for("update");
  return rows[0];
}

/** Messages to a number for a purpose: of one device that the account knows, or of all strangers together (null). */
export function toPhone(phone: string, purpose: CodePurpose, knownDevice: string | null): Counted {
  const isTo = and(eq(smsCodes.phone, phone), eq(smsCodes.purpose, purpose));
  return knownDevice === null
    ? and(isTo, eq(smsCodes.isKnown, false))
    : and(isTo, eq(smsCodes.isKnown, true), eq(smsCodes.device, knownDevice));
}

/** Messages that strangers of a network asked for. */
export function fromNetwork(network: string, purpose: CodePurpose): Counted {
  return and(eq(smsCodes.network, network), eq(smsCodes.purpose, purpose), eq(smsCodes.isKnown, false));
}

/** The newest of them, when there is one. */
export async function newest(tx: Queries, counted: Counted) {
  const { createdAt, expiresAt } = smsCodes;
  const rows = await tx
    .select({ createdAt, expiresAt })
    .from(smsCodes)
    .where(counted)
    .orderBy(desc(createdAt), desc(smsCodes.id))
    .limit(1);
  return rows[0];
}

/** When the `nth` newest of them since `since` left, or null when there were fewer; without `counted` of the whole shop. */
export async function nthNewest(
  tx: Queries,
  counted: Counted,
  since: Date,
  nth: number,
): Promise<Date | null> {
  const rows = await tx
    .select({ at: smsCodes.createdAt })
    .from(smsCodes)
    .where(and(counted, gt(smsCodes.createdAt, since)))
    .orderBy(desc(smsCodes.createdAt))
    .offset(nth - 1)
    .limit(1);
  return rows[0]?.at ?? null;
}

/**
 * Wrong tries since `since` at codes that open the account of a number, by strangers or by devices that it knows, and when
 * the oldest code that they were made at was sent.
 */
export async function wrongTries(
  tx: Queries,
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
        inArray(smsCodes.purpose, purposesAt[audience]),
        eq(smsCodes.isKnown, by.isKnown),
        gt(smsCodes.failures, 0),
        gt(smsCodes.createdAt, by.since),
      ),
    )
    .orderBy(asc(smsCodes.createdAt));
  return { count: rows.reduce((sum, { failures }) => sum + failures, 0), oldest: rows[0]?.at ?? null };
}

/** Whether a proof has brought a message already. */
export async function isProofUsed(tx: Queries, proof: string): Promise<boolean> {
  const rows = await tx.select({ id: smsCodes.id }).from(smsCodes).where(eq(smsCodes.proof, proof));
  return rows.length > 0;
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
