import { formatDishName } from "#contract/menu/dish-name.ts";
import type { OrderStatus, SoldoutPolicy } from "#contract/order/status.ts";
import { AppError, invalid } from "../../platform/AppError.ts";
import type { Queries } from "../../platform/Database.ts";
import type { Deps } from "../../platform/Deps.ts";
import { newId } from "../../platform/ids.ts";
import { onceByKey } from "../../platform/onceByKey.ts";
import { Thread } from "../chat/Thread.ts";
import { setSoldOut } from "../menu/menu.repository.ts";
import type { ItemRow, OrderRow } from "../order/order.repository.ts";
import * as orders from "../order/order.repository.ts";
import { cancelOrder, noteSoldout } from "../order/order-life.ts";
import { giveBackPortions } from "../order/refunded-portions.repository.ts";
import { setUnavailable } from "../order/soldout.repository.ts";
import { DailyLimits } from "../staff/DailyLimits.ts";
import * as staff from "../staff/staff.repository.ts";
import { requireRole } from "../staff/staff-access.ts";
import * as payments from "./payment.repository.ts";
import type { RefundService } from "./RefundService.ts";
import * as refunds from "./refund.repository.ts";
import { type Portion, planRefund, portionsOf } from "./refund-plan.ts";
import { type SoldoutDecision, soldoutMessage, soldoutOutcome } from "./soldout-rules.ts";

/** Dishes of an order that cannot be made, as staff report them. */
export interface SoldoutReport {
  order_id: string;
  items: { id: string; quantity: number }[];
  decision?: SoldoutDecision;
  mark_sold_out?: boolean;
  client_key: string;
}

/** A report about an order that is locked. */
interface Case {
  member: staff.StaffRow;
  report: SoldoutReport;
  order: OrderRow;
  items: ItemRow[];
  portions: Portion[];
  /** What is missing, for example `拿铁 大杯×1`. */
  missing: string;
  outcome: SoldoutPolicy;
}

const inKitchen: readonly OrderStatus[] = ["paid", "accepted", "preparing"];

/** Obeys what customers chose for dishes that turn out not to be available. */
export class SoldoutService {
  readonly #deps: Deps;
  readonly #thread: Thread;
  readonly #refunds: RefundService;
  readonly #limits: DailyLimits;

  constructor(deps: Deps, refundService: RefundService) {
    this.#deps = deps;
    this.#thread = new Thread(deps);
    this.#refunds = refundService;
    this.#limits = new DailyLimits(deps);
  }

  /**
   * Asks the customer, takes the dishes off and gives them back, or cancels the order; once per key. Throws
   * "invalid_state" for an order that is not in the kitchen or another decision than the customer's, "refund_exceeds"
   * for more portions than are left, "forbidden" beyond an agent's limit.
   */
  async report(staffId: string, report: SoldoutReport): Promise<{ outcome: SoldoutPolicy }> {
    const { database, clock } = this.#deps;
    const member = await requireRole(database.queries, staffId, ["agent", "store", "admin"]);
    const known = await orders.byId(database.queries, report.order_id);
    if (known === undefined || (member.role === "store" && member.restaurantId !== known.restaurantId))
      throw new AppError("not_found", {}, "订单不存在");
    if (member.role === "agent" && report.mark_sold_out === true)
      throw new AppError("forbidden", {}, "只有门店和管理员可以把菜品设为售罄");
    const { client_key: key } = report;
    const once = { subjectId: staffId, call: "order/admin/soldout", key, body: report, at: clock.now() };
    return await database.transaction((tx) =>
      onceByKey(tx, once, async () => {
        const found = await this.#open(tx, member, report);
        if (found.outcome === "contact") await this.#ask(tx, found);
        else if (found.outcome === "remove") await this.#remove(tx, found);
        else await this.#cancel(tx, found);
        return { outcome: found.outcome };
      }),
    );
  }

  async #open(tx: Queries, member: staff.StaffRow, report: SoldoutReport): Promise<Case> {
    const order = await orders.lock(tx, report.order_id);
    if (order === undefined || !inKitchen.includes(order.status)) throw new AppError("invalid_state");
    const items = await orders.itemsOf(tx, [order.id]);
    const portions = portionsOf(items, report.items);
    const outcome = soldoutOutcome(order, items, portions, report.decision);
    const missing = portions.map((portion) => nameOf(items, portion)).join("、");
    return { member, report, order, items, portions, missing, outcome };
  }

  async #ask(tx: Queries, found: Case): Promise<void> {
    await this.#note(tx, found);
    await this.#markLines(tx, found);
    await this.#markDishes(tx, found);
    await this.#thread.raise(tx, found.order.userId, soldoutMessage(found), found.order.id);
  }

  async #remove(tx: Queries, found: Case): Promise<void> {
    const { order, items, report, portions, missing, member } = found;
    // An answer to the request decides about the same money.
    if (order.refundStatus === "requested")
      throw new AppError("invalid_state", {}, "顾客正在申请退款，请先处理申请");
    const attempt = await payments.successOf(tx, order.id);
    const earlier = await refunds.refundsOf(tx, order.id);
    if (attempt === undefined || earlier.length >= this.#deps.config.limits.refundsPerOrder)
      throw new AppError("invalid_state");
    const plan = planRefund({ order, attempt, items, earlier, wish: { type: "items", items: report.items } });
    await this.#requireLimit(tx, member, plan.moneyFen);
    const noted = await this.#note(tx, found);
    await giveBackPortions(tx, noted, portions, false);
    await this.#markLines(tx, found);
    await this.#markDishes(tx, found);
    await this.#thread.tell(tx, order.userId, soldoutMessage(found), order.id);
    const part = {
      refundNo: `S${newId()}`,
      kind: "staff" as const,
      moneyFen: plan.moneyFen,
      points: plan.points,
      items: portions,
      reason: `商品缺货：${missing}`,
      operator: member.id,
    };
    await this.#refunds.promise(tx, noted, attempt, part, actorOf(member));
  }

  async #cancel(tx: Queries, found: Case): Promise<void> {
    const { order, member, missing } = found;
    await this.#requireLimit(tx, member, order.paidFen - order.refundedFen);
    const by = { actor: actorOf(member), actorId: member.id, reason: `商品缺货：${missing}` };
    const noted = await this.#note(tx, found);
    const cancelled = await cancelOrder(tx, noted, { ...by, now: this.#deps.clock.now() });
    await this.#markLines(tx, found);
    await this.#markDishes(tx, found);
    await this.#thread.tell(tx, order.userId, soldoutMessage(found), order.id);
    await this.#refunds.promiseFull(tx, cancelled, by);
  }

  /** Stores give back what they cannot make without a limit. */
  async #requireLimit(tx: Queries, member: staff.StaffRow, moneyFen: number): Promise<void> {
    if (member.role === "agent" && moneyFen > this.#deps.config.limits.agentRefundFen)
      throw new AppError("forbidden", {}, "单笔退款超过200元，请联系管理员");
    if (member.role !== "store") await this.#limits.spend(tx, "refunds", member.id, moneyFen);
  }

  /** Writes the report into the order's history and the audit log. */
  async #note(tx: Queries, { order, member, report, missing, outcome }: Case): Promise<OrderRow> {
    const now = this.#deps.clock.now();
    const detail = {
      outcome,
      missing,
      ...(report.decision === undefined ? {} : { decision: report.decision }),
    };
    await staff.audit(tx, { actor: member.id, action: "order.soldout", target: order.id, detail, at: now });
    return await noteSoldout(tx, order, {
      outcome,
      actor: actorOf(member),
      actorId: member.id,
      reason: missing,
      now,
    });
  }

  async #markLines(tx: Queries, { order, items, portions }: Case): Promise<void> {
    for (const { line, quantity } of portions) {
      const item = items.find((one) => one.line === line);
      await setUnavailable(tx, order.id, line, (item?.refundedQuantity ?? 0) + quantity);
    }
  }

  /** Takes the dishes off the store's menu where that is wanted; rows are taken in the order of orders. */
  async #markDishes(tx: Queries, { order, report, member }: Case): Promise<void> {
    if (report.mark_sold_out !== true) return;
    for (const id of report.items.map((item) => item.id).sort()) {
      await setSoldOut(tx, order.restaurantId, id, true);
      const detail = { dish_id: id, sold_out: true };
      const entry = { actor: member.id, action: "restaurant.dish", target: order.restaurantId, detail };
      await staff.audit(tx, { ...entry, at: this.#deps.clock.now() });
    }
  }
}

function actorOf({ role }: staff.StaffRow): "store" | "staff" {
  return role === "store" ? "store" : "staff";
}

function nameOf(items: ItemRow[], { line, quantity }: Portion): string {
  const item = items.find((one) => one.line === line);
  if (item === undefined) throw invalid("订单里没有这个商品", "items");
  return `${formatDishName(item.name, item.specName)}×${quantity}`;
}
