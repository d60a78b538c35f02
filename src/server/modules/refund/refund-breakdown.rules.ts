import { sumPrice } from "#contract/order/amounts.ts";
import { AppError, invalid, ruleBroken } from "../../platform/http/AppError.ts";
import type { OrderItemRow, OrderRow } from "../order/order.repository.ts";
import type { AttemptRow } from "../payment/payment.repository.ts";
import type { RefundRow } from "./refund.repository.ts";

/** Portions of a line to refund. */
export interface RefundItem {
  line: number;
  quantity: number;
}

/** The amounts and portions of a refund. */
export interface RefundBreakdown {
  order: OrderRow;
  attempt: AttemptRow;
  moneyFen: number;
  points: number;
  refundItems: RefundItem[];
  /** Whether the refund covers everything that was left of the payment. */
  isFullRefund: boolean;
}

interface RefundSelection {
  type: "full" | "items" | "amount";
  items?: { id: string; quantity: number }[];
  amount?: number;
}

interface RefundCalculationInput {
  order: OrderRow;
  attempt: AttemptRow;
  items: OrderItemRow[];
  earlierRefunds: RefundRow[];
  input: RefundSelection;
}

/**
 * Sums refunds that are promised or done. Failed ones stay reserved until staff have decided; late payments
 * never belonged to the order.
 */
export function sumStandingRefunds(earlierRefunds: RefundRow[]): { moneyFen: number; points: number } {
  const standing = earlierRefunds.filter(({ kind, state }) => kind !== "late" && state !== "closed");
  return {
    moneyFen: standing.reduce((sum, { moneyFen }) => sum + moneyFen, 0),
    points: standing.reduce((sum, { points }) => sum + points, 0),
  };
}

/**
 * Calculates a refund: money is returned as money and points as points, partial refunds in the proportion in
 * which the goods were paid, with fractions as money; the last refund returns the rest of both. Fees are only
 * refunded with everything; partial refunds cover goods alone. Throws "refund_exceeds" for more than is left
 * of the payment or of a line, and a 400 for an empty request.
 */
export function calculateRefund({
  order,
  attempt,
  items,
  earlierRefunds,
  input,
}: RefundCalculationInput): RefundBreakdown {
  const alreadyRefunded = sumStandingRefunds(earlierRefunds);
  const left = {
    moneyFen: order.paidFen - alreadyRefunded.moneyFen,
    points: order.pointsUsed - alreadyRefunded.points,
  };
  const remainingFen = left.moneyFen + left.points;
  if (remainingFen <= 0) throw new AppError("refund_exceeds", { left: 0 });
  if (input.type === "full") {
    const refundItems = items
      .map(({ line, quantity, refundedQuantity }) => ({ line, quantity: quantity - refundedQuantity }))
      .filter(({ quantity }) => quantity > 0);
    return { order, attempt, ...left, refundItems, isFullRefund: true };
  }
  const refundItems = input.type === "items" ? toRefundItems(items, input.items ?? []) : [];
  const valueFen = input.type === "items" ? sumValueFen(items, refundItems) : (input.amount ?? 0);
  if (valueFen <= 0) throw invalid("请填写退款金额", "amount");
  const remainingGoodsFen = remainingFen - sumPrice(order).feesFen;
  if (valueFen > remainingGoodsFen)
    throw new AppError("refund_exceeds", { left: Math.max(0, remainingGoodsFen) });
  const pointsShare = Math.floor((valueFen * order.pointsUsed) / order.goodsFen);
  // Fractions returned as money before may have left more points than their share.
  const points = Math.min(left.points, Math.max(pointsShare, left.points - (remainingGoodsFen - valueFen)));
  return { order, attempt, moneyFen: valueFen - points, points, refundItems, isFullRefund: false };
}

/**
 * Converts dish ids and quantities to lines. Throws a 400 for an empty or duplicate list, "rule_broken" for
 * dishes that are not in the order, "refund_exceeds" for more portions than are left.
 */
export function toRefundItems(
  items: OrderItemRow[],
  requested: { id: string; quantity: number }[],
): RefundItem[] {
  if (requested.length === 0) throw invalid("请选择要退的商品", "items");
  if (new Set(requested.map(({ id }) => id)).size !== requested.length)
    throw invalid("同一商品请合并数量", "items");
  return requested.map(({ id, quantity }) => {
    const item = items.find(({ dishId }) => dishId === id);
    if (item === undefined) throw ruleBroken("订单里没有这个商品", "items");
    const left = item.quantity - item.refundedQuantity;
    if (quantity > left) throw new AppError("refund_exceeds", { id, left });
    return { line: item.line, quantity };
  });
}

function sumValueFen(items: OrderItemRow[], refundItems: RefundItem[]): number {
  return refundItems.reduce((sum, { line, quantity }) => {
    const item = items.find((candidate) => candidate.line === line);
    return sum + (item?.priceFen ?? 0) * quantity;
  }, 0);
}
