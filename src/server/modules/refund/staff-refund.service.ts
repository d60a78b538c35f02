import type { Deps } from "../../platform/Deps.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { withIdempotencyKey } from "../../platform/database/idempotency.ts";
import { AppError, invalid } from "../../platform/http/AppError.ts";
import { addMs } from "../../platform/time/clock.ts";
import { insertAudit } from "../audit/audit.repository.ts";
import { ConversationWriter } from "../chat/ConversationWriter.ts";
import * as orders from "../order/order.repository.ts";
import type { OrderStateService } from "../order/order-state.service.ts";
import * as payments from "../payment/payment.repository.ts";
import { DailyLimits } from "../staff/DailyLimits.ts";
import * as staff from "../staff/staff.repository.ts";
import * as repository from "./refund.repository.ts";
import type { RefundService } from "./refund.service.ts";
import { calculateRefund, type RefundBreakdown } from "./refund-breakdown.rules.ts";
import { decideOpenRequest } from "./refund-decision.service.ts";
import { assertRefundLimit } from "./refund-limit.rules.ts";
import { recordRefundedItems } from "./refunded-item.repository.ts";

/** Refund request of a staff member. */
export interface StaffRefundInput {
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

/** Result of a refund: `preview` when nothing was done. Money in fen. */
export interface StaffRefundResult {
  refund_no: string;
  status: string;
  money: number;
  points: number;
}

/** Builds the refund to save. */
function toRefundInput(breakdown: RefundBreakdown, input: StaffRefundInput, operator: string) {
  return {
    refundNo: input.refund_no,
    kind: "staff" as const,
    moneyFen: breakdown.moneyFen,
    points: breakdown.points,
    items: breakdown.refundItems,
    restock: input.restock ?? false,
    reason: input.reason_code.trim(),
    note: input.note?.trim() || null,
    operator,
  };
}

/**
 * Refunds by staff: in full, by dishes, or by amount, within each role's limits and never more than was paid.
 */
export class StaffRefundService {
  readonly #deps: Deps;
  readonly #conversation: ConversationWriter;
  readonly #states: OrderStateService;
  readonly #refunds: RefundService;
  readonly #limits: DailyLimits;

  constructor(deps: Deps, states: OrderStateService, refunds: RefundService) {
    this.#deps = deps;
    this.#states = states;
    this.#conversation = new ConversationWriter(deps);
    this.#refunds = refunds;
    this.#limits = new DailyLimits(deps);
  }

  /**
   * Creates a refund, which the sweeper sends to the provider. The same refund number with the same request
   * returns the same result again.
   * @throws AppError "forbidden", "invalid_state", "refund_exceeds", "rule_broken" beyond the daily limit,
   * and "key_reused" for a number with another request.
   */
  async refund(staffId: string, input: StaffRefundInput): Promise<StaffRefundResult> {
    const { database, clock } = this.#deps;
    const member = await staff.findById(database.lookups, staffId);
    if (member === undefined || member.role === "store") throw new AppError("forbidden");
    const existing = await orders.findById(database.lookups, input.order_id);
    if (existing === undefined) throw new AppError("not_found", {}, "订单不存在");
    const { preview = false, ...body } = input;
    if (preview) {
      const breakdown = await database.transaction((tx) => this.#calculate(tx, member, input));
      return {
        refund_no: input.refund_no,
        status: "preview",
        money: breakdown.moneyFen,
        points: breakdown.points,
      };
    }
    const idempotentRequest = {
      subjectId: input.order_id,
      endpoint: "order/refund",
      idempotencyKey: input.refund_no,
      body,
      createdAt: clock.now(),
    };
    return await database.transaction((tx) =>
      withIdempotencyKey(tx, idempotentRequest, () => this.#createRefund(tx, member, input)),
    );
  }

  async #calculate(
    tx: QueryRunner,
    member: staff.StaffRow,
    input: StaffRefundInput,
  ): Promise<RefundBreakdown> {
    const order = await orders.lockForUpdate(tx, input.order_id);
    const attempt = order && (await payments.findSuccessfulAttempt(tx, order.id));
    if (!order?.paidAt || !attempt || order.paidFen === 0) throw new AppError("invalid_state");
    const { limits } = this.#deps.config;
    if (addMs(order.paidAt, limits.refundWithinMs) <= this.#deps.clock.now())
      throw new AppError("invalid_state", {}, "付款已超过一年，不能退款");
    const earlierRefunds = await repository.listRefunds(tx, order.id);
    if (earlierRefunds.length >= limits.refundsPerOrder)
      throw new AppError("invalid_state", {}, "这个订单的退款次数已达上限");
    const items = await orders.listItems(tx, [order.id]);
    const breakdown = calculateRefund({ order, attempt, items, earlierRefunds, input });
    assertRefundLimit(this.#deps.chainSettings.current, member, breakdown.moneyFen);
    return breakdown;
  }

  async #createRefund(
    tx: QueryRunner,
    member: staff.StaffRow,
    input: StaffRefundInput,
  ): Promise<StaffRefundResult> {
    const breakdown = await this.#calculate(tx, member, input);
    if (await repository.findByRefundNo(tx, input.refund_no)) throw new AppError("key_reused");
    const now = this.#deps.clock.now();
    const reason = input.reason_code.trim();
    if (reason === "") throw invalid("请填写退款原因", "reason_code");
    await this.#limits.spend(tx, "refunds", member.id, breakdown.moneyFen);
    const isFinished = breakdown.order.status === "completed" || breakdown.order.status === "cancelled";
    const by = { actor: "staff", actorId: member.id, reason, now } as const;
    // An order without payment must not be prepared or delivered.
    const order =
      breakdown.isFullRefund && !isFinished
        ? await this.#states.cancelOrder(tx, breakdown.order, by)
        : breakdown.order;
    const shouldRestock = input.restock === true && order.status !== "cancelled";
    await recordRefundedItems(tx, order, breakdown.refundItems, shouldRestock);
    // A staff refund also answers the customer's open request.
    const answer = { status: "approved", answer: reason, answeredAt: now } as const;
    await decideOpenRequest(tx, this.#conversation, order, answer);
    const refundedOrder = await this.#refunds.createRefund(
      tx,
      order,
      breakdown.attempt,
      toRefundInput(breakdown, input, member.id),
      "staff",
    );
    const { moneyFen: money, points } = breakdown;
    const detail = { refund_no: input.refund_no, type: input.type, money, points, reason };
    await insertAudit(tx, {
      actor: member.id,
      action: "order.refund",
      target: order.id,
      detail,
      createdAt: now,
    });
    const status = refundedOrder.refundStatus === "refunding" ? "created" : "success";
    return { refund_no: input.refund_no, status, money, points };
  }
}
