import { pageSizeDefault } from "#contract/constants.ts";
import type { RefundCase } from "#contract/order-admin/schema.ts";
import { AppError, invalid } from "../../platform/AppError.ts";
import type { Queries } from "../../platform/Database.ts";
import type { Deps } from "../../platform/Deps.ts";
import { onceByKey } from "../../platform/onceByKey.ts";
import { Thread } from "../chat/Thread.ts";
import type { OrderRow } from "../order/order.repository.ts";
import * as orders from "../order/order.repository.ts";
import { moveRefund } from "../order/order-life.ts";
import { answerOpenRequest } from "../order/refund-answer.ts";
import { presentCase } from "../order/refund-case.presenter.ts";
import * as requests from "../order/refund-request.repository.ts";
import * as staff from "../staff/staff.repository.ts";
import { requireRole } from "../staff/staff-access.ts";
import { approvedReason, type RefundRequestService } from "./RefundRequestService.ts";

const roles = ["agent", "admin"] as const;

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

  constructor(deps: Deps, requestService: RefundRequestService) {
    this.#deps = deps;
    this.#thread = new Thread(deps);
    this.#requests = requestService;
  }

  /** Open requests by when they are due, then answered ones, the latest answer first. */
  async list(staffId: string, query: { page?: number; pageSize?: number; status?: "open" | "answered" }) {
    const { queries } = this.#deps.database;
    await requireRole(queries, staffId, roles);
    const { page = 1, pageSize = pageSizeDefault, status } = query;
    const wish = { offset: (page - 1) * pageSize, limit: pageSize + 1 };
    const found = status ? await requests.casesOf(queries, status, wish) : await bothOf(queries, wish);
    return {
      list: found.slice(0, pageSize).map(presentCase),
      page,
      pageSize,
      has_more: found.length > pageSize,
    };
  }

  /** Answers once a key. Throws "invalid_state" for what is answered already, "forbidden" beyond an agent's limit. */
  async answer(staffId: string, form: AnswerForm): Promise<RefundCase> {
    const { database, clock } = this.#deps;
    const reason = form.reason.trim();
    if (!form.approve && reason === "") throw invalid("请填写拒绝的原因", "reason");
    const member = await requireRole(database.queries, staffId, roles);
    if ((await orders.byId(database.queries, form.order_id)) === undefined)
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

  async #approve(tx: Queries, member: staff.StaffRow, order: OrderRow, reason: string): Promise<void> {
    const isTooMuch = order.paidFen - order.refundedFen > this.#deps.config.limits.agentRefundFen;
    if (member.role === "agent" && isTooMuch)
      throw new AppError("forbidden", {}, "单笔退款超过200元，请联系管理员");
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
  { offset, limit }: { offset: number; limit: number },
): Promise<requests.CaseRow[]> {
  const open = await requests.casesOf(queries, "open", { offset, limit });
  if (open.length === limit) return open;
  const before = offset === 0 ? open.length : await requests.countOpen(queries);
  const answered = await requests.casesOf(queries, "answered", {
    offset: Math.max(0, offset - before),
    limit: limit - open.length,
  });
  return [...open, ...answered];
}
