import type { OrderDetail } from "#contract/order/schema.ts";
import type { Deps } from "../../platform/Deps.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { withIdempotencyKey } from "../../platform/database/idempotency.ts";
import { AppError } from "../../platform/http/AppError.ts";
import { newId } from "../../platform/security/ids.ts";
import { insertAudit } from "../audit/audit.repository.ts";
import { canRequestRefund } from "../order/order.presenter.ts";
import type { OrderRow } from "../order/order.repository.ts";
import * as orders from "../order/order.repository.ts";
import { type OrderService, requireOwnOrder } from "../order/order.service.ts";
import type { OrderStateService } from "../order/order-state.service.ts";
import type { Actor } from "../order/order-transition.rules.ts";
import { requireRole } from "../staff/staff-access.rules.ts";
import type { RefundService } from "./refund.service.ts";
import { refundAnswerDueAt } from "./refund-deadline.rules.ts";
import { publishRefundRequest } from "./refund-decision.service.ts";
import { assertRefundLimit } from "./refund-limit.rules.ts";
import * as requests from "./refund-request.repository.ts";

interface RefundRequestInput {
  order_id: string;
  reason: string;
  text?: string;
  images?: string[];
  client_key: string;
}

/** The approving actor, the history reason, and the text for the customer. */
interface RefundApproval {
  actor: Actor;
  actorId?: string;
  reason: string;
  answer: string;
}

const batchSize = 20;
/** Cancellation reason of an order whose refund request was approved. */
export const approvedReason = "退款申请已通过";

function auditEntry(staffId: string, input: RefundRequestInput, at: Date) {
  const detail = { reason: input.reason, forCustomer: true };
  return { actor: staffId, action: "order.apply-refund", target: input.order_id, detail, createdAt: at };
}

/** Customers' refund requests, and their approval when they are not answered in time. */
export class RefundRequestService {
  readonly #deps: Deps;
  readonly #orders: OrderService;
  readonly #states: OrderStateService;
  readonly #refunds: RefundService;

  constructor(
    deps: Deps,
    dependencies: { orders: OrderService; states: OrderStateService; refunds: RefundService },
  ) {
    this.#deps = deps;
    this.#orders = dependencies.orders;
    this.#states = dependencies.states;
    this.#refunds = dependencies.refunds;
  }

  /**
   * Creates a request for a customer. Only staff who could approve it may do so; otherwise leaving it
   * unanswered would be a way around their limits. Throws "forbidden" for other staff and beyond an agent's
   * limit.
   */
  async createForCustomer(staffId: string, input: RefundRequestInput): Promise<OrderDetail> {
    const { queries } = this.#deps.database;
    const member = await requireRole(queries, staffId, ["agent", "admin"]);
    const order = await orders.findById(queries, input.order_id);
    if (order === undefined) throw new AppError("not_found", {}, "订单不存在");
    assertRefundLimit(this.#deps.chainSettings.current, member, order.paidFen - order.refundedFen);
    return await this.create(order.userId, input, staffId);
  }

  /**
   * Creates a request, once per idempotency key and per order; `staffId` records the staff member who acts for the
   * customer. Throws "invalid_state" when a refund cannot be requested, or was requested before.
   */
  async create(userId: string, input: RefundRequestInput, staffId?: string): Promise<OrderDetail> {
    const { database, clock, chainSettings } = this.#deps;
    const now = clock.now();
    const idempotentRequest = {
      subjectId: userId,
      endpoint: "order/refund-request",
      idempotencyKey: input.client_key,
      body: input,
      createdAt: now,
    };
    await database.transaction((tx) =>
      withIdempotencyKey(tx, idempotentRequest, async () => {
        const order = requireOwnOrder(await orders.lockForUpdate(tx, input.order_id), userId);
        if (!canRequestRefund(order, now, chainSettings)) throw new AppError("invalid_state");
        const images = await this.#requireOwnImages(tx, userId, input.images ?? []);
        await requests.retainImages(tx, images);
        const request = await requests.insertRequest(tx, {
          id: newId(),
          orderId: order.id,
          reason: input.reason,
          text: input.text?.trim() ?? "",
          images,
          status: "open",
          restaurantId: order.restaurantId,
          createdAt: now,
          dueAt: refundAnswerDueAt(order, now, chainSettings.current),
        });
        const actor = staffId === undefined ? "customer" : "staff";
        await this.#states.changeRefundStatus(tx, order, {
          to: "requested",
          actor,
          reason: input.reason,
          now,
        });
        if (staffId !== undefined) await insertAudit(tx, auditEntry(staffId, input, now));
        publishRefundRequest(tx, order, request, now);
        return null;
      }),
    );
    return await this.#orders.getDetail(userId, input.order_id);
  }

  /** Approves requests that were not answered in time. */
  async sweep(): Promise<void> {
    const { database, clock } = this.#deps;
    for (const orderId of await requests.listUnansweredOrderIds(database.queries, clock.now(), batchSize)) {
      try {
        await database.transaction((tx) => this.#approveUnanswered(tx, orderId));
      } catch (error) {
        // The order changed concurrently: it stays due and is checked again.
        if (!(error instanceof AppError)) throw error;
        this.#deps.log.info({ order: orderId, word: error.code }, "refund request left for later");
      }
    }
  }

  async #requireOwnImages(tx: QueryRunner, userId: string, images: string[]): Promise<string[]> {
    const distinct = [...new Set(images)];
    if (distinct.length > 0 && (await requests.countOwnImages(tx, userId, distinct)) < distinct.length)
      throw new AppError("not_found", { field: "images" }, "图片不存在，请重新上传");
    return distinct;
  }

  /**
   * Refunds everything; an uncompleted order is cancelled as well, so that no unpaid order is delivered. The
   * order must be locked.
   */
  async approve(tx: QueryRunner, order: OrderRow, by: RefundApproval): Promise<void> {
    const isFinished = order.status === "completed" || order.status === "cancelled";
    const { answer, ...changedBy } = by;
    const closedOrder = isFinished
      ? order
      : await this.#states.cancelOrder(tx, order, { ...changedBy, now: this.#deps.clock.now() });
    await this.#refunds.createFullRefund(tx, closedOrder, { ...changedBy, answer });
  }

  async #approveUnanswered(tx: QueryRunner, orderId: string): Promise<void> {
    const order = await orders.lockForUpdate(tx, orderId);
    // Another process has answered it already.
    if (order?.refundStatus !== "requested") return;
    const answer = "超时未处理，已自动同意退款";
    await this.approve(tx, order, { actor: "system", reason: approvedReason, answer });
  }
}
