import { and, asc, count, desc, eq, gte, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { type Cursor, isInRows, type RowPage, selectCursorTime } from "../../platform/database/row-page.ts";
import type { TimeRange } from "../../platform/time/day-range.ts";
import { users } from "../../schema/accounts.ts";
import { orders } from "../../schema/orders.ts";
import { cardIssues, cardLedger, cards } from "../../schema/payments.ts";

export type MemberCardRow = typeof cards.$inferSelect;
export type MemberCardEntryRow = typeof cardLedger.$inferSelect;
export type MemberCardIssueRow = typeof cardIssues.$inferSelect;
export type MemberCardWithHolder = {
  card: MemberCardRow;
  holder: { nickname: string; phone: string | null } | null;
  issue: MemberCardIssueRow | null;
};

export async function findByNumber(queries: QueryRunner, number: string): Promise<MemberCardRow | undefined> {
  return (await queries.select().from(cards).where(eq(cards.number, number)))[0];
}

/** Finds the card of a customer, who has one at most. */
export async function findByUserId(queries: QueryRunner, userId: string): Promise<MemberCardRow | undefined> {
  return (await queries.select().from(cards).where(eq(cards.userId, userId)))[0];
}

/** Locks a card until the transaction ends. Lock customer, order and points account first. */
export async function lockForUpdate(tx: QueryRunner, id: string): Promise<MemberCardRow | undefined> {
  return (await tx.select().from(cards).where(eq(cards.id, id)).for("update"))[0];
}

/** Locks the card of a customer until the transaction ends. */
export async function lockByUserId(tx: QueryRunner, userId: string): Promise<MemberCardRow | undefined> {
  return (await tx.select().from(cards).where(eq(cards.userId, userId)).for("update"))[0];
}

export async function insert(tx: QueryRunner, row: typeof cards.$inferInsert): Promise<void> {
  await tx.insert(cards).values(row);
}

export async function insertIssue(tx: QueryRunner, row: typeof cardIssues.$inferInsert): Promise<void> {
  await tx.insert(cardIssues).values(row);
}

/** Locks a staff member's own issue until the transaction ends. */
export async function lockIssue(
  tx: QueryRunner,
  filter: { id: string; staffId: string },
): Promise<MemberCardIssueRow | undefined> {
  const condition = and(eq(cardIssues.id, filter.id), eq(cardIssues.staffId, filter.staffId));
  return (await tx.select().from(cardIssues).where(condition).for("update"))[0];
}

export async function updateIssue(
  tx: QueryRunner,
  id: string,
  values: Partial<MemberCardIssueRow>,
): Promise<void> {
  await tx.update(cardIssues).set(values).where(eq(cardIssues.id, id));
}

/** Locks the unbound cards of an issue until the transaction ends. */
export async function lockBindable(tx: QueryRunner, issueId: string): Promise<MemberCardRow[]> {
  const isBindable = and(eq(cards.issueId, issueId), isNull(cards.userId), isNull(cards.disabledAt));
  return await tx.select().from(cards).where(isBindable).orderBy(asc(cards.id)).for("update");
}

export async function listNumbers(queries: QueryRunner, issueId: string): Promise<string[]> {
  const rows = await queries.select({ number: cards.number }).from(cards).where(eq(cards.issueId, issueId));
  return rows.map(({ number }) => number);
}

export async function update(tx: QueryRunner, id: string, values: Partial<MemberCardRow>): Promise<void> {
  await tx.update(cards).set(values).where(eq(cards.id, id));
}

/**
 * Records a ledger entry and updates the balance of a locked card; type and reference are unique per card.
 */
export async function addEntry(
  tx: QueryRunner,
  card: MemberCardRow,
  entry: Pick<MemberCardEntryRow, "id" | "type" | "deltaFen" | "reference" | "createdAt"> & {
    orderId?: string;
  },
): Promise<void> {
  const balanceFen = card.balanceFen + entry.deltaFen;
  await tx.insert(cardLedger).values({ ...entry, cardId: card.id, balanceAfterFen: balanceFen });
  await update(tx, card.id, { balanceFen });
}

export async function findEntryById(
  queries: QueryRunner,
  id: string,
): Promise<MemberCardEntryRow | undefined> {
  return (await queries.select().from(cardLedger).where(eq(cardLedger.id, id)))[0];
}

/**
 * Lists a card's ledger entries with their order numbers, newest first; for a holder the issue, what followed the
 * binding, and the numbers of the own orders: a card may have had another holder before.
 */
export async function findEntryPage(
  queries: QueryRunner,
  filter: {
    cardId: string;
    holder?: { userId: string; boundAt: Date | null };
    offset: number;
    limit: number;
  },
): Promise<{ rows: { entry: MemberCardEntryRow; orderNo: string | null }[]; total: number }> {
  const { cardId, holder } = filter;
  const isShown = or(
    eq(cardLedger.type, "issue"),
    holder?.boundAt ? gte(cardLedger.createdAt, holder.boundAt) : undefined,
  );
  const isOfCard = and(eq(cardLedger.cardId, cardId), holder?.boundAt ? isShown : undefined);
  const isOwnOrder = holder && eq(orders.userId, holder.userId);
  const [rows, total] = await Promise.all([
    queries
      .select({ entry: cardLedger, orderNo: orders.orderNo })
      .from(cardLedger)
      .leftJoin(orders, and(eq(orders.id, cardLedger.orderId), isOwnOrder))
      .where(isOfCard)
      .orderBy(desc(cardLedger.createdAt), desc(cardLedger.id))
      .offset(filter.offset)
      .limit(filter.limit),
    queries.select({ n: count() }).from(cardLedger).where(isOfCard),
  ]);
  return { rows, total: total[0]?.n ?? 0 };
}

/** Builds a filter that matches a full number, its last four digits, or the holder's phone. */
function keywordFilter(keyword: string | undefined): SQL | undefined {
  if (keyword === undefined) return undefined;
  if (/^\d{4}$/.test(keyword)) return sql`right(${cards.number}, 4) = ${keyword}`;
  if (/^1\d{10}$/.test(keyword)) return eq(users.phone, keyword);
  return eq(cards.number, keyword);
}

/** Filter of cards by the time of issue. */
export interface CardFilter extends TimeRange {
  keyword?: string | undefined;
  holder?: "bound" | "unbound" | undefined;
}

function matches({ keyword, holder, ...range }: CardFilter, after?: Cursor): SQL | undefined {
  return and(
    keywordFilter(keyword),
    holder && (holder === "bound" ? isNotNull(cards.userId) : isNull(cards.userId)),
    isInRows(cards.createdAt, cards.id, range, after),
  );
}

/** Lists cards with their holders, newest first. */
export async function list(
  queries: QueryRunner,
  filter: CardFilter,
  { offset = 0, after, limit }: RowPage,
): Promise<(MemberCardWithHolder & { cursorAt: string })[]> {
  return await queries
    .select({
      card: cards,
      holder: { nickname: users.nickname, phone: users.phone },
      issue: cardIssues,
      cursorAt: selectCursorTime(cards.createdAt),
    })
    .from(cards)
    .leftJoin(cardIssues, eq(cardIssues.id, cards.issueId))
    .leftJoin(users, eq(users.id, cards.userId))
    .where(matches(filter, after))
    .orderBy(desc(cards.createdAt), desc(cards.id))
    .offset(offset)
    .limit(limit);
}

/** Counts the cards of a filter. */
export async function countMatching(queries: QueryRunner, filter: CardFilter): Promise<number> {
  const [row] = await queries
    .select({ n: count() })
    .from(cards)
    .leftJoin(users, eq(users.id, cards.userId))
    .where(matches(filter));
  return row?.n ?? 0;
}
