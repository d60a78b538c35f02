import { formatDishName } from "#contract/menu/dish-name.ts";
import type { OrderStatus, SoldoutPolicy } from "#contract/order/status.ts";
import type { Deps } from "../../platform/Deps.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { withIdempotencyKey } from "../../platform/database/idempotency.ts";
import { AppError, invalid } from "../../platform/http/AppError.ts";
import { newId } from "../../platform/security/ids.ts";
import { insertAudit } from "../audit/audit.repository.ts";
import { ConversationWriter } from "../chat/ConversationWriter.ts";
import { setSoldOut } from "../menu/dish-settings.repository.ts";
import type { OrderItemRow, OrderRow } from "../order/order.repository.ts";
import * as orders from "../order/order.repository.ts";
import type { OrderStateService } from "../order/order-state.service.ts";
import { setUnavailableQuantity } from "../order/soldout.repository.ts";
import * as payments from "../payment/payment.repository.ts";
import { DailyLimits } from "../staff/DailyLimits.ts";
import type * as staff from "../staff/staff.repository.ts";
import { canActAt, requireRole } from "../staff/staff-access.rules.ts";
import * as refunds from "./refund.repository.ts";
import type { RefundService } from "./refund.service.ts";
import { calculateRefund, type RefundItem, toRefundItems } from "./refund-breakdown.rules.ts";
import { assertRefundLimit } from "./refund-limit.rules.ts";
import { recordRefundedItems } from "./refunded-item.repository.ts";
import { decideSoldoutOutcome, formatSoldoutMessage, type SoldoutDecision } from "./soldout.rules.ts";

/** Staff report about dishes of an order that are unavailable. */
export interface SoldoutReport {
  order_id: string;
  items: { id: string; quantity: number }[];
  decision?: SoldoutDecision;
  mark_sold_out?: boolean;
  client_key: string;
}

/** A report about a locked order. */
interface SoldoutCase {
  member: staff.StaffRow;
  report: SoldoutReport;
  order: OrderRow;
  items: OrderItemRow[];
  refundItems: RefundItem[];
  /** Missing dishes, for example `拿铁（大杯）×1`. */
  missing: string;
  outcome: SoldoutPolicy;
}

const preparableStatuses: readonly OrderStatus[] = ["paid", "accepted", "preparing"];

/** Applies the customer's sold-out policy when dishes turn out to be unavailable. */
export class SoldoutService {
  readonly #deps: Deps;
  readonly #conversation: ConversationWriter;
  readonly #states: OrderStateService;
  readonly #refunds: RefundService;
  readonly #limits: DailyLimits;

  constructor(deps: Deps, states: OrderStateService, refundService: RefundService) {
    this.#deps = deps;
    this.#states = states;
    this.#conversation = new ConversationWriter(deps);
    this.#refunds = refundService;
    this.#limits = new DailyLimits(deps);
  }

  /**
   * Contacts the customer, removes and refunds the dishes, or cancels the order; once per key.
   * @throws AppError "invalid_state" for an order that is not in the kitchen or a decision other than the
   * customer's, "refund_exceeds" for more portions than are left, "forbidden" beyond an agent's limit.
   */
  async report(staffId: string, report: SoldoutReport): Promise<{ outcome: SoldoutPolicy }> {
    const { database, clock } = this.#deps;
    const member = await requireRole(database.lookups, staffId, ["agent", "store", "admin"]);
    const existing = await orders.findById(database.lookups, report.order_id);
    if (existing === undefined || !(await canActAt(database.lookups, member, existing.restaurantId)))
      throw new AppError("not_found", {}, "订单不存在");
    if (member.role === "agent" && report.mark_sold_out === true)
      throw new AppError("forbidden", {}, "只有门店和管理员可以把菜品设为售罄");
    const idempotentRequest = {
      subjectId: staffId,
      endpoint: "order/admin/soldout",
      idempotencyKey: report.client_key,
      body: report,
      createdAt: clock.now(),
    };
    return await database.transaction((tx) =>
      withIdempotencyKey(tx, idempotentRequest, async () => {
        const soldoutCase = await this.#loadCase(tx, member, report);
        if (soldoutCase.outcome === "contact") await this.#contactCustomer(tx, soldoutCase);
        else if (soldoutCase.outcome === "remove") await this.#removeItems(tx, soldoutCase);
        else await this.#cancelOrder(tx, soldoutCase);
        return { outcome: soldoutCase.outcome };
      }),
    );
  }

  async #loadCase(tx: QueryRunner, member: staff.StaffRow, report: SoldoutReport): Promise<SoldoutCase> {
    const order = await orders.lockForUpdate(tx, report.order_id);
    if (order === undefined || !preparableStatuses.includes(order.status))
      throw new AppError("invalid_state");
    const items = await orders.listItems(tx, [order.id]);
    const refundItems = toRefundItems(items, report.items);
    const outcome = decideSoldoutOutcome(order, items, refundItems, report.decision);
    const missing = refundItems.map((refundItem) => formatItem(items, refundItem)).join("、");
    return { member, report, order, items, refundItems, missing, outcome };
  }

  async #contactCustomer(tx: QueryRunner, soldoutCase: SoldoutCase): Promise<void> {
    await this.#recordDecision(tx, soldoutCase);
    await this.#markItemsUnavailable(tx, soldoutCase);
    await this.#markDishesSoldOut(tx, soldoutCase);
    await this.#conversation.postSystemMessageAndReopen(
      tx,
      soldoutCase.order.userId,
      formatSoldoutMessage(soldoutCase),
      soldoutCase.order.id,
    );
  }

  async #removeItems(tx: QueryRunner, soldoutCase: SoldoutCase): Promise<void> {
    const { order, items, report, refundItems, missing, member } = soldoutCase;
    // The answer to the open request decides about the same money.
    if (order.refundStatus === "requested")
      throw new AppError("invalid_state", {}, "顾客正在申请退款，请先处理申请");
    const attempt = await payments.findSuccessfulAttempt(tx, order.id);
    const earlierRefunds = await refunds.listRefunds(tx, order.id);
    if (attempt === undefined || earlierRefunds.length >= this.#deps.config.limits.refundsPerOrder)
      throw new AppError("invalid_state");
    const breakdown = calculateRefund({
      order,
      attempt,
      items,
      earlierRefunds,
      input: { type: "items", items: report.items },
    });
    await this.#assertWithinLimit(tx, member, breakdown.moneyFen);
    const updated = await this.#recordDecision(tx, soldoutCase);
    await recordRefundedItems(tx, updated, refundItems, false);
    await this.#markItemsUnavailable(tx, soldoutCase);
    await this.#markDishesSoldOut(tx, soldoutCase);
    await this.#conversation.postSystemMessage(tx, order.userId, formatSoldoutMessage(soldoutCase), order.id);
    const refundInput = {
      refundNo: `S${newId()}`,
      kind: "staff" as const,
      moneyFen: breakdown.moneyFen,
      points: breakdown.points,
      items: refundItems,
      reason: `商品缺货：${missing}`,
      operator: member.id,
    };
    await this.#refunds.createRefund(tx, updated, attempt, refundInput, toActor(member));
  }

  async #cancelOrder(tx: QueryRunner, soldoutCase: SoldoutCase): Promise<void> {
    const { order, member, missing } = soldoutCase;
    await this.#assertWithinLimit(tx, member, order.paidFen - order.refundedFen);
    const by = { actor: toActor(member), actorId: member.id, reason: `商品缺货：${missing}` };
    const updated = await this.#recordDecision(tx, soldoutCase);
    const cancelled = await this.#states.cancelOrder(tx, updated, { ...by, now: this.#deps.clock.now() });
    await this.#markItemsUnavailable(tx, soldoutCase);
    await this.#markDishesSoldOut(tx, soldoutCase);
    await this.#conversation.postSystemMessage(tx, order.userId, formatSoldoutMessage(soldoutCase), order.id);
    await this.#refunds.createFullRefund(tx, cancelled, by);
  }

  /** Restaurants may refund unavailable dishes without a limit. */
  async #assertWithinLimit(tx: QueryRunner, member: staff.StaffRow, moneyFen: number): Promise<void> {
    if (member.role === "store") return;
    assertRefundLimit(this.#deps.chainSettings.current, member, moneyFen);
    await this.#limits.spend(tx, "refunds", member.id, moneyFen);
  }

  /** Records the report in the order's history and the audit log. */
  async #recordDecision(
    tx: QueryRunner,
    { order, member, report, missing, outcome }: SoldoutCase,
  ): Promise<OrderRow> {
    const now = this.#deps.clock.now();
    const detail = {
      outcome,
      missing,
      ...(report.decision === undefined ? {} : { decision: report.decision }),
    };
    await insertAudit(tx, {
      actor: member.id,
      action: "order.soldout",
      target: order.id,
      detail,
      createdAt: now,
    });
    return await this.#states.recordSoldout(tx, order, {
      outcome,
      actor: toActor(member),
      actorId: member.id,
      reason: missing,
      now,
    });
  }

  async #markItemsUnavailable(tx: QueryRunner, { order, items, refundItems }: SoldoutCase): Promise<void> {
    for (const { line, quantity } of refundItems) {
      const item = items.find((candidate) => candidate.line === line);
      await setUnavailableQuantity(tx, order.id, line, (item?.refundedQuantity ?? 0) + quantity);
    }
  }

  /**
   * Marks the dishes as sold out on the menu if requested; rows are locked in the same order as by orders.
   */
  async #markDishesSoldOut(tx: QueryRunner, { order, report, member }: SoldoutCase): Promise<void> {
    if (report.mark_sold_out !== true) return;
    for (const id of report.items.map((item) => item.id).sort()) {
      await setSoldOut(tx, order.restaurantId, id);
      const detail = { dish_id: id, sold_out: true };
      const entry = { actor: member.id, action: "restaurant.dish", target: order.restaurantId, detail };
      await insertAudit(tx, { ...entry, createdAt: this.#deps.clock.now() });
    }
  }
}

function toActor({ role }: staff.StaffRow): "store" | "staff" {
  return role === "store" ? "store" : "staff";
}

function formatItem(items: OrderItemRow[], { line, quantity }: RefundItem): string {
  const item = items.find((candidate) => candidate.line === line);
  if (item === undefined) throw invalid("订单里没有这个商品", "items");
  return `${formatDishName(item.name, item.specName)}×${quantity}`;
}
