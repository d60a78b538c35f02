import { and, desc, eq, getTableColumns, gt, lte, or } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { isOneOf } from "../../platform/database/one-of.ts";
import { isInRows, type RowPage, selectCursorTime } from "../../platform/database/row-page.ts";
import type { TimeRange } from "../../platform/time/day-range.ts";
import { orders, vouchers } from "../../schema/orders.ts";
import { dishes } from "../../schema/restaurants.ts";

export type VoucherRow = typeof vouchers.$inferSelect;
export type NewVoucher = typeof vouchers.$inferInsert;

export async function findById(queries: QueryRunner, id: string): Promise<VoucherRow | undefined> {
  return (await queries.select().from(vouchers).where(eq(vouchers.id, id)))[0];
}

/** Locks a voucher until the transaction ends. */
export async function lockForUpdate(tx: QueryRunner, id: string): Promise<VoucherRow | undefined> {
  return (await tx.select().from(vouchers).where(eq(vouchers.id, id)).for("update"))[0];
}

/** Filter of vouchers by the time of issue; `keyword` is a whole number or the whole name of a partner. */
export interface VoucherFilter extends TimeRange {
  status?: "issued" | "redeemed" | "expired" | "void" | undefined;
  keyword?: string | undefined;
  now: Date;
}

/** Lists vouchers, newest first. */
export async function list(
  queries: QueryRunner,
  { status, keyword, now, ...range }: VoucherFilter,
  { offset = 0, after, limit }: RowPage,
): Promise<(VoucherRow & { cursorAt: string })[]> {
  const { createdAt, expiresAt, id, partner } = vouchers;
  return await queries
    .select({ ...getTableColumns(vouchers), cursorAt: selectCursorTime(createdAt) })
    .from(vouchers)
    .where(
      and(
        status && eq(vouchers.status, status === "expired" ? "issued" : status),
        status === "issued" ? gt(expiresAt, now) : undefined,
        status === "expired" ? lte(expiresAt, now) : undefined,
        keyword ? or(eq(id, keyword), eq(partner, keyword)) : undefined,
        isInRows(createdAt, id, range, after),
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .offset(offset)
    .limit(limit);
}

export async function insert(queries: QueryRunner, rows: (typeof vouchers.$inferInsert)[]): Promise<void> {
  await queries.insert(vouchers).values(rows);
}

/** Redeems a voucher for an order; false when it is no longer available. */
export async function redeem(tx: QueryRunner, id: string, orderId: string): Promise<boolean> {
  const rows = await tx
    .update(vouchers)
    .set({ status: "redeemed", orderId })
    .where(and(eq(vouchers.id, id), eq(vouchers.status, "issued")))
    .returning({ id: vouchers.id });
  return rows.length > 0;
}

/** Releases a voucher from the order that redeemed it. */
export async function release(tx: QueryRunner, id: string, orderId: string): Promise<void> {
  await tx
    .update(vouchers)
    .set({ status: "issued", orderId: null })
    .where(and(eq(vouchers.id, id), eq(vouchers.orderId, orderId), eq(vouchers.status, "redeemed")));
}

/** Voids an unredeemed voucher; false when it was redeemed or voided already. */
export async function voidVoucher(tx: QueryRunner, id: string): Promise<boolean> {
  const rows = await tx
    .update(vouchers)
    .set({ status: "void" })
    .where(and(eq(vouchers.id, id), eq(vouchers.status, "issued")))
    .returning({ id: vouchers.id });
  return rows.length > 0;
}

/** Finds the public number of the order that redeemed a voucher. */
export async function findOrderPublicId(queries: QueryRunner, orderId: string): Promise<string | null> {
  const rows = await queries.select({ id: orders.publicId }).from(orders).where(eq(orders.id, orderId));
  return rows[0]?.id ?? null;
}

/** Finds the chain's dishes by id, whether they are sold now or not. */
export async function findDishesById(queries: QueryRunner, ids: string[]) {
  const rows = await queries.select().from(dishes).where(isOneOf(dishes.id, ids));
  return new Map(rows.map((row) => [row.id, row]));
}
