import { and, asc, count, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Queries } from "../../platform/Database.ts";
import { users } from "../../schema/accounts.ts";
import { orders } from "../../schema/orders.ts";
import { cardIssues, cardLedger, cards } from "../../schema/payments.ts";

export type CardRow = typeof cards.$inferSelect;
export type CardEntryRow = typeof cardLedger.$inferSelect;
export type CardIssueRow = typeof cardIssues.$inferSelect;
export type HeldCard = {
  card: CardRow;
  holder: { nickname: string; phone: string | null } | null;
  issue: CardIssueRow | null;
};

export async function byNumber(queries: Queries, number: string): Promise<CardRow | undefined> {
  return (await queries.select().from(cards).where(eq(cards.number, number)))[0];
}

/** The card of a customer; each has one at most. */
export async function byHolder(queries: Queries, userId: string): Promise<CardRow | undefined> {
  return (await queries.select().from(cards).where(eq(cards.userId, userId)))[0];
}

/** A card, held until the transaction ends. Lock customer, order and points account first. */
export async function lock(tx: Queries, id: string): Promise<CardRow | undefined> {
  return (await tx.select().from(cards).where(eq(cards.id, id)).for("update"))[0];
}

/** The card of a customer, held until the transaction ends. */
export async function lockByHolder(tx: Queries, userId: string): Promise<CardRow | undefined> {
  return (await tx.select().from(cards).where(eq(cards.userId, userId)).for("update"))[0];
}

export async function insert(tx: Queries, row: typeof cards.$inferInsert): Promise<void> {
  await tx.insert(cards).values(row);
}

export async function insertIssue(tx: Queries, row: typeof cardIssues.$inferInsert): Promise<void> {
  await tx.insert(cardIssues).values(row);
}

/** An issue of a member's, held until the transaction ends. */
export async function lockIssue(
  tx: Queries,
  wish: { id: string; staffId: string },
): Promise<CardIssueRow | undefined> {
  const isIt = and(eq(cardIssues.id, wish.id), eq(cardIssues.staffId, wish.staffId));
  return (await tx.select().from(cardIssues).where(isIt).for("update"))[0];
}

export async function updateIssue(tx: Queries, id: string, values: Partial<CardIssueRow>): Promise<void> {
  await tx.update(cardIssues).set(values).where(eq(cardIssues.id, id));
}

/** The cards of an issue that can still be bound, held until the transaction ends. */
export async function lockFree(tx: Queries, issueId: string): Promise<CardRow[]> {
  const isFree = and(eq(cards.issueId, issueId), isNull(cards.userId), isNull(cards.disabledAt));
  return await tx.select().from(cards).where(isFree).orderBy(asc(cards.id)).for("update");
}

/** The numbers of all cards of an issue. */
export async function numbersOf(queries: Queries, issueId: string): Promise<string[]> {
  const rows = await queries.select({ number: cards.number }).from(cards).where(eq(cards.issueId, issueId));
  return rows.map(({ number }) => number);
}

export async function update(tx: Queries, id: string, values: Partial<CardRow>): Promise<void> {
  await tx.update(cards).set(values).where(eq(cards.id, id));
}

/** Writes a movement down and moves the balance of a locked card; a type and a reference happen to a card once. */
export async function move(
  tx: Queries,
  card: CardRow,
  entry: Pick<CardEntryRow, "id" | "type" | "deltaFen" | "reference" | "at"> & { orderId?: string },
): Promise<void> {
  const balanceFen = card.balanceFen + entry.deltaFen;
  await tx.insert(cardLedger).values({ ...entry, cardId: card.id, balanceAfterFen: balanceFen });
  await update(tx, card.id, { balanceFen });
}

/** A movement by its id. */
export async function entryById(queries: Queries, id: string): Promise<CardEntryRow | undefined> {
  return (await queries.select().from(cardLedger).where(eq(cardLedger.id, id)))[0];
}

/** A card's movements with the number of the order each belongs to, the newest first. */
export async function entriesOf(
  queries: Queries,
  wish: { cardId: string; offset: number; limit: number },
): Promise<{ rows: { entry: CardEntryRow; orderNo: string | null }[]; total: number }> {
  const isOfCard = eq(cardLedger.cardId, wish.cardId);
  const [rows, total] = await Promise.all([
    queries
      .select({ entry: cardLedger, orderNo: orders.orderNo })
      .from(cardLedger)
      .leftJoin(orders, eq(orders.id, cardLedger.orderId))
      .where(isOfCard)
      .orderBy(desc(cardLedger.at), desc(cardLedger.id))
      .offset(wish.offset)
      .limit(wish.limit),
    queries.select({ n: count() }).from(cardLedger).where(isOfCard),
  ]);
  return { rows, total: total[0]?.n ?? 0 };
}

/** What a word finds: a whole number, its last four digits, or the phone of the holder. */
function found(keyword: string | undefined): SQL | undefined {
  if (keyword === undefined) return undefined;
  if (/^\d{4}$/.test(keyword)) return sql`right(${cards.number}, 4) = ${keyword}`;
  if (/^1\d{10}$/.test(keyword)) return eq(users.phone, keyword);
  return eq(cards.number, keyword);
}

/** Cards with their holders, the newest first. */
export async function pageOf(
  queries: Queries,
  wish: { keyword: string | undefined; offset: number; limit: number },
): Promise<{ rows: HeldCard[]; total: number }> {
  const isFound = found(wish.keyword);
  const [rows, total] = await Promise.all([
    queries
      .select({ card: cards, holder: { nickname: users.nickname, phone: users.phone }, issue: cardIssues })
      .from(cards)
      .leftJoin(cardIssues, eq(cardIssues.id, cards.issueId))
      .leftJoin(users, eq(users.id, cards.userId))
      .where(isFound)
      .orderBy(desc(cards.createdAt), desc(cards.id))
      .offset(wish.offset)
      .limit(wish.limit),
    queries.select({ n: count() }).from(cards).leftJoin(users, eq(users.id, cards.userId)).where(isFound),
  ]);
  return { rows, total: total[0]?.n ?? 0 };
}
