import { and, desc, eq, inArray } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { orders, vouchers } from "../../schema/orders.ts";
import { dishes } from "../../schema/restaurants.ts";
import { auditLog } from "../../schema/service.ts";

export type VoucherRow = typeof vouchers.$inferSelect;
export type NewVoucher = typeof vouchers.$inferInsert;

export async function findById(queries: QueryRunner, id: string): Promise<VoucherRow | undefined> {
  return (await queries.select().from(vouchers).where(eq(vouchers.id, id)))[0];
}

/** The voucher, held until the transaction ends. */
export async function lockForUpdate(tx: QueryRunner, id: string): Promise<VoucherRow | undefined> {
  return (await tx.select().from(vouchers).where(eq(vouchers.id, id)).for("update"))[0];
}

/** The newest vouchers first. */
export async function listRecent(queries: QueryRunner, limit: number, offset = 0): Promise<VoucherRow[]> {
  return await queries
    .select()
    .from(vouchers)
    .orderBy(desc(vouchers.createdAt), desc(vouchers.id))
    .offset(offset)
    .limit(limit);
}

export async function insert(queries: QueryRunner, rows: (typeof vouchers.$inferInsert)[]): Promise<void> {
  await queries.insert(vouchers).values(rows);
}

/** Gives a voucher to an order; false when it is not there to be had any more. */
export async function redeem(tx: QueryRunner, id: string, orderId: string): Promise<boolean> {
  const rows = await tx
    .update(vouchers)
    .set({ status: "redeemed", orderId })
    .where(and(eq(vouchers.id, id), eq(vouchers.status, "issued")))
    .returning({ id: vouchers.id });
  return rows.length > 0;
}

/** Takes a voucher back from the order that it was given to. */
export async function release(tx: QueryRunner, id: string, orderId: string): Promise<void> {
  await tx
    .update(vouchers)
    .set({ status: "issued", orderId: null })
    .where(and(eq(vouchers.id, id), eq(vouchers.orderId, orderId), eq(vouchers.status, "redeemed")));
}

/** Ends a voucher that nobody has redeemed; false when somebody has, or when it has ended. */
export async function voidVoucher(tx: QueryRunner, id: string): Promise<boolean> {
  const rows = await tx
    .update(vouchers)
    .set({ status: "void" })
    .where(and(eq(vouchers.id, id), eq(vouchers.status, "issued")))
    .returning({ id: vouchers.id });
  return rows.length > 0;
}

/** The public number of the order that a voucher was redeemed with. */
export async function findOrderPublicId(queries: QueryRunner, orderId: string): Promise<string | null> {
  const rows = await queries.select({ id: orders.publicId }).from(orders).where(eq(orders.id, orderId));
  return rows[0]?.id ?? null;
}

/** The chain's dishes by id, whether they are sold today or not. */
export async function findDishesById(queries: QueryRunner, ids: string[]) {
  const rows = await queries.select().from(dishes).where(inArray(dishes.id, ids));
  return new Map(rows.map((row) => [row.id, row]));
}

/** Writes down what an operator did with a voucher. */
export async function insertAudit(
  tx: QueryRunner,
  entry: Omit<typeof auditLog.$inferInsert, "detail">,
): Promise<void> {
  await tx.insert(auditLog).values({ detail: {}, ...entry });
}
