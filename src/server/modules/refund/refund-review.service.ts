import type { ChainSettings } from "#contract/chain-settings/chain-settings.ts";
import { pageSizeDefault } from "#contract/constants.ts";
import type { RefundReview } from "#contract/staff/order/schema.ts";
import type { Deps } from "../../platform/Deps.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { withIdempotencyKey } from "../../platform/database/idempotency.ts";
import { AppError, invalid } from "../../platform/http/AppError.ts";
import { insertAudit } from "../audit/audit.repository.ts";
import { ConversationWriter } from "../chat/ConversationWriter.ts";
import type { OrderRow } from "../order/order.repository.ts";
import * as orders from "../order/order.repository.ts";
import type { OrderStateService } from "../order/order-state.service.ts";
import { DailyLimits } from "../staff/DailyLimits.ts";
import type * as staff from "../staff/staff.repository.ts";
import { canActAt, requireOwnRestaurant, requireRole } from "../staff/staff-access.rules.ts";
import { refundAnswerDueAt } from "./refund-deadline.rules.ts";
import { decideOpenRequest, publishRefundRequest } from "./refund-decision.service.ts";
import { assertRefundLimit } from "./refund-limit.rules.ts";
import * as requests from "./refund-request.repository.ts";
import { approvedReason, type RefundRequestService } from "./refund-request.service.ts";
import { type CaseQuery, parseCaseFilter, presentRefundCase } from "./refund-review.presenter.ts";

const serviceRoles = ["agent", "admin"] as const;

interface RefundDecisionInput {
  order_id: string;
  approve: boolean;
  reason: string;
  client_key: string;
}

/** Lets staff answer refund requests. */
export class RefundReviewService {
  readonly #deps: Deps;
  readonly #conversation: ConversationWriter;
  readonly #states: OrderStateService;
  readonly #requests: RefundRequestService;
  readonly #limits: DailyLimits;

  constructor(deps: Deps, states: OrderStateService, requestService: RefundRequestService) {
    this.#deps = deps;
    this.#states = states;
    this.#conversation = new ConversationWriter(deps);
    this.#requests = requestService;
    this.#limits = new DailyLimits(deps);
  }

  /**
   * Lists open requests by deadline, then answered ones by the latest answer: of one restaurant, or for customer service
   * of all. Throws "forbidden", "validation" for a choice of restaurant staff that is missing, and as `parseDayRange`.
   */
  async list(
    staffId: string,
    { page = 1, pageSize = pageSizeDefault, ...query }: CaseQuery & { page?: number; pageSize?: number },
  ) {
    const { queries } = this.#deps.database;
    const member = await this.#requireAccess(staffId, ["see", "answer"]);
    const isStore = member.role === "store";
    const asked = parseCaseFilter(query);
    const filter = isStore
      ? { ...asked, restaurantId: await requireOwnRestaurant(queries, staffId, query.restaurant_id) }
      : asked;
    const range = { offset: (page - 1) * pageSize, limit: pageSize + 1 };
    const found = await this.#deps.database.read((reads) =>
      filter.status ? requests.listCases(reads, filter, range) : listOpenThenAnswered(reads, filter, range),
    );
    return {
      list: found.slice(0, pageSize).map(presentRefundCase),
      page,
      pageSize,
      has_more: found.length > pageSize,
      can_answer: !isStore || this.#deps.chainSettings.current.restaurants.refund_requests === "answer",
    };
  }

  /**
   * Answers a request, once per key. Throws "invalid_state" for an answered request, "forbidden" beyond an
   * agent's limit.
   */
  async answer(staffId: string, input: RefundDecisionInput): Promise<RefundReview> {
    const { database, clock } = this.#deps;
    const reason = input.reason.trim();
    if (!input.approve && reason === "") throw invalid("请填写拒绝的原因", "reason");
    const member = await this.#requireAccess(staffId, ["answer"]);
    const existing = await orders.findById(database.lookups, input.order_id);
    if (existing === undefined || !(await canActAt(database.lookups, member, existing.restaurantId)))
      throw new AppError("not_found", {}, "订单不存在");
    const idempotentRequest = {
      subjectId: staffId,
      endpoint: "order/admin/refund-request/answer",
      idempotencyKey: input.client_key,
      body: input,
      createdAt: clock.now(),
    };
    await database.transaction((tx) =>
      withIdempotencyKey(tx, idempotentRequest, async () => {
        const order = await orders.lockForUpdate(tx, input.order_id);
        if (order?.refundStatus !== "requested") throw new AppError("invalid_state", {}, "该申请已处理");
        if (input.approve) await this.#approve(tx, member, order, reason);
        else await this.#reject(tx, order, reason);
        const detail = { approve: input.approve, reason, paid: order.paidFen };
        const entry = { actor: staffId, action: "order.refund-request", target: order.id, detail };
        await insertAudit(tx, { ...entry, createdAt: clock.now() });
        return null;
      }),
    );
    return presentRefundCase(
      (await requests.findLatestCase(database.queries, input.order_id)) as requests.RefundCaseRow,
    );
  }

  /**
   * Reopens the rejected request of an order, once per key. Throws "invalid_state" when the latest request is
   * not rejected or no money is left to refund.
   */
  async reopen(staffId: string, input: { order_id: string; client_key: string }): Promise<RefundReview> {
    const { database, clock, chainSettings } = this.#deps;
    await requireRole(database.lookups, staffId, serviceRoles);
    if ((await orders.findById(database.lookups, input.order_id)) === undefined)
      throw new AppError("not_found", {}, "订单不存在");
    const now = clock.now();
    const endpointPath = "order/admin/refund-request/reopen";
    const idempotentRequest = {
      subjectId: staffId,
      endpoint: endpointPath,
      idempotencyKey: input.client_key,
      body: input,
      createdAt: now,
    };
    await database.transaction((tx) =>
      withIdempotencyKey(tx, idempotentRequest, async () => {
        const order = await orders.lockForUpdate(tx, input.order_id);
        const request = order && (await requests.findLatestRequest(tx, order.id));
        const isRejected = order?.refundStatus === "rejected" && request?.status === "rejected";
        if (!isRejected || order.paidFen <= order.refundedFen)
          throw new AppError("invalid_state", {}, "没有可以重新受理的退款申请");
        const open = await requests.reopenRequest(
          tx,
          request.id,
          refundAnswerDueAt(order, now, chainSettings.current),
        );
        await this.#states.changeRefundStatus(tx, order, {
          to: "requested",
          actor: "staff",
          reason: "客服重新受理",
          now,
        });
        publishRefundRequest(tx, order, open, now);
        await this.#conversation.postSystemMessage(tx, order.userId, "客服已重新受理您的退款申请", order.id);
        const entry = { actor: staffId, action: "order.refund-reopen", target: order.id };
        await insertAudit(tx, { ...entry, detail: { request: request.id }, createdAt: now });
        return null;
      }),
    );
    return presentRefundCase(
      (await requests.findLatestCase(database.queries, input.order_id)) as requests.RefundCaseRow,
    );
  }

  /** Returns the staff member, unless the chain keeps the requests from restaurants. Throws "forbidden". */
  async #requireAccess(
    staffId: string,
    allowedSettings: readonly ChainSettings["restaurants"]["refund_requests"][],
  ): Promise<staff.StaffRow> {
    const roles = [...serviceRoles, "store"] as const;
    const member = await requireRole(this.#deps.database.lookups, staffId, roles);
    const { refund_requests: setting } = this.#deps.chainSettings.current.restaurants;
    if (member.role === "store" && !allowedSettings.includes(setting)) throw new AppError("forbidden");
    return member;
  }

  async #approve(tx: QueryRunner, member: staff.StaffRow, order: OrderRow, reason: string): Promise<void> {
    const moneyFen = order.paidFen - order.refundedFen;
    assertRefundLimit(this.#deps.chainSettings.current, member, moneyFen);
    await this.#limits.spend(tx, "refunds", member.id, moneyFen);
    const by = { actor: "staff", actorId: member.id, reason: approvedReason } as const;
    await this.#requests.approve(tx, order, { ...by, answer: reason || approvedReason });
  }

  async #reject(tx: QueryRunner, order: OrderRow, reason: string): Promise<void> {
    const now = this.#deps.clock.now();
    await decideOpenRequest(tx, this.#conversation, order, {
      status: "rejected",
      answer: reason,
      answeredAt: now,
    });
    await this.#states.changeRefundStatus(tx, order, { to: "rejected", actor: "staff", reason, now });
  }
}

/** Lists a page of both kinds; open requests are few (half an hour's worth), so counting them is cheap. */
async function listOpenThenAnswered(
  queries: QueryRunner,
  filter: requests.CaseFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<requests.RefundCaseRow[]> {
  const open = await requests.listCases(queries, { ...filter, status: "open" }, { offset, limit });
  if (open.length === limit) return open;
  const openCount = offset === 0 ? open.length : await requests.countOpen(queries, filter);
  const rest = { offset: Math.max(0, offset - openCount), limit: limit - open.length };
  const answered = await requests.listCases(queries, { ...filter, status: "answered" }, rest);
  return [...open, ...answered];
}
