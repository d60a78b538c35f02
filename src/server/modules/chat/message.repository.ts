import { and, asc, desc, eq, gt, inArray, isNull, lt, lte } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { users } from "../../schema/accounts.ts";
import { orders } from "../../schema/orders.ts";
import { chatMessages, files, staff } from "../../schema/service.ts";

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

/** Which part of a thread; without a place it is its end. */
export interface MessagePage {
  beforeId?: number | undefined;
  afterId?: number | undefined;
  limit: number;
}

/** Messages of a thread, those nearest to the place first: after one upwards, otherwise downwards. */
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

/** What somebody sent with a key before. */
export async function findByClientKey(
  queries: QueryRunner,
  userId: string,
  senderId: string,
  clientKey: string,
): Promise<StoredMessage | undefined> {
  const condition = and(
    eq(chatMessages.userId, userId),
    eq(chatMessages.senderId, senderId),
    eq(chatMessages.clientKey, clientKey),
  );
  return (await queries.select().from(chatMessages).where(condition))[0];
}

export async function insertMessage(tx: QueryRunner, row: typeof chatMessages.$inferInsert): Promise<number> {
  const [inserted] = await tx.insert(chatMessages).values(row).returning({ id: chatMessages.id });
  return (inserted as { id: number }).id;
}

/** When the customer sent the message before so many others; undefined when there are not as many. */
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

/** Marks what these senders wrote as read up to a message; answers how many were not read before. */
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

/** Whether a picture was sent already. */
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
