import { sql } from "drizzle-orm";
import { bigint, bigserial, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { timestamptz } from "./columns.ts";
import { staff } from "./service.ts";

/** Conversations with customer service, one for each customer. */
export const conversations = pgTable(
  "conversations",
  {
    userId: text("user_id")
      .primaryKey()
      .references(() => users.id),
    status: text("status").$type<"open" | "pending" | "resolved">().notNull(),
    assigneeId: text("assignee_id").references(() => staff.id),
    newestMessageId: bigint("newest_message_id", { mode: "number" }),
    /** The same as far as an integer reaches, for processes of the version before; a trigger sets either from the other. */
    lastMessageId: integer("last_message_id"),
    unreadByStaff: integer("unread_by_staff").notNull().default(0),
    unreadByUser: integer("unread_by_user").notNull().default(0),
    waitingSince: timestamptz("waiting_since"),
    updatedAt: timestamptz("updated_at").notNull(),
  },
  (t) => {
    // Longest waiting first, then by the last change: the order of the queue, for each of its filters.
    const queue = () => [t.waitingSince, t.updatedAt.desc(), t.userId] as const;
    return [
      index("conversations_waiting_idx").on(...queue()),
      index("conversations_status_idx").on(t.status, ...queue()),
      index("conversations_assignee_idx").on(t.assigneeId, ...queue()),
      index("conversations_assignee_status_idx").on(t.assigneeId, t.status, ...queue()),
    ];
  },
);

/** Messages of all conversations; `id` rises, so it also serves as the cursor to resume from. */
export const chatMessages = pgTable(
  "chat_messages",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    senderType: text("sender_type").$type<"user" | "staff" | "system">().notNull(),
    senderId: text("sender_id"),
    type: text("type").$type<"text" | "image" | "order" | "system">().notNull(),
    content: text("content").notNull(),
    fileId: text("file_id"),
    orderId: text("order_id"),
    idempotencyKey: text("client_key"),
    createdAt: timestamptz("created_at").notNull(),
    readAt: timestamptz("read_at"),
  },
  (t) => [
    index("chat_messages_user_idx").on(t.userId, t.id),
    index("chat_messages_unread_idx").on(t.userId, t.senderType, t.id).where(sql`${t.readAt} is null`),
    uniqueIndex("chat_messages_key").on(t.userId, t.senderId, t.idempotencyKey),
    // An image can be sent only once.
    uniqueIndex("chat_messages_file_key").on(t.fileId),
  ],
);

/** Notes about a customer that only staff see. */
export const chatNotes = pgTable(
  "chat_notes",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    staffId: text("staff_id")
      .notNull()
      .references(() => staff.id),
    content: text("content").notNull(),
    createdAt: timestamptz("created_at").notNull(),
  },
  (t) => [index("chat_notes_user_idx").on(t.userId, t.id)],
);

/** Last time a customer had an event stream open, at any server process. */
export const presence = pgTable(
  "presence",
  {
    userId: text("user_id").primaryKey(),
    seenAt: timestamptz("seen_at").notNull(),
  },
  (t) => [index("presence_seen_idx").on(t.seenAt)],
);
