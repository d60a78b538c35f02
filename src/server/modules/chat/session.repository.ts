import { and, eq, inArray, isNull, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { SessionStatus } from "#contract/chat-admin/words.ts";
import { parsePhone } from "#contract/phone.ts";
import type { Queries } from "../../platform/Database.ts";
import { contains, partsOf } from "../../platform/searchWords.ts";
import { users } from "../../schema/accounts.ts";
import { orders } from "../../schema/orders.ts";
import { chatMessages, chatSessions, presence, staff } from "../../schema/service.ts";

export type SessionRow = typeof chatSessions.$inferSelect;

/** The order of a customer that is under way, the newest of several. */
function activeOrder(userId: SQLWrapper) {
  return sql<string | null>`(select ${orders.id} from ${orders}
    where ${orders.userId} = ${userId}
    and ${orders.status} in ('paid','accepted','preparing','ready_for_pickup','delivering')
    order by ${orders.createdAt} desc, ${orders.id} desc limit 1)`;
}

const columns = {
  session: chatSessions,
  name: users.nickname,
  phone: users.phone,
  assigneeName: staff.name,
  last: {
    id: chatMessages.id,
    type: chatMessages.type,
    senderType: chatMessages.senderType,
    content: chatMessages.content,
    at: chatMessages.createdAt,
  },
  seenAt: presence.seenAt,
  activeOrderId: activeOrder(chatSessions.userId),
};

function from(queries: Queries) {
  return queries
    .select(columns)
    .from(chatSessions)
    .innerJoin(users, eq(users.id, chatSessions.userId))
    .leftJoin(staff, eq(staff.id, chatSessions.assigneeId))
    .leftJoin(chatMessages, eq(chatMessages.id, chatSessions.lastMessageId))
    .leftJoin(presence, eq(presence.userId, chatSessions.userId));
}

/** Which threads a queue shows; `assigneeId` null are those of nobody. */
export interface QueueWish {
  assigneeId?: string | null;
  status?: SessionStatus | undefined;
  keyword?: string | undefined;
  offset: number;
  limit: number;
}

/** Customers whose name has the keyword in it, or whose number or order it is. */
function isFoundBy(customerId: SQLWrapper, keyword: string): SQL {
  const phone = parsePhone(keyword) ?? "";
  const end = /^\d{4}$/.test(keyword) ? keyword : "";
  const parts = sql.param(partsOf(keyword));
  return sql`${customerId} in (
    select ${users.id} from ${users}
      where name_words(${users.nickname}) @> ${parts}::text[] and ${users.nickname} like ${contains(keyword)}
    union all select ${users.id} from ${users} where ${users.phone} = ${phone}
    union all select ${users.id} from ${users} where right(${users.phone}, 4) = ${end}
    union all select ${orders.userId} from ${orders} where ${orders.orderNo} = ${keyword})`;
}

/** Threads, who waits longest first, then the one that changed last. */
export async function queueOf(queries: Queries, wish: QueueWish) {
  const { assigneeId, status, keyword, offset, limit } = wish;
  return await from(queries)
    .where(
      and(
        assigneeId === undefined
          ? undefined
          : assigneeId === null
            ? isNull(chatSessions.assigneeId)
            : eq(chatSessions.assigneeId, assigneeId),
        status === undefined ? undefined : eq(chatSessions.status, status),
        keyword ? isFoundBy(chatSessions.userId, keyword) : undefined,
      ),
    )
    .orderBy(
      sql`${chatSessions.waitingSince} asc nulls last`,
      sql`${chatSessions.updatedAt} desc nulls last`,
      chatSessions.userId,
    )
    .offset(offset)
    .limit(limit);
}

export type QueueRow = Awaited<ReturnType<typeof queueOf>>[number];

/** A customer who has never written is found like one whose thread is over. */
function noSession(userId: string, since: Date): SessionRow {
  return {
    userId,
    status: "resolved",
    assigneeId: null,
    lastMessageId: null,
    unreadByStaff: 0,
    unreadByUser: 0,
    waitingSince: null,
    updatedAt: since,
  };
}

/** Customers that a keyword finds, with their thread or without one; who waits longest first. */
export async function searchCustomers(
  queries: Queries,
  keyword: string,
  page: { offset: number; limit: number },
): Promise<QueueRow[]> {
  const rows = await queries
    .select({ ...columns, userId: users.id, since: users.createdAt, activeOrderId: activeOrder(users.id) })
    .from(users)
    .leftJoin(chatSessions, eq(chatSessions.userId, users.id))
    .leftJoin(staff, eq(staff.id, chatSessions.assigneeId))
    .leftJoin(chatMessages, eq(chatMessages.id, chatSessions.lastMessageId))
    .leftJoin(presence, eq(presence.userId, users.id))
    .where(and(isNull(users.mergedInto), isFoundBy(users.id, keyword)))
    .orderBy(
      sql`${chatSessions.waitingSince} asc nulls last`,
      sql`${chatSessions.updatedAt} desc nulls last`,
      users.id,
    )
    .offset(page.offset)
    .limit(page.limit);
  return rows.map(({ userId, since, ...row }) => ({
    ...row,
    session: row.session ?? noSession(userId, since),
  }));
}

/** How many messages nobody has read in threads that are not resolved and are this member's or nobody's. */
export async function countUnread(queries: Queries, staffId: string): Promise<number> {
  const isTheirs = or(isNull(chatSessions.assigneeId), eq(chatSessions.assigneeId, staffId));
  const rows = await queries
    .select({ n: sql<number>`coalesce(sum(${chatSessions.unreadByStaff}), 0)`.mapWith(Number) })
    .from(chatSessions)
    .where(and(inArray(chatSessions.status, ["open", "pending"]), isTheirs));
  return rows[0]?.n ?? 0;
}

/** One thread as the queue shows it. */
export async function queueRow(queries: Queries, userId: string): Promise<QueueRow | undefined> {
  return (await from(queries).where(eq(chatSessions.userId, userId)))[0];
}

export async function sessionOf(queries: Queries, userId: string): Promise<SessionRow | undefined> {
  return (await queries.select().from(chatSessions).where(eq(chatSessions.userId, userId)))[0];
}

/** The thread, held until the transaction ends. */
export async function lockSession(tx: Queries, userId: string): Promise<SessionRow | undefined> {
  return (await tx.select().from(chatSessions).where(eq(chatSessions.userId, userId)).for("update"))[0];
}

/** The thread, held until the transaction ends; a new one has nothing in it and waits for nobody. */
export async function openSession(tx: Queries, userId: string, at: Date): Promise<SessionRow> {
  const known = await lockSession(tx, userId);
  if (known !== undefined) return known;
  await tx
    .insert(chatSessions)
    .values({ userId, status: "resolved", updatedAt: at })
    .onConflictDoNothing({ target: chatSessions.userId });
  return (await lockSession(tx, userId)) as SessionRow;
}

export async function updateSession(tx: Queries, userId: string, values: Partial<SessionRow>): Promise<void> {
  await tx.update(chatSessions).set(values).where(eq(chatSessions.userId, userId));
}

/** When a customer was last seen, and the order under way; null for what there is not. */
export async function presentOf(queries: Queries, userId: string) {
  const rows = await queries
    .select({ seenAt: presence.seenAt, activeOrderId: activeOrder(users.id) })
    .from(users)
    .leftJoin(presence, eq(presence.userId, users.id))
    .where(eq(users.id, userId));
  return rows[0] ?? { seenAt: null, activeOrderId: null };
}
