import { count, desc, eq } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { chatNotes } from "../../schema/chat.ts";
import { orders } from "../../schema/orders.ts";
import { cards } from "../../schema/payments.ts";
import { staff } from "../../schema/service.ts";

/** Returns the balance of a customer's member card in fen; null without a card. */
export async function findMemberCardBalance(queries: QueryRunner, userId: string): Promise<number | null> {
  const rows = await queries.select({ fen: cards.balanceFen }).from(cards).where(eq(cards.userId, userId));
  return rows[0]?.fen ?? null;
}

export async function countOrders(queries: QueryRunner, userId: string): Promise<number> {
  return (await queries.select({ n: count() }).from(orders).where(eq(orders.userId, userId)))[0]?.n ?? 0;
}

const noteColumns = {
  id: chatNotes.id,
  content: chatNotes.content,
  createdAt: chatNotes.createdAt,
  staffId: chatNotes.staffId,
  staffName: staff.name,
};

/** Lists staff notes about a customer, newest first. */
export async function listNotes(
  queries: QueryRunner,
  userId: string,
  page: { offset: number; limit: number },
) {
  return await queries
    .select(noteColumns)
    .from(chatNotes)
    .innerJoin(staff, eq(staff.id, chatNotes.staffId))
    .where(eq(chatNotes.userId, userId))
    .orderBy(desc(chatNotes.id))
    .offset(page.offset)
    .limit(page.limit);
}

export type NoteRow = Awaited<ReturnType<typeof listNotes>>[number];

export async function insertNote(tx: QueryRunner, row: typeof chatNotes.$inferInsert): Promise<number> {
  const [inserted] = await tx.insert(chatNotes).values(row).returning({ id: chatNotes.id });
  return (inserted as { id: number }).id;
}
