import { formatChinaTime } from "../shared/chinaTime.ts";
import type { Refund, Trade } from "./payTypes.ts";
import type { TransactionRepository } from "./TransactionRepository.ts";

const STATE_TEXT = { NOTPAY: "订单未支付", SUCCESS: "支付成功", CLOSED: "订单已关闭", REFUND: "转入退款" };

/**
 * Returns the state shown by a query: a paid transaction with a refund that is not closed is in state REFUND.
 */
export function tradeState(trade: Trade, repository: TransactionRepository): keyof typeof STATE_TEXT {
  return trade.state === "SUCCESS" && repository.committedRefundFen(trade.outTradeNo) > 0
    ? "REFUND"
    : trade.state;
}

/** Formats a transaction for the query response and for TRANSACTION.SUCCESS (with `state` SUCCESS). */
export function transactionView(trade: Trade, state: keyof typeof STATE_TEXT): object {
  const view = {
    appid: trade.appid,
    mchid: trade.mchid,
    out_trade_no: trade.outTradeNo,
    trade_state: state,
    trade_state_desc: STATE_TEXT[state],
    attach: trade.attach ?? "",
  };
  const amount = { total: trade.totalFen, currency: "CNY" };
  if (!trade.paidAt) return { ...view, amount };
  return {
    ...view,
    transaction_id: trade.transactionId,
    trade_type: trade.kind === "h5" ? "MWEB" : "JSAPI",
    bank_type: "OTHERS",
    success_time: formatChinaTime(trade.paidAt),
    payer: { openid: trade.openid ?? `o${trade.prepayId.slice(-27)}` },
    amount: { ...amount, payer_total: trade.totalFen, payer_currency: "CNY" },
  };
}

/** Formats a refund for the API response. */
export function refundView(refund: Refund, trade: Trade): object {
  return {
    refund_id: refund.refundId,
    out_refund_no: refund.outRefundNo,
    transaction_id: trade.transactionId,
    out_trade_no: refund.outTradeNo,
    channel: "ORIGINAL",
    user_received_account: "支付用户零钱",
    ...(refund.status === "SUCCESS" && refund.settledAt
      ? { success_time: formatChinaTime(refund.settledAt) }
      : {}),
    create_time: formatChinaTime(refund.createdAt),
    status: refund.status,
    funds_account: "AVAILABLE",
    amount: {
      total: refund.totalFen,
      refund: refund.refundFen,
      payer_total: refund.totalFen,
      payer_refund: refund.refundFen,
      settlement_total: refund.totalFen,
      settlement_refund: refund.refundFen,
      discount_refund: 0,
      currency: "CNY",
    },
  };
}

/** Formats a refund for its notification. */
export function refundNotificationView(refund: Refund, trade: Trade): object {
  return {
    mchid: trade.mchid,
    out_trade_no: trade.outTradeNo,
    transaction_id: trade.transactionId,
    out_refund_no: refund.outRefundNo,
    refund_id: refund.refundId,
    refund_status: refund.status,
    ...(refund.status === "SUCCESS" && refund.settledAt
      ? { success_time: formatChinaTime(refund.settledAt) }
      : {}),
    user_received_account: "支付用户零钱",
    amount: {
      total: refund.totalFen,
      refund: refund.refundFen,
      payer_total: refund.totalFen,
      payer_refund: refund.refundFen,
    },
  };
}

function sumFen(refunds: readonly Refund[], ...statuses: Refund["status"][]): number {
  return refunds
    .filter((refund) => statuses.includes(refund.status))
    .reduce((sum, refund) => sum + refund.refundFen, 0);
}

/** Formats a transaction with its refunds for the sandbox's own pages and tests; amounts in fen. */
export function tradeSummaryView(trade: Trade, repository: TransactionRepository) {
  const refunds = repository.listRefunds(trade.outTradeNo);
  return {
    out_trade_no: trade.outTradeNo,
    prepay_id: trade.prepayId,
    transaction_id: trade.transactionId,
    kind: trade.kind,
    description: trade.description,
    state: tradeState(trade, repository),
    last_attempt: trade.lastAttempt,
    total: trade.totalFen,
    paid: trade.paidAt ? trade.totalFen : 0,
    refunded: sumFen(refunds, "SUCCESS"),
    refunding: sumFen(refunds, "PROCESSING", "ABNORMAL"),
    created_at: trade.createdAt,
    paid_at: trade.paidAt,
    closed_at: trade.closedAt,
    refunds: refunds.map((refund) => ({
      out_refund_no: refund.outRefundNo,
      refund_id: refund.refundId,
      amount: refund.refundFen,
      status: refund.status,
      created_at: refund.createdAt,
      settled_at: refund.settledAt,
    })),
  };
}
