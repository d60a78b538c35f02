import type { SoldoutPolicy } from "#contract/order/status.ts";
import { AppError } from "../../platform/http/AppError.ts";
import type { OrderItemRow, OrderRow } from "../order/order.repository.ts";
import { parseSoldoutPolicy } from "../order/soldout-policy.rules.ts";
import type { RefundItem } from "./refund-breakdown.rules.ts";

/** Agreement between staff and a customer who wanted to be contacted. */
export type SoldoutDecision = "remove" | "cancel_order";

/**
 * Decides what to do about unavailable portions: the customer's choice, or the agreement with one who wanted
 * to be contacted. An order with nothing left is cancelled. A voucher order has no money to refund in part,
 * so its customer is contacted. Throws "invalid_state" for a decision against the customer's choice.
 */
export function decideSoldoutOutcome(
  order: Pick<OrderRow, "soldoutPolicy" | "paidFen">,
  items: OrderItemRow[],
  refundItems: RefundItem[],
  decision: SoldoutDecision | undefined,
): SoldoutPolicy {
  const policy = parseSoldoutPolicy(order.soldoutPolicy);
  if (policy !== "contact" && decision !== undefined && decision !== policy)
    throw new AppError("invalid_state", {}, "顾客下单时已选择缺货处理方式");
  const outcome = policy === "contact" ? (decision ?? policy) : policy;
  if (outcome !== "remove") return outcome;
  const isEmpty = items.every(({ line, quantity, refundedQuantity }) => {
    const missing = refundItems.find((candidate) => candidate.line === line)?.quantity ?? 0;
    return quantity - refundedQuantity - missing <= 0;
  });
  if (isEmpty) return "cancel_order";
  return order.paidFen === 0 ? "contact" : outcome;
}

/** Formats the message to the customer. */
export function formatSoldoutMessage(report: {
  order: OrderRow;
  missing: string;
  outcome: SoldoutPolicy;
}): string {
  const { order, missing, outcome } = report;
  const intro = `您在${order.restaurant.name}的订单有商品缺货：${missing}。`;
  if (outcome === "contact") return `${intro}请在这里回复我们：换成别的商品、去掉缺货商品，还是取消整单。`;
  const prefix = parseSoldoutPolicy(order.soldoutPolicy) === outcome ? "已按您的选择" : "已";
  if (outcome === "remove") return `${intro}${prefix}去掉缺货商品，款项原路退回。`;
  const refundText = order.paidFen === 0 ? "餐券可以重新使用。" : "款项原路退回。";
  return `${intro}${prefix}取消整单，${refundText}`;
}
