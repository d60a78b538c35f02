import { pageSizeDefault } from "#contract/constants.ts";
import type { OrderDetail } from "#contract/order/schema.ts";
import { maskPhone } from "#contract/phone.ts";
import type { ChatCustomer, ChatNote } from "#contract/staff/chat/conversation.schema.ts";
import type { Deps } from "../../platform/Deps.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { withIdempotencyKey } from "../../platform/database/idempotency.ts";
import { AppError, invalid } from "../../platform/http/AppError.ts";
import { addMs } from "../../platform/time/clock.ts";
import { insertAudit } from "../audit/audit.repository.ts";
import * as orders from "../order/order.repository.ts";
import type { OrderService } from "../order/order.service.ts";
import { presentPoints } from "../points/points.presenter.ts";
import { getPointsSummary } from "../points/points.repository.ts";
import * as staff from "../staff/staff.repository.ts";
import { canActAt, requireRole } from "../staff/staff-access.rules.ts";
import * as users from "../user/user.repository.ts";
import { findPresence } from "./conversation.repository.ts";
import * as repository from "./customer-profile.repository.ts";
import { chatRoles } from "./staff-chat.service.ts";

interface PageQuery {
  page?: number;
  pageSize?: number;
}

function presentNote(row: repository.NoteRow): ChatNote {
  return {
    id: row.id,
    author: { staff_id: row.staffId, name: row.staffName },
    content: row.content,
    created_at: row.createdAt.toISOString(),
  };
}

/** Shows staff the customer, the orders and notes beside a conversation; each lookup is in the audit log. */
export class CustomerProfileService {
  readonly #deps: Deps;
  readonly #orders: OrderService;

  constructor(deps: Deps, orderService: OrderService) {
    this.#deps = deps;
    this.#orders = orderService;
  }

  async getProfile(staffId: string, userId: string): Promise<ChatCustomer> {
    const { database, clock, config } = this.#deps;
    const { queries } = database;
    await requireRole(queries, staffId, chatRoles);
    const user = await getUser(queries, userId);
    const at = clock.now();
    const [points, cardBalance, orderCount, { seenAt, activeOrderId }] = await Promise.all([
      getPointsSummary(queries, userId, at),
      repository.findMemberCardBalance(queries, userId),
      repository.countOrders(queries, userId),
      findPresence(queries, userId),
    ]);
    await insertAudit(queries, {
      actor: staffId,
      action: "customer.view",
      target: userId,
      detail: {},
      createdAt: at,
    });
    return {
      user_id: user.id,
      name: user.nickname,
      phone: user.phone && maskPhone(user.phone),
      member_since: user.createdAt.toISOString(),
      points: presentPoints(points).available,
      card_balance: cardBalance,
      order_count: orderCount,
      active_order_id: activeOrderId,
      online: seenAt !== null && seenAt > addMs(at, -config.limits.onlineMs),
    };
  }

  async listOrders(staffId: string, userId: string, query: PageQuery) {
    const { queries } = this.#deps.database;
    await requireRole(queries, staffId, chatRoles);
    await getUser(queries, userId);
    return await this.#orders.list(userId, query);
  }

  /**
   * Returns an order as its customer sees it; restaurant staff see only orders of their restaurants
   * ("not_found" otherwise).
   */
  async order(staffId: string, orderId: string): Promise<OrderDetail> {
    const { queries } = this.#deps.database;
    const member = await requireRole(queries, staffId, ["agent", "store", "admin"]);
    const order = await orders.findById(queries, orderId);
    if (order === undefined || !(await canActAt(queries, member, order.restaurantId)))
      throw new AppError("not_found", {}, "订单不存在");
    return await this.#orders.toDetail(order);
  }

  async listNotes(staffId: string, userId: string, query: PageQuery) {
    const { queries } = this.#deps.database;
    await requireRole(queries, staffId, chatRoles);
    await getUser(queries, userId);
    const { page = 1, pageSize = pageSizeDefault } = query;
    const found = await repository.listNotes(queries, userId, {
      offset: (page - 1) * pageSize,
      limit: pageSize + 1,
    });
    return {
      list: found.slice(0, pageSize).map(presentNote),
      page,
      pageSize,
      has_more: found.length > pageSize,
    };
  }

  /** Adds a note, once per key. */
  async addNote(
    staffId: string,
    userId: string,
    input: { content: string; client_key: string },
  ): Promise<ChatNote> {
    const content = input.content.trim();
    if (content === "") throw invalid("请输入内容", "content");
    const at = this.#deps.clock.now();
    const idempotentRequest = {
      subjectId: staffId,
      endpoint: "chat/admin/notes",
      idempotencyKey: input.client_key,
      body: { userId, content },
      createdAt: at,
    };
    return await this.#deps.database.transaction(async (tx) => {
      const member = await requireRole(tx, staffId, chatRoles);
      return await withIdempotencyKey(tx, idempotentRequest, async () => {
        await users.lockForShare(tx, userId);
        const id = await repository.insertNote(tx, { userId, staffId, content, createdAt: at });
        await insertAudit(tx, {
          actor: staffId,
          action: "chat.note",
          target: userId,
          detail: { note_id: id },
          createdAt: at,
        });
        return presentNote({ id, content, createdAt: at, staffId, staffName: member.name });
      });
    });
  }

  /** Lists the staff that a conversation can be assigned to. */
  async listAssignees(staffId: string) {
    const { queries } = this.#deps.database;
    await requireRole(queries, staffId, chatRoles);
    const members = await staff.listByRoles(queries, [...chatRoles]);
    return {
      list: members.map(({ id, name, role }) => ({
        staff_id: id,
        name,
        role: role === "admin" ? ("admin" as const) : ("agent" as const),
      })),
    };
  }
}

async function getUser(queries: QueryRunner, userId: string): Promise<users.UserRow> {
  const user = await users.findById(queries, userId);
  if (user === undefined) throw new AppError("not_found", {}, "用户不存在");
  return user;
}
