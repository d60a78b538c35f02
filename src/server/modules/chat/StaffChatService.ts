import type { History, Message } from "#contract/chat/message.schema.ts";
import type { ChatSession } from "#contract/chat-admin/session.schema.ts";
import type { SessionAction, SessionFilter, SessionStatus } from "#contract/chat-admin/words.ts";
import { pageSizeDefault } from "#contract/constants.ts";
import { AppError, invalid } from "../../platform/AppError.ts";
import type { Queries } from "../../platform/Database.ts";
import type { Deps } from "../../platform/Deps.ts";
import { fileById } from "../file/file.repository.ts";
import { byId as orderById } from "../order/order.repository.ts";
import { countOpen } from "../order/refund-request.repository.ts";
import * as staff from "../staff/staff.repository.ts";
import { requireRole } from "../staff/staff-access.ts";
import { byId as userById } from "../user/user.repository.ts";
import { presentSession } from "./chat.presenter.ts";
import * as messages from "./chat.repository.ts";
import { type Outgoing, type OutgoingForm, outgoingOf, partOf, requireSame } from "./outgoing.ts";
import * as sessions from "./session.repository.ts";
import { historyOf, messageFor, Thread } from "./Thread.ts";

/** Who talks to customers. */
export const chatRoles = ["agent", "admin"] as const;

interface QueueQuery {
  page?: number;
  pageSize?: number;
  filter?: SessionFilter;
  status?: SessionStatus;
  keyword?: string;
}

interface SessionWish {
  user_id: string;
  action: SessionAction;
  staff_id?: string;
}

/** Threads of all customers, for agents and admins. What they change is in the audit log. */
export class StaffChatService {
  readonly #deps: Deps;
  readonly #thread: Thread;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#thread = new Thread(deps);
  }

  async sessions(staffId: string, query: QueueQuery) {
    const { database, clock, config } = this.#deps;
    await requireRole(database.queries, staffId, chatRoles);
    const { page = 1, pageSize = pageSizeDefault, filter = "all", status } = query;
    const keyword = query.keyword?.trim() ?? "";
    const part = { offset: (page - 1) * pageSize, limit: pageSize + 1 };
    const isEverywhere = keyword !== "" && filter === "all" && status === undefined;
    const assigned = filter === "all" ? {} : { assigneeId: filter === "mine" ? staffId : null };
    const found = isEverywhere
      ? await sessions.searchCustomers(database.queries, keyword, part)
      : await sessions.queueOf(database.queries, { ...assigned, status, keyword, ...part });
    const now = clock.now();
    return {
      list: found.slice(0, pageSize).map((row) => presentSession(row, now, config.limits.onlineMs)),
      page,
      pageSize,
      has_more: found.length > pageSize,
    };
  }

  /** What waits for this member: messages that are theirs or nobody's to read, and requests for refunds. */
  async counts(staffId: string) {
    const { queries } = this.#deps.database;
    await requireRole(queries, staffId, chatRoles);
    const [unread, refundRequests] = await Promise.all([
      sessions.countUnread(queries, staffId),
      countOpen(queries, null),
    ]);
    return { unread, refund_requests: refundRequests };
  }

  /** A part of a thread; reading it changes nothing. Throws "not_found" for nobody. */
  async messages(staffId: string, userId: string, query: Parameters<typeof partOf>[0]): Promise<History> {
    const { queries } = this.#deps.database;
    await requireRole(queries, staffId, chatRoles);
    const part = partOf(query);
    if ((await userById(queries, userId)) === undefined) throw new AppError("not_found", {}, "用户不存在");
    return await historyOf(queries, userId, part, "staff");
  }

  /** Sends once a key; whoever answers first takes the thread. */
  async send(staffId: string, form: OutgoingForm & { user_id: string }): Promise<Message> {
    const wish = outgoingOf(form);
    const { user_id: userId, client_key: clientKey } = form;
    return await this.#deps.database.transaction(async (tx) => {
      await requireRole(tx, staffId, chatRoles);
      const session = await this.#thread.open(tx, userId);
      const earlier = await messages.byKey(tx, userId, staffId, clientKey);
      if (earlier !== undefined) {
        requireSame(earlier, wish);
        return await messageFor(tx, earlier.id, "staff");
      }
      await requireOfThread(tx, userId, staffId, wish);
      const post = { ...wish, userId, senderType: "staff", senderId: staffId, clientKey } as const;
      const told = await this.#thread.post(tx, session, post);
      await this.#record(tx, staffId, "chat.send", userId, { message_id: told.staff.id, type: wish.type });
      return told.staff;
    });
  }

  /** Marks what the customer wrote as read. Throws "not_found" where there is no thread. */
  async read(staffId: string, userId: string, upToId: number): Promise<ChatSession> {
    return await this.#deps.database.transaction(async (tx) => {
      await requireRole(tx, staffId, chatRoles);
      const before = await sessions.lockSession(tx, userId);
      if (before === undefined) throw new AppError("not_found");
      if (before.unreadByStaff > 0) {
        await this.#thread.read(tx, userId, "staff", upToId);
        await this.#record(tx, staffId, "chat.read", userId, { up_to_id: upToId });
      }
      return await this.#show(tx, userId);
    });
  }

  /** Gives, takes, ends or opens a thread; what is so already stays so, without a trace. */
  async change(staffId: string, wish: SessionWish): Promise<ChatSession> {
    const { user_id: userId, action } = wish;
    return await this.#deps.database.transaction(async (tx) => {
      await requireRole(tx, staffId, chatRoles);
      const values = await valuesOf(tx, staffId, wish);
      const before = await sessions.lockSession(tx, userId);
      if (before === undefined) throw new AppError("not_found");
      const names = Object.keys(values) as (keyof typeof values)[];
      if (names.every((name) => values[name] === before[name])) return await this.#show(tx, userId);
      await sessions.updateSession(tx, userId, { ...values, updatedAt: this.#deps.clock.now() });
      const detail = wish.staff_id === undefined ? {} : { staff_id: wish.staff_id };
      await this.#record(tx, staffId, `chat.${action}`, userId, detail);
      return await this.#thread.announceSession(tx, userId);
    });
  }

  async #show(tx: Queries, userId: string): Promise<ChatSession> {
    const row = (await sessions.queueRow(tx, userId)) as sessions.QueueRow;
    return presentSession(row, this.#deps.clock.now(), this.#deps.config.limits.onlineMs);
  }

  async #record(tx: Queries, actor: string, action: string, target: string, detail: Record<string, unknown>) {
    await staff.audit(tx, { actor, action, target, detail, at: this.#deps.clock.now() });
  }
}

type Change = Partial<Pick<sessions.SessionRow, "assigneeId" | "status" | "waitingSince">>;

async function valuesOf(tx: Queries, staffId: string, { action, staff_id }: SessionWish): Promise<Change> {
  if (staff_id !== undefined && action !== "assign") throw invalid("不能指定客服", "staff_id");
  switch (action) {
    case "assign_me":
      return { assigneeId: staffId };
    case "assign": {
      const colleague = staff_id === undefined ? undefined : await staff.byId(tx, staff_id);
      if (colleague === undefined || colleague.role === "store") throw invalid("请选择客服", "staff_id");
      return { assigneeId: colleague.id };
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

/** Staff quote orders of that customer, and send pictures that they put into that thread themselves. */
async function requireOfThread(
  tx: Queries,
  userId: string,
  staffId: string,
  { fileId, orderId }: Outgoing,
): Promise<void> {
  if (orderId !== null && (await orderById(tx, orderId))?.userId !== userId)
    throw new AppError("not_found", { field: "order_id" }, "订单不存在");
  if (fileId === null) return;
  const file = await fileById(tx, fileId);
  const isOfThread = file?.ownerId === userId && file.uploadedBy === staffId && file.kind === "chat";
  if (!isOfThread || (await messages.isSent(tx, fileId)))
    throw new AppError("not_found", { field: "image_id" }, "图片不存在，请重新上传");
}
