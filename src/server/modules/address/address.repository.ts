import { and, asc, count, desc, eq, ne } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { addresses } from "../../schema/accounts.ts";

export type AddressRow = typeof addresses.$inferSelect;

/** Lists a customer's addresses, the default one first, then newest first. */
export async function listByUserId(queries: QueryRunner, userId: string): Promise<AddressRow[]> {
  return await queries
    .select()
    .from(addresses)
    .where(eq(addresses.userId, userId))
    .orderBy(desc(addresses.isDefault), desc(addresses.createdAt), asc(addresses.id));
}

/** Finds the address if it belongs to this customer. */
export async function findOwned(
  queries: QueryRunner,
  userId: string,
  id: string,
): Promise<AddressRow | undefined> {
  const rows = await queries
    .select()
    .from(addresses)
    .where(and(eq(addresses.id, id), eq(addresses.userId, userId)));
  return rows[0];
}

export async function findDefault(queries: QueryRunner, userId: string): Promise<AddressRow | undefined> {
  const rows = await queries
    .select()
    .from(addresses)
    .where(and(eq(addresses.userId, userId), eq(addresses.isDefault, true)));
  return rows[0];
}

export async function countByUserId(queries: QueryRunner, userId: string): Promise<number> {
  const rows = await queries.select({ n: count() }).from(addresses).where(eq(addresses.userId, userId));
  return rows[0]?.n ?? 0;
}

export async function insert(tx: QueryRunner, row: AddressRow): Promise<void> {
  await tx.insert(addresses).values(row);
}

export async function update(tx: QueryRunner, id: string, values: Partial<AddressRow>): Promise<void> {
  await tx.update(addresses).set(values).where(eq(addresses.id, id));
}

export async function deleteOwned(tx: QueryRunner, userId: string, id: string): Promise<boolean> {
  const rows = await tx
    .delete(addresses)
    .where(and(eq(addresses.id, id), eq(addresses.userId, userId)))
    .returning({ id: addresses.id });
  return rows.length > 0;
}

/** Clears the default flag on all of a customer's addresses but one. */
export async function clearDefaults(tx: QueryRunner, userId: string, exceptId: string): Promise<void> {
  await tx
    .update(addresses)
    .set({ isDefault: false })
    .where(and(eq(addresses.userId, userId), eq(addresses.isDefault, true), ne(addresses.id, exceptId)));
}
