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

/** Finds the account of an invite code; the code of a merged account leads to the remaining one. */
export async function findByInviteCode(queries: QueryRunner, code: string): Promise<UserRow | undefined> {
  const [user] = await queries.select().from(users).where(eq(users.inviteCode, code));
  return user?.mergedInto ? await findById(queries, user.mergedInto) : user;
}

/** Inserts a customer unless the phone has an account already; returns whether it did. */
export async function insertByPhone(tx: QueryRunner, row: typeof users.$inferInsert): Promise<boolean> {
  const rows = await tx
    .insert(users)
    .values(row)
    .onConflictDoNothing({ target: users.phone })
    .returning({ id: users.id });
  return rows.length > 0;
}

/** Locks the account of a WeChat user until the transaction ends. */
export async function lockByOpenid(tx: QueryRunner, openid: string): Promise<UserRow | undefined> {
  return (await tx.select().from(users).where(eq(users.openid, openid)).for("update"))[0];
}

/** Serializes transactions for the same WeChat user. */
async function lockOpenid(tx: QueryRunner, openid: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('openid'), hashtext(${openid}))`);
}

/** Inserts a customer unless the WeChat user has an account already; returns whether it did. */
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

/**
 * Assigns a WeChat user to an account without one; false if another account has it. Lock the account before.
 */
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
 * Serializes writes to one customer.
 * @throws AppError "conflict" for an account merged into another meanwhile, "unauthenticated" for one closed meanwhile:
 * nothing may be added to either; "rate_limited" when another request of the customer takes too long.
 */
export async function lockForUpdate(tx: QueryRunner, id: string): Promise<void> {
  const [row] = await lockOwnRows(
    tx
      .select({ mergedInto: users.mergedInto, disabledAt: users.disabledAt })
      .from(users)
      .where(eq(users.id, id))
      .for("no key update"),
  );
  if (row === undefined) return;
  if (row.mergedInto !== null) throw new AppError("conflict");
  if (row.disabledAt !== null) throw new AppError("unauthenticated");
}

/** Locks an account, open or closed, and waits for all transactions that write to it or add rows of it. */
export async function lockExclusively(tx: QueryRunner, id: string): Promise<UserRow | undefined> {
  return (await tx.select().from(users).where(eq(users.id, id)).for("update"))[0];
}

/**
 * Protects an account from being merged or closed until the transaction ends, without blocking others that write to it.
 * Throws "not_found" for an account that is unknown or closed, "conflict" for one merged meanwhile.
 */
export async function lockForShare(tx: QueryRunner, id: string): Promise<void> {
  if (!(await lockOpenForShare(tx, id))) throw new AppError("not_found", {}, "账号已停用或注销");
}

/** Does the same, and returns false for a closed account. */
export async function lockOpenForShare(tx: QueryRunner, id: string): Promise<boolean> {
  const [row] = await tx
    .select({ mergedInto: users.mergedInto, disabledAt: users.disabledAt })
    .from(users)
    .where(eq(users.id, id))
    .for("key share");
  if (row === undefined) throw new AppError("not_found");
  if (row.mergedInto !== null) throw new AppError("conflict");
  return row.disabledAt === null;
}

export async function update(queries: QueryRunner, id: string, values: Partial<UserRow>): Promise<void> {
  await queries.update(users).set(values).where(eq(users.id, id));
}
