import { eq, sql } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { lockOwnRows } from "../../platform/database/lock-own-rows.ts";
import { AppError } from "../../platform/http/AppError.ts";
import { users } from "../../schema/accounts.ts";

export type UserRow = typeof users.$inferSelect;

export async function findById(queries: QueryRunner, id: string): Promise<UserRow | undefined> {
  return (await queries.select().from(users).where(eq(users.id, id)))[0];
}

export async function findByPhone(queries: QueryRunner, phone: string): Promise<UserRow | undefined> {
  return (await queries.select().from(users).where(eq(users.phone, phone)))[0];
}

/** The account that an invite code stands for; the code of one that was merged stands for the one that stayed. */
export async function findByInviteCode(queries: QueryRunner, code: string): Promise<UserRow | undefined> {
  const [user] = await queries.select().from(users).where(eq(users.inviteCode, code));
  return user?.mergedInto ? await findById(queries, user.mergedInto) : user;
}

/** Adds a customer unless the phone has one already; tells whether it did. */
export async function insertByPhone(tx: QueryRunner, row: typeof users.$inferInsert): Promise<boolean> {
  const rows = await tx
    .insert(users)
    .values(row)
    .onConflictDoNothing({ target: users.phone })
    .returning({ id: users.id });
  return rows.length > 0;
}

/** The account of a WeChat user, held until the transaction ends. */
export async function lockByOpenid(tx: QueryRunner, openid: string): Promise<UserRow | undefined> {
  return (await tx.select().from(users).where(eq(users.openid, openid)).for("update"))[0];
}

/** Makes those who want the same WeChat user wait for each other. */
async function lockOpenid(tx: QueryRunner, openid: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('openid'), hashtext(${openid}))`);
}

/** Adds a customer unless the WeChat user has an account already; tells whether it did. */
export async function insertByOpenid(
  tx: QueryRunner,
  row: typeof users.$inferInsert & { openid: string },
): Promise<boolean> {
  await lockOpenid(tx, row.openid);
  const rows = await tx
    .insert(users)
    .values(row)
    .onConflictDoNothing({ target: users.openid })
    .returning({ id: users.id });
  return rows.length > 0;
}

/** Gives a WeChat user to an account that has none; false when it is somebody else's. Lock the account first. */
export async function assignOpenid(
  tx: QueryRunner,
  id: string,
  wechat: { openid: string; unionid: string | null },
): Promise<boolean> {
  await lockOpenid(tx, wechat.openid);
  if (await lockByOpenid(tx, wechat.openid)) return false;
  await update(tx, id, wechat);
  return true;
}

/**
 * Makes writers to one customer wait for each other. Throws "conflict" for an account that was merged into another
 * meanwhile: nothing may be added to it any more. Throws "rate_limited" when another call of theirs takes too long.
 */
export async function lockForUpdate(tx: QueryRunner, id: string): Promise<void> {
  const [row] = await lockOwnRows(
    tx.select({ mergedInto: users.mergedInto }).from(users).where(eq(users.id, id)).for("no key update"),
  );
  if (row !== undefined && row.mergedInto !== null) throw new AppError("conflict");
}

/**
 * Keeps an account from being merged away until the transaction ends, without holding up others who write to it. Throws
 * "not_found" for nobody, "conflict" for an account that was merged into another meanwhile.
 */
export async function lockForShare(tx: QueryRunner, id: string): Promise<void> {
  const [row] = await tx
    .select({ mergedInto: users.mergedInto })
    .from(users)
    .where(eq(users.id, id))
    .for("key share");
  if (row === undefined) throw new AppError("not_found");
  if (row.mergedInto !== null) throw new AppError("conflict");
}

export async function update(queries: QueryRunner, id: string, values: Partial<UserRow>): Promise<void> {
  await queries.update(users).set(values).where(eq(users.id, id));
}
