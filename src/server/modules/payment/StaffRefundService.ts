import { AppError, invalid } from "../../platform/AppError.ts";
import { later } from "../../platform/clock.ts";
import type { Queries } from "../../platform/Database.ts";
import type { Deps } from "../../platform/Deps.ts";
import { onceByKey } from "../../platform/onceByKey.ts";
import { Thread } from "../chat/Thread.ts";
import * as orders from "../order/order.repository.ts";
import { cancelOrder } from "../order/order-life.ts";
import { answerOpenRequest } from "../order/refund-answer.ts";
import { giveBackPortions } from "../order/refunded-portions.repository.ts";
import { DailyLimits } from "../staff/DailyLimits.ts";
import * as staff from "../staff/staff.repository.ts";
import * as payments from "./payment.repository.ts";
import type { RefundService } from "./RefundService.ts";
import * as repository from "./refund.repository.ts";
import { planRefund, type RefundPlan } from "./refund-plan.ts";

/** What a member of staff asks for. */
export interface StaffRefundForm {
  order_id: string;
  refund_no: string;
  type: "full" | "items" | "amount";
  items?: { id: string; quantity: number }[];
  amount?: number;
  reason_code: string;
  note?: string;
  restock?: boolean;
  preview?: boolean;
}

/** What became of it: `preview` when nothing was done. Money in fen. */
export interface StaffRefundAnswer {
  refund_no: string;
  status: string;
  money: number;
  points: number;
}

/** What is written down of it. */
function partOf(plan: RefundPlan, form: StaffRefundForm, operator: string) {
  return {
    refundNo: form.refund_no,
    kind: "staff" as const,
    moneyFen: plan.moneyFen,
    points: plan.points,
    items: plan.portions,
    restock: form.restock ?? false,
    reason: form.reason_code.trim(),
    note: form.note?.trim() || null,
    operator,
  };
}

/** Money given back by staff: whole, by dishes, or an amount. Who may give how much, and never more than was paid. */
export class StaffRefundService {
  readonly #deps: Deps;
  readonly #thread: Thread;
  readonly #refunds: RefundService;
  readonly #limits: DailyLimits;

  constructor(deps: Deps, refunds: RefundService) {
    this.#deps = deps;
    this.#thread = new Thread(deps);
    this.#refunds = refunds;
    this.#limits = new DailyLimits(deps);
  }

  /**
   * Promises the money; the sweeper brings it to the provider. The same refund number and wish give the same answer
   * again. Throws "forbidden", "invalid_state", "refund_exceeds", "rule_broken" beyond what may be given back in a day, and "key_reused" for a number with another wish.
   */
  async refund(staffId: string, form: StaffRefundForm): Promise<StaffRefundAnswer> {
    const { database, clock } = this.#deps;
    const member = await staff.byId(database.queries, staffId);
    if (member === undefined || member.role === "store") throw new AppError("forbidden");
    const known = await orders.byId(database.queries, form.order_id);
    if (known === undefined) throw new AppError("not_found", {}, "订单不存在");
    const { preview = false, ...wish } = form;
    if (preview) {
      const plan = await database.transaction((tx) => this.#plan(tx, member, form));
      return { refund_no: form.refund_no, status: "preview", money: plan.moneyFen, points: plan.points };
    }
    const key = { subjectId: form.order_id, call: "order/refund", key: form.refund_no };
    return await database.transaction((tx) =>
      onceByKey(tx, { ...key, body: wish, at: clock.now() }, () => this.#promise(tx, member, form)),
    );
  }

  async #plan(tx: Queries, member: staff.StaffRow, form: StaffRefundForm): Promise<RefundPlan> {
    const order = await orders.lock(tx, form.order_id);
    const attempt = order && (await payments.successOf(tx, order.id));
    if (!order?.paidAt || !attempt || order.paidFen === 0) throw new AppError("invalid_state");
    const { limits } = this.#deps.config;
    if (later(order.paidAt, limits.refundWithinMs) <= this.#deps.clock.now())
      throw new AppError("invalid_state", {}, "付款已超过一年，不能退款");
    const earlier = await repository.refundsOf(tx, order.id);
    if (earlier.length >= limits.refundsPerOrder)
      throw new AppError("invalid_state", {}, "这个订单的退款次数已达上限");
    const items = await orders.itemsOf(tx, [order.id]);
    const plan = planRefund({ order, attempt, items, earlier, wish: form });
    if (member.role === "agent" && plan.moneyFen > limits.agentRefundFen)
      throw new AppError("forbidden", {}, "单笔退款超过200元，请联系管理员");
    return plan;
  }

  async #promise(tx: Queries, member: staff.StaffRow, form: StaffRefundForm): Promise<StaffRefundAnswer> {
    const plan = await this.#plan(tx, member, form);
    if (await repository.refundByNo(tx, form.refund_no)) throw new AppError("key_reused");
    const now = this.#deps.clock.now();
    const reason = form.reason_code.trim();
    if (reason === "") throw invalid("请填写退款原因", "reason_code");
    await this.#limits.spend(tx, "refunds", member.id, plan.moneyFen);
    const isOver = plan.order.status === "completed" || plan.order.status === "cancelled";
    const by = { actor: "staff", actorId: member.id, reason, now } as const;
    // Nobody cooks or brings what nobody pays for.
    const order = plan.isWhole && !isOver ? await cancelOrder(tx, plan.order, by) : plan.order;
    const isBackOnShelf = form.restock === true && order.status !== "cancelled";
    await giveBackPortions(tx, order, plan.portions, isBackOnShelf);
    // Whoever decides how much goes back has answered what was asked for.
    const answer = { status: "approved", answer: reason, answeredAt: now } as const;
    await answerOpenRequest(tx, this.#thread, order, answer);
    const done = await this.#refunds.promise(tx, order, plan.attempt, partOf(plan, form, member.id), "staff");
    const { moneyFen: money, points } = plan;
    const detail = { refund_no: form.refund_no, type: form.type, money, points, reason };
    await staff.audit(tx, {
      actor: member.id,
      action: "order.refund",
      target: order.id,
      detail,
      at: now,
    });
    const status = done.refundStatus === "refunding" ? "created" : "success";
    return { refund_no: form.refund_no, status, money, points };
  }
}
