import type { QueryRunner } from "../../platform/database/Database.ts";
import { newId } from "../../platform/security/ids.ts";
import type { AttemptRow } from "../payment/payment.repository.ts";
import { insertRefund } from "./refund.repository.ts";

/**
 * Refunds an attempt that paid for an order that was cancelled, or paid by another attempt, meanwhile. It does not
 * belong to the order's own refunds.
 */
export async function refundLatePayment(tx: QueryRunner, attempt: AttemptRow, now: Date): Promise<void> {
  await insertRefund(tx, {
    id: newId(),
    refundNo: `L${attempt.outTradeNo}`,
    orderId: attempt.orderId,
    attemptId: attempt.id,
    kind: "late",
    moneyFen: attempt.amountFen,
    reason: "订单已关闭，款项原路退回",
    operator: "system",
    state: "created",
    nextTryAt: now,
    createdAt: now,
  });
}
