import { AppError, invalid, ruleBroken } from "../../platform/AppError.ts";
import type { ItemRow, OrderRow } from "../order/order.repository.ts";
import type { AttemptRow } from "./payment.repository.ts";
import type { RefundRow } from "./refund.repository.ts";

/** Portions of a line that are given back. */
export interface Portion {
  line: number;
  quantity: number;
}

/** How much goes back for what. */
export interface RefundPlan {
  order: OrderRow;
  attempt: AttemptRow;
  moneyFen: number;
  points: number;
  portions: Portion[];
  /** Everything that was left of the payment. */
  isWhole: boolean;
}

interface Wish {
  type: "full" | "items" | "amount";
  items?: { id: string; quantity: number }[];
  amount?: number;
}

interface PlanParts {
  order: OrderRow;
  attempt: AttemptRow;
  items: ItemRow[];
  /** Every refund of the order so far. */
  earlier: RefundRow[];
  wish: Wish;
}

/**
 * What is promised or given back already. What failed stays reserved until a person has decided; late money was never the
 * order's.
 */
export function promised(earlier: RefundRow[]): { moneyFen: number; points: number } {
  const standing = earlier.filter(({ kind, state }) => kind !== "late" && state !== "closed");
  return {
    moneyFen: standing.reduce((sum, { moneyFen }) => sum + moneyFen, 0),
    points: standing.reduce((sum, { points }) => sum + points, 0),
  };
}

/**
 * Works out a refund: what was paid with money goes back as money, what was paid with points as points, parts in the
 * proportion in which the goods were paid, fractions as money; what is left of either goes with the last. The way of the
 * delivery is only paid back with everything; parts are of the goods alone. Throws "refund_exceeds" for more than is left
 * of the payment or of a line, and a 400 for a wish that says nothing.
 */
export function planRefund({ order, attempt, items, earlier, wish }: PlanParts): RefundPlan {
  const given = promised(earlier);
  const left = { moneyFen: order.paidFen - given.moneyFen, points: order.pointsUsed - given.points };
  const leftFen = left.moneyFen + left.points;
  if (leftFen <= 0) throw new AppError("refund_exceeds", { left: 0 });
  if (wish.type === "full") {
    const portions = items
      .map(({ line, quantity, refundedQuantity }) => ({ line, quantity: quantity - refundedQuantity }))
      .filter(({ quantity }) => quantity > 0);
    return { order, attempt, ...left, portions, isWhole: true };
  }
  const portions = wish.type === "items" ? portionsOf(items, wish.items ?? []) : [];
  const worthFen = wish.type === "items" ? worthOf(items, portions) : (wish.amount ?? 0);
  if (worthFen <= 0) throw invalid("请填写退款金额", "amount");
  const partLeftFen = leftFen - order.deliveryFeeFen;
  if (worthFen > partLeftFen) throw new AppError("refund_exceeds", { left: Math.max(0, partLeftFen) });
  const share = Math.floor((worthFen * order.pointsUsed) / order.goodsFen);
  // Fractions that went as money before may have left more points than their share.
  const points = Math.min(left.points, Math.max(share, left.points - (partLeftFen - worthFen)));
  return { order, attempt, moneyFen: worthFen - points, points, portions, isWhole: false };
}

/**
 * The lines behind dish ids, with as many portions as are wanted of them. Throws a 400 for dishes that are not in the
 * order, "refund_exceeds" for more portions than are left.
 */
export function portionsOf(items: ItemRow[], wished: { id: string; quantity: number }[]): Portion[] {
  if (wished.length === 0) throw invalid("请选择要退的商品", "items");
  if (new Set(wished.map(({ id }) => id)).size !== wished.length)
    throw invalid("同一商品请合并数量", "items");
  return wished.map(({ id, quantity }) => {
    const item = items.find(({ dishId }) => dishId === id);
    if (item === undefined) throw ruleBroken("订单里没有这个商品", "items");
    const left = item.quantity - item.refundedQuantity;
    if (quantity > left) throw new AppError("refund_exceeds", { id, left });
    return { line: item.line, quantity };
  });
}

function worthOf(items: ItemRow[], portions: Portion[]): number {
  return portions.reduce((sum, { line, quantity }) => {
    const item = items.find((one) => one.line === line);
    return sum + (item?.priceFen ?? 0) * quantity;
  }, 0);
}
