import { and, eq, inArray, isNull, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { parsePhone } from "#contract/phone.ts";
import type { ConversationStatus } from "#contract/staff/chat/enums.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { bigrams, likePattern } from "../../platform/database/search-ngrams.ts";
import { users } from "../../schema/accounts.ts";
import { chatMessages, conversations, presence } from "../../schema/chat.ts";
import { orders } from "../../schema/orders.ts";
import { staff } from "../../schema/service.ts";

export type ConversationRow = typeof conversations.$inferSelect;

/** Selects the id of a customer's active order, the newest of several. */
function activeOrderIdSql(userId: SQLWrapper) {
  return sql<string | null>`(select ${orders.id} from ${orders}
    where ${orders.userId} = ${userId}
    and ${orders.status} in ('paid','accepted','preparing','ready_for_pickup','delivering')
    order by ${orders.createdAt} desc, ${orders.id} desc limit 1)`;
}

const columns = {
  conversation: conversations,
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
  activeOrderId: activeOrderIdSql(conversations.userId),
};

function selectQueue(queries: QueryRunner) {
  return queries
    .select(columns)
    .from(conversations)
    .innerJoin(users, eq(users.id, conversations.userId))
    .leftJoin(staff, eq(staff.id, conversations.assigneeId))
    .leftJoin(chatMessages, eq(chatMessages.id, conversations.newestMessageId))
    .leftJoin(presence, eq(presence.userId, conversations.userId));
}

/** Filter for the queue; `assigneeId` null selects unassigned conversations. */
export interface QueueFilter {
  assigneeId?: string | null;
  status?: ConversationStatus | undefined;
  keyword?: string | undefined;
  offset: number;
  limit: number;
}

/** Matches customers by part of the name, by phone number or by order number. */
function matchesKeyword(customerId: SQLWrapper, keyword: string): SQL {
  const phone = parsePhone(keyword) ?? "";
  const phoneEnding = /^\d{4}$/.test(keyword) ? keyword : "";
  const keywordBigrams = sql.param(bigrams(keyword));
  return sql`${customerId} in (
    select ${users.id} from ${users}
      where name_ngrams(${users.nickname}) @> ${keywordBigrams}::text[] and ${users.nickname} like ${likePattern(keyword)}
    union all select ${users.id} from ${users} where ${users.phone} = ${phone}
    union all select ${users.id} from ${users} where right(${users.phone}, 4) = ${phoneEnding}
    union all select ${orders.userId} from ${orders} where ${orders.orderNo} = ${keyword})`;
}

/** Lists conversations by the longest waiting customer, then by the latest change. */
export async function listQueue(queries: QueryRunner, filter: QueueFilter) {
  const { assigneeId, status, keyword, offset, limit } = filter;
  return await selectQueue(queries)
    .where(
      and(
        assigneeId === undefined
          ? undefined
          : assigneeId === null
            ? isNull(conversations.assigneeId)
            : eq(conversations.assigneeId, assigneeId),
        status === undefined ? undefined : eq(conversations.status, status),
        keyword ? matchesKeyword(conversations.userId, keyword) : undefined,
      ),
    )
    .orderBy(
      sql`${conversations.waitingSince} asc nulls last`,
      sql`${conversations.updatedAt} desc nulls last`,
      conversations.userId,
    )
    .offset(offset)
    .limit(limit);
}

export type QueueRow = Awaited<ReturnType<typeof listQueue>>[number];

/** Builds the resolved conversation under which a customer without any is found. */
function emptyConversation(userId: string, since: Date): ConversationRow {
  return {
    userId,
    status: "resolved",
    assigneeId: null,
    newestMessageId: null,
    lastMessageId: null,
    unreadByStaff: 0,
    unreadByUser: 0,
    waitingSince: null,
    updatedAt: since,
  };
}

/** Searches customers by keyword, with or without a conversation; the longest waiting first. */
export async function searchCustomers(
  queries: QueryRunner,
  keyword: string,
  page: { offset: number; limit: number },
): Promise<QueueRow[]> {
  const rows = await queries
    .select({
      ...columns,
      userId: users.id,
      since: users.createdAt,
      activeOrderId: activeOrderIdSql(users.id),
    })
    .from(users)
    .leftJoin(conversations, eq(conversations.userId, users.id))
    .leftJoin(staff, eq(staff.id, conversations.assigneeId))
    .leftJoin(chatMessages, eq(chatMessages.id, conversations.newestMessageId))
    .leftJoin(presence, eq(presence.userId, users.id))
    .where(and(isNull(users.mergedInto), matchesKeyword(users.id, keyword)))
    .orderBy(
      sql`${conversations.waitingSince} asc nulls last`,
      sql`${conversations.updatedAt} desc nulls last`,
      users.id,
    )
    .offset(page.offset)
    .limit(page.limit);
  return rows.map(({ userId, since, ...row }) => ({
    ...row,
    conversation: row.conversation ?? emptyConversation(userId, since),
  }));
}

/** Counts unread messages in unresolved conversations assigned to this staff member or unassigned. */
export async function countUnread(queries: QueryRunner, staffId: string): Promise<number> {
  const isTheirs = or(isNull(conversations.assigneeId), eq(conversations.assigneeId, staffId));
  const rows = await queries
    .select({ n: sql<number>`coalesce(sum(${conversations.unreadByStaff}), 0)`.mapWith(Number) })
    .from(conversations)
    .where(and(inArray(conversations.status, ["open", "pending"]), isTheirs));
  return rows[0]?.n ?? 0;
}

/** Finds one conversation as a queue row. */
export async function findQueueRow(queries: QueryRunner, userId: string): Promise<QueueRow | undefined> {
  return (await selectQueue(queries).where(eq(conversations.userId, userId)))[0];
}

export async function findConversation(
  queries: QueryRunner,
  userId: string,
): Promise<ConversationRow | undefined> {
  return (await queries.select().from(conversations).where(eq(conversations.userId, userId)))[0];
}

/** Locks the conversation until the transaction ends. */
export async function lockConversation(
  tx: QueryRunner,
  userId: string,
): Promise<ConversationRow | undefined> {
  return (await tx.select().from(conversations).where(eq(conversations.userId, userId)).for("update"))[0];
}

/** Locks the conversation until the transaction ends; a new one is empty and not waiting. */
export async function lockOrCreateConversation(
  tx: QueryRunner,
  userId: string,
  at: Date,
): Promise<ConversationRow> {
  const existing = await lockConversation(tx, userId);
  if (existing !== undefined) return existing;
  await tx
    .insert(conversations)
    .values({ userId, status: "resolved", updatedAt: at })
    .onConflictDoNothing({ target: conversations.userId });
  return (await lockConversation(tx, userId)) as ConversationRow;
}

export async function updateConversation(
  tx: QueryRunner,
  userId: string,
  values: Partial<ConversationRow>,
): Promise<void> {
  await tx.update(conversations).set(values).where(eq(conversations.userId, userId));
}

/** Returns when a customer was last seen and the active order; null for missing values. */
export async function findPresence(queries: QueryRunner, userId: string) {
  const rows = await queries
    .select({ seenAt: presence.seenAt, activeOrderId: activeOrderIdSql(users.id) })
    .from(users)
    .leftJoin(presence, eq(presence.userId, users.id))
    .where(eq(users.id, userId));
  return rows[0] ?? { seenAt: null, activeOrderId: null };
}
