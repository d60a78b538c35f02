import { and, asc, desc, eq, gt, inArray, isNull, lt, lte } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { users } from "../../schema/accounts.ts";
import { chatMessages } from "../../schema/chat.ts";
import { orders } from "../../schema/orders.ts";
import { files, staff } from "../../schema/service.ts";

type StoredMessage = typeof chatMessages.$inferSelect;

const columns = {
  message: chatMessages,
  image: { id: files.id, width: files.width, height: files.height },
  userName: users.nickname,
  staffName: staff.name,
};

function selectMessages(queries: QueryRunner) {
  return queries
    .select(columns)
    .from(chatMessages)
    .innerJoin(users, eq(users.id, chatMessages.userId))
    .leftJoin(files, eq(files.id, chatMessages.fileId))
    .leftJoin(staff, eq(staff.id, chatMessages.senderId));
}

/** A page of a conversation; without a cursor it is the end of the conversation. */
export interface MessagePage {
  beforeId?: number | undefined;
  afterId?: number | undefined;
  limit: number;
}

/** Lists messages nearest to the cursor first: ascending for `after`, otherwise descending. */
export async function listMessages(queries: QueryRunner, userId: string, page: MessagePage) {
  const { beforeId, afterId, limit } = page;
  const isInConversation = eq(chatMessages.userId, userId);
  const isInPage =
    afterId !== undefined
      ? and(isInConversation, gt(chatMessages.id, afterId))
      : and(isInConversation, beforeId === undefined ? undefined : lt(chatMessages.id, beforeId));
  return await selectMessages(queries)
    .where(isInPage)
    .orderBy(afterId === undefined ? desc(chatMessages.id) : asc(chatMessages.id))
    .limit(limit);
}

export type MessageRow = Awaited<ReturnType<typeof listMessages>>[number];

export async function getMessageById(queries: QueryRunner, id: number): Promise<MessageRow> {
  const [row] = await selectMessages(queries).where(eq(chatMessages.id, id));
  if (row === undefined) throw new Error(`message ${id} is gone`);
  return row;
}

/** Finds a sender's earlier message by its idempotency key. */
export async function findByIdempotencyKey(
  queries: QueryRunner,
  userId: string,
  senderId: string,
  idempotencyKey: string,
): Promise<StoredMessage | undefined> {
  const condition = and(
    eq(chatMessages.userId, userId),
    eq(chatMessages.senderId, senderId),
    eq(chatMessages.idempotencyKey, idempotencyKey),
  );
  return (await queries.select().from(chatMessages).where(condition))[0];
}

export async function insertMessage(tx: QueryRunner, row: typeof chatMessages.$inferInsert): Promise<number> {
  const [inserted] = await tx.insert(chatMessages).values(row).returning({ id: chatMessages.id });
  return (inserted as { id: number }).id;
}

/** Returns when the customer sent the nth newest message; undefined when there are fewer. */
export async function findNthNewestSentAt(
  queries: QueryRunner,
  userId: string,
  offset: number,
): Promise<Date | undefined> {
  const rows = await queries
    .select({ at: chatMessages.createdAt })
    .from(chatMessages)
    .where(and(eq(chatMessages.userId, userId), eq(chatMessages.senderType, "user")))
    .orderBy(desc(chatMessages.id))
    .offset(offset)
    .limit(1);
  return rows[0]?.at;
}

/** Marks messages of these senders as read up to a message; returns how many were unread. */
export async function markRead(
  tx: QueryRunner,
  userId: string,
  senders: StoredMessage["senderType"][],
  upToId: number,
  at: Date,
): Promise<number> {
  const rows = await tx
    .update(chatMessages)
    .set({ readAt: at })
    .where(
      and(
        eq(chatMessages.userId, userId),
        inArray(chatMessages.senderType, senders),
        lte(chatMessages.id, upToId),
        isNull(chatMessages.readAt),
      ),
    )
    .returning({ id: chatMessages.id });
  return rows.length;
}

/** Returns whether an image was sent already. */
export async function isFileSent(queries: QueryRunner, fileId: string): Promise<boolean> {
  const rows = await queries
    .select({ id: chatMessages.id })
    .from(chatMessages)
    .where(eq(chatMessages.fileId, fileId));
  return rows.length > 0;
}

export async function listOrdersByIds(queries: QueryRunner, ids: string[]) {
  return ids.length === 0 ? [] : await queries.select().from(orders).where(inArray(orders.id, ids));
}
