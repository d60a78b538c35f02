import type { ChainSettings } from "#contract/chain-settings/chain-settings.ts";
import type { PointsAccount, PointsRecord, UpcomingPoints } from "#contract/points/schema.ts";
import type { AccountRow, MovementRow, PointsSummary, PointsType } from "./points.repository.ts";
import type { Lot } from "./points-lot.repository.ts";

const messages: Record<PointsType, string> = {
  earn: "下单获得",
  spend: "抵扣订单",
  refund: "退款返还",
  reverse: "退款扣回",
  invite: "邀请好友感谢礼",
  withdraw: "申请提现",
  withdraw_return: "提现未通过，积分退回",
  expire: "积分到期",
  adjust: "客服调整",
};

/** Returns the points that the customer can spend now, never below zero, and the next pending ones. */
export function presentPoints({ available, coming }: PointsSummary): {
  available: number;
  coming: UpcomingPoints | null;
} {
  return {
    available: Math.max(0, available),
    coming: coming && { points: coming.points, at: coming.at?.toISOString() ?? null },
  };
}

/** Returns an account's balance, its pending points and its next expiry. */
export function presentAccount(
  account: AccountRow,
  summary: PointsSummary,
  context: { lots: Lot[]; now: Date; rules: ChainSettings["points"] },
): PointsAccount {
  const next = context.lots.find(({ at, left }) => left > 0 && at > context.now);
  return {
    balance: account.balance,
    ...presentPoints(summary),
    pending: summary.pending,
    reserved: account.reserved,
    expiring: next ? { points: next.left, at: next.at.toISOString() } : null,
    rules: context.rules,
  };
}

/** Formats a ledger entry, with the end of its order's number. */
export function presentRecord(row: MovementRow, orderNo: string | null): PointsRecord {
  const label = row.type === "reverse" && orderNo === null ? "感谢礼收回" : messages[row.type];
  return {
    id: String(row.id),
    type: row.type,
    text: orderNo === null ? label : `${label} · 订单尾号${orderNo.slice(-4)}`,
    delta: row.delta,
    balance_after: row.balanceAfter,
    order_id: row.orderId,
    available_at: row.availableAt?.toISOString() ?? null,
    expires_at: row.expiresAt?.toISOString() ?? null,
    at: row.createdAt.toISOString(),
  };
}
