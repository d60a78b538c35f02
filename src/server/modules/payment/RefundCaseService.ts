import { pageSizeDefault } from "#contract/constants.ts";
import type { RefundCase } from "#contract/order-admin/schema.ts";
import type { Config } from "../../config.ts";
import { AppError, invalid } from "../../platform/AppError.ts";
import type { Queries } from "../../platform/Database.ts";
import type { Deps } from "../../platform/Deps.ts";
import { onceByKey } from "../../platform/onceByKey.ts";
import { Thread } from "../chat/Thread.ts";
import type { OrderRow } from "../order/order.repository.ts";
import * as orders from "../order/order.repository.ts";
import { moveRefund } from "../order/order-life.ts";
import { announceRequest, answerOpenRequest } from "../order/refund-answer.ts";
import { presentCase } from "../order/refund-case.presenter.ts";
import { answerDueAt } from "../order/refund-due.ts";
import * as requests from "../order/refund-request.repository.ts";
import { DailyLimits } from "../staff/DailyLimits.ts";
import * as staff from "../staff/staff.repository.ts";
import { requireRole } from "../staff/staff-access.ts";
import { approvedReason, type RefundRequestService } from "./RefundRequestService.ts";

const serviceRoles = ["agent", "admin"] as const;

interface AnswerForm {
  order_id: string;
  approve: boolean;
  reason: string;
  client_key: string;
}

/** Staff answering customers who ask for their money back. */
export class RefundCaseService {
  readonly #deps: Deps;
  readonly #thread: Thread;
  readonly #requests: RefundRequestService;
  readonly #limits: DailyLimits;

  constructor(deps: Deps, requestService: RefundRequestService) {
    this.#deps = deps;
    this.#thread = new Thread(deps);
    this.#requests = requestService;
    this.#limits = new DailyLimits(deps);
  }

  /** Lists open requests by when they are due, then answered ones, the latest answer first. */
  async list(staffId: string, query: { page?: number; pageSize?: number; status?: "open" | "answered" }) {
    const { queries } = this.#deps.database;
    const { restaurantId } = await this.#requireAccess(staffId, ["see", "answer"]);
    const { page = 1, pageSize = pageSizeDefault, status } = query;
    const wish = { offset: (page - 1) * pageSize, limit: pageSize + 1, restaurantId };
    const found = status ? await requests.casesOf(queries, status, wish) : await bothOf(queries, wish);
    return {
      list: found.slice(0, pageSize).map(presentCase),
      page,
      pageSize,
      has_more: found.length > pageSize,
      can_answer: restaurantId === null || this.#deps.config.storeRefundRequests === "answer",
    };
  }

  /** Answers once a key. Throws "invalid_state" for what is answered already, "forbidden" beyond an agent's limit. */
  async answer(staffId: string, form: AnswerForm): Promise<RefundCase> {
    const { database, clock } = this.#deps;
    const reason = form.reason.trim();
    if (!form.approve && reason === "") throw invalid("请填写拒绝的原因", "reason");
    const { member, restaurantId } = await this.#requireAccess(staffId, ["answer"]);
    const known = await orders.byId(database.queries, form.order_id);
    if (known === undefined || (restaurantId !== null && known.restaurantId !== restaurantId))
      throw new AppError("not_found", {}, "订单不存在");
    const key = {
      subjectId: staffId,
      call: "order/admin/refund-request/answer",
      key: form.client_key,
      body: form,
      at: clock.now(),
    };
    await database.transaction((tx) =>
      onceByKey(tx, key, async () => {
        const order = await orders.lock(tx, form.order_id);
        if (order?.refundStatus !== "requested") throw new AppError("invalid_state", {}, "该申请已处理");
        if (form.approve) await this.#approve(tx, member, order, reason);
        else await this.#refuse(tx, order, reason);
        const detail = { approve: form.approve, reason, paid: order.paidFen };
        const entry = { actor: staffId, action: "order.refund-request", target: order.id, detail };
        await staff.audit(tx, { ...entry, at: clock.now() });
        return null;
      }),
    );
    return presentCase((await requests.lastCase(database.queries, form.order_id)) as requests.CaseRow);
  }

  /**
   * Opens the rejected request of an order once more, once a key. Throws "invalid_state" when the last request is not
   * rejected or no money is left to give back.
   */
  async reopen(staffId: string, form: { order_id: string; client_key: string }): Promise<RefundCase> {
    const { database, clock, config } = this.#deps;
    await requireRole(database.queries, staffId, serviceRoles);
    if ((await orders.byId(database.queries, form.order_id)) === undefined)
      throw new AppError("not_found", {}, "订单不存在");
    const now = clock.now();
    const call = "order/admin/refund-request/reopen";
    const key = { subjectId: staffId, call, key: form.client_key, body: form, at: now };
    await database.transaction((tx) =>
      onceByKey(tx, key, async () => {
        const order = await orders.lock(tx, form.order_id);
        const request = order && (await requests.lastRequest(tx, order.id));
        const isRejected = order?.refundStatus === "rejected" && request?.status === "rejected";
        if (!isRejected || order.paidFen <= order.refundedFen)
          throw new AppError("invalid_state", {}, "没有可以重新受理的退款申请");
        const open = await requests.reopenRequest(tx, request.id, answerDueAt(order, now, config));
        await moveRefund(tx, order, { to: "requested", actor: "staff", reason: "客服重新受理", now });
        announceRequest(tx, order, open, now);
        await this.#thread.tell(tx, order.userId, "客服已重新受理您的退款申请", order.id);
        const entry = { actor: staffId, action: "order.refund-reopen", target: order.id };
        await staff.audit(tx, { ...entry, detail: { request: request.id }, at: now });
        return null;
      }),
    );
    return presentCase((await requests.lastCase(database.queries, form.order_id)) as requests.CaseRow);
  }

  /** Who asks, and whose requests that is about: a store's own, for customer service all. Throws "forbidden". */
  async #requireAccess(
    staffId: string,
    settings: readonly Config["storeRefundRequests"][],
  ): Promise<{ member: staff.StaffRow; restaurantId: string | null }> {
    const roles = [...serviceRoles, "store"] as const;
    const member = await requireRole(this.#deps.database.queries, staffId, roles);
    if (member.role !== "store") return { member, restaurantId: null };
    if (member.restaurantId === null || !settings.includes(this.#deps.config.storeRefundRequests))
      throw new AppError("forbidden");
    return { member, restaurantId: member.restaurantId };
  }

  async #approve(tx: Queries, member: staff.StaffRow, order: OrderRow, reason: string): Promise<void> {
    const isTooMuch = order.paidFen - order.refundedFen > this.#deps.config.limits.agentRefundFen;
    if (member.role !== "admin" && isTooMuch)
      throw new AppError("forbidden", {}, "单笔退款超过200元，请联系管理员");
    await this.#limits.spend(tx, "refunds", member.id, order.paidFen - order.refundedFen);
    const by = { actor: "staff", actorId: member.id, reason: approvedReason } as const;
    await this.#requests.approve(tx, order, { ...by, answer: reason || approvedReason });
  }

  async #refuse(tx: Queries, order: OrderRow, reason: string): Promise<void> {
    const now = this.#deps.clock.now();
    await answerOpenRequest(tx, this.#thread, order, { status: "rejected", answer: reason, answeredAt: now });
    await moveRefund(tx, order, { to: "rejected", actor: "staff", reason, now });
  }
}

/** A page of both kinds: the open ones are as many as half an hour brings, so they are counted. */
async function bothOf(
  queries: Queries,
  { offset, limit, restaurantId }: { offset: number; limit: number; restaurantId: string | null },
): Promise<requests.CaseRow[]> {
  const open = await requests.casesOf(queries, "open", { offset, limit, restaurantId });
  if (open.length === limit) return open;
  const before = offset === 0 ? open.length : await requests.countOpen(queries, restaurantId);
  const answered = await requests.casesOf(queries, "answered", {
    offset: Math.max(0, offset - before),
    limit: limit - open.length,
    restaurantId,
  });
  return [...open, ...answered];
}
