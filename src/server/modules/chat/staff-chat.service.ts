import type { ChatHistory, ChatMessage } from "#contract/chat/message.schema.ts";
import { pageSizeDefault } from "#contract/constants.ts";
import type { ConversationSummary } from "#contract/staff/chat/conversation.schema.ts";
import type {
  ConversationAction,
  ConversationFilter,
  ConversationStatus,
} from "#contract/staff/chat/enums.ts";
import type { Deps } from "../../platform/Deps.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { AppError, invalid } from "../../platform/http/AppError.ts";
import { insertAudit } from "../audit/audit.repository.ts";
import { findFileById } from "../file/file.repository.ts";
import { findById as orderById } from "../order/order.repository.ts";
import * as staff from "../staff/staff.repository.ts";
import { requireRole } from "../staff/staff-access.rules.ts";
import { findById as userById } from "../user/user.repository.ts";
import { ConversationWriter, getMessage, listHistory } from "./ConversationWriter.ts";
import { presentConversation } from "./chat.presenter.ts";
import * as sessions from "./conversation.repository.ts";
import * as messages from "./message.repository.ts";
import {
  assertSameBody,
  type MessageInput,
  parseMessageInput,
  parseMessagePage,
  type SendMessageRequest,
} from "./message-input.rules.ts";

/** Roles that may talk to customers. */
export const chatRoles = ["agent", "admin"] as const;

interface QueueQuery {
  page?: number;
  pageSize?: number;
  filter?: ConversationFilter;
  status?: ConversationStatus;
  keyword?: string;
}

interface ConversationUpdate {
  user_id: string;
  action: ConversationAction;
  staff_id?: string;
}

/** Conversations of all customers, for agents and admins; changes are in the audit log. */
export class StaffChatService {
  readonly #deps: Deps;
  readonly #writer: ConversationWriter;
  readonly #countOpenRefundRequests: (queries: QueryRunner) => Promise<number>;

  constructor(deps: Deps, countOpenRefundRequests: (queries: QueryRunner) => Promise<number>) {
    this.#deps = deps;
    this.#countOpenRefundRequests = countOpenRefundRequests;
    this.#writer = new ConversationWriter(deps);
  }

  async listConversations(staffId: string, query: QueueQuery) {
    const { database, clock, config } = this.#deps;
    await requireRole(database.lookups, staffId, chatRoles);
    const { page = 1, pageSize = pageSizeDefault, filter = "all", status } = query;
    const keyword = query.keyword?.trim() ?? "";
    const range = { offset: (page - 1) * pageSize, limit: pageSize + 1 };
    const isGlobalSearch = keyword !== "" && filter === "all" && status === undefined;
    const assigneeFilter = filter === "all" ? {} : { assigneeId: filter === "mine" ? staffId : null };
    const found = isGlobalSearch
      ? await sessions.searchCustomers(database.queries, keyword, range)
      : await sessions.listQueue(database.queries, { ...assigneeFilter, status, keyword, ...range });
    const now = clock.now();
    return {
      list: found.slice(0, pageSize).map((row) => presentConversation(row, now, config.limits.onlineMs)),
      page,
      pageSize,
      has_more: found.length > pageSize,
    };
  }

  /** Counts this staff member's work: their own and unassigned unread messages, and refund requests. */
  async getCounts(staffId: string) {
    const { queries } = this.#deps.database;
    await requireRole(queries, staffId, chatRoles);
    const [unread, refundRequests] = await Promise.all([
      sessions.countUnread(queries, staffId),
      this.#countOpenRefundRequests(queries),
    ]);
    return { unread, refund_requests: refundRequests };
  }

  /** Lists a page of a conversation without marking it read. Throws "not_found" for an unknown customer. */
  async listMessages(
    staffId: string,
    userId: string,
    query: Parameters<typeof parseMessagePage>[0],
  ): Promise<ChatHistory> {
    const { queries } = this.#deps.database;
    await requireRole(queries, staffId, chatRoles);
    const messagePage = parseMessagePage(query);
    if ((await userById(queries, userId)) === undefined) throw new AppError("not_found", {}, "用户不存在");
    return await listHistory(queries, userId, messagePage, "staff");
  }

  /** Sends once per key; the first staff member to reply is assigned the conversation. */
  async send(staffId: string, request: SendMessageRequest & { user_id: string }): Promise<ChatMessage> {
    const input = parseMessageInput(request);
    const { user_id: userId, client_key: idempotencyKey } = request;
    return await this.#deps.database.transaction(async (tx) => {
      await requireRole(tx, staffId, chatRoles);
      const conversation = await this.#writer.lockOrCreate(tx, userId);
      const earlier = await messages.findByIdempotencyKey(tx, userId, staffId, idempotencyKey);
      if (earlier !== undefined) {
        assertSameBody(earlier, input);
        return await getMessage(tx, earlier.id, "staff");
      }
      await assertAttachmentsInConversation(tx, userId, staffId, input);
      const newMessage = {
        ...input,
        userId,
        senderType: "staff",
        senderId: staffId,
        idempotencyKey,
      } as const;
      const messageByAudience = await this.#writer.post(tx, conversation, newMessage);
      const detail = { message_id: messageByAudience.staff.id, type: input.type };
      const createdAt = this.#deps.clock.now();
      await insertAudit(tx, { actor: staffId, action: "chat.send", target: userId, detail, createdAt });
      return messageByAudience.staff;
    });
  }

  /** Marks the customer's messages as read. Throws "not_found" without a conversation. */
  async markRead(staffId: string, userId: string, upToId: number): Promise<ConversationSummary> {
    return await this.#deps.database.transaction(async (tx) => {
      await requireRole(tx, staffId, chatRoles);
      const before = await sessions.lockConversation(tx, userId);
      if (before === undefined) throw new AppError("not_found");
      if (before.unreadByStaff > 0) {
        await this.#writer.markRead(tx, userId, "staff", upToId);
        const entry = { actor: staffId, action: "chat.read", target: userId, detail: { up_to_id: upToId } };
        await insertAudit(tx, { ...entry, createdAt: this.#deps.clock.now() });
      }
      return await this.#getConversation(tx, userId);
    });
  }

  /**
   * Assigns, claims, resolves or reopens a conversation; a change to the current state does nothing and is
   * not audited.
   */
  async updateConversation(staffId: string, update: ConversationUpdate): Promise<ConversationSummary> {
    const { user_id: userId, action } = update;
    return await this.#deps.database.transaction(async (tx) => {
      await requireRole(tx, staffId, chatRoles);
      const values = await toConversationChanges(tx, staffId, update);
      const before = await sessions.lockConversation(tx, userId);
      if (before === undefined) throw new AppError("not_found");
      const fields = Object.keys(values) as (keyof typeof values)[];
      if (fields.every((name) => values[name] === before[name]))
        return await this.#getConversation(tx, userId);
      const now = this.#deps.clock.now();
      await sessions.updateConversation(tx, userId, { ...values, updatedAt: now });
      const detail = update.staff_id === undefined ? {} : { staff_id: update.staff_id };
      const entry = { actor: staffId, action: `chat.${action}`, target: userId, detail, createdAt: now };
      await insertAudit(tx, entry);
      return await this.#writer.publishConversation(tx, userId);
    });
  }

  async #getConversation(tx: QueryRunner, userId: string): Promise<ConversationSummary> {
    const row = (await sessions.findQueueRow(tx, userId)) as sessions.QueueRow;
    return presentConversation(row, this.#deps.clock.now(), this.#deps.config.limits.onlineMs);
  }
}

type ConversationChanges = Partial<Pick<sessions.ConversationRow, "assigneeId" | "status" | "waitingSince">>;

async function toConversationChanges(
  tx: QueryRunner,
  staffId: string,
  { action, staff_id }: ConversationUpdate,
): Promise<ConversationChanges> {
  if (staff_id !== undefined && action !== "assign") throw invalid("不能指定客服", "staff_id");
  switch (action) {
    case "assign_me":
      return { assigneeId: staffId };
    case "assign": {
      const assignee = staff_id === undefined ? undefined : await staff.findById(tx, staff_id);
      if (assignee === undefined || assignee.role === "store") throw invalid("请选择客服", "staff_id");
      return { assigneeId: assignee.id };
    }
    case "unassign":
      return { assigneeId: null };
    case "resolve":
      return { status: "resolved", waitingSince: null };
    case "reopen":
      return { status: "open" };
    case "pending":
      return { status: "pending" };
  }
}

/** Staff may quote orders of that customer, and send images that they uploaded to that conversation. */
async function assertAttachmentsInConversation(
  tx: QueryRunner,
  userId: string,
  staffId: string,
  { fileId, orderId }: MessageInput,
): Promise<void> {
  if (orderId !== null && (await orderById(tx, orderId))?.userId !== userId)
    throw new AppError("not_found", { field: "order_id" }, "订单不存在");
  if (fileId === null) return;
  const file = await findFileById(tx, fileId);
  const isInConversation = file?.ownerId === userId && file.uploadedBy === staffId && file.kind === "chat";
  if (!isInConversation || (await messages.isFileSent(tx, fileId)))
    throw new AppError("not_found", { field: "image_id" }, "图片不存在，请重新上传");
}
