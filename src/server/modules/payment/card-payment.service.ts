import type { QueryRunner } from "../../platform/database/Database.ts";
import { AppError } from "../../platform/http/AppError.ts";
import { newId, newRisingId } from "../../platform/security/ids.ts";
import * as cards from "../card/card.repository.ts";
import type { OrderRow } from "../order/order.repository.ts";
import * as repository from "./payment.repository.ts";

/**
 * Pays for an order by the customer's member card: the attempt is successful from the start. The order must
 * be locked. Throws "card_missing" and "card_insufficient" with the card's balance.
 */
export async function payWithCard(
  tx: QueryRunner,
  order: OrderRow,
  clientIp: string,
  now: Date,
): Promise<void> {
  const card = await cards.lockByUserId(tx, order.userId);
  if (card === undefined) throw new AppError("card_missing");
  if (card.disabledAt !== null) throw new AppError("card_missing", {}, "会员卡已停用，请联系客服");
  if (card.balanceFen < order.payFen) throw new AppError("card_insufficient", { balance: card.balanceFen });
  const attemptId = newRisingId("payment1", now);
  const entry = {
    id: newId(),
    type: "pay",
    reference: attemptId,
    orderId: order.id,
    createdAt: now,
  } as const;
  await cards.addEntry(tx, card, { ...entry, deltaFen: -order.payFen });
  const attemptNumber = (await repository.countAttempts(tx, order.id)) + 1;
  await repository.insertAttempt(tx, {
    id: attemptId,
    orderId: order.id,
    outTradeNo: `${order.orderNo}_${attemptNumber}`,
    channel: "card",
    amountFen: order.payFen,
    state: "success",
    clientIp,
    // The id of the ledger entry identifies the card.
    transactionId: entry.id,
    createdAt: now,
    succeededAt: now,
  });
}

/** Money that goes back to a card. */
interface CardRefund {
  refundNo: string;
  orderId: string;
  moneyFen: number;
}

/** Refunds money to the card that paid; the order must be locked. */
export async function refundToCard(
  tx: QueryRunner,
  attempt: repository.AttemptRow,
  refund: CardRefund,
  now: Date,
): Promise<void> {
  const paymentEntry = await cards.findEntryById(tx, attempt.transactionId ?? "");
  const card = paymentEntry && (await cards.lockForUpdate(tx, paymentEntry.cardId));
  if (card === undefined) throw new Error(`no card is recorded for payment ${attempt.outTradeNo}`);
  const { refundNo: reference, orderId, moneyFen: deltaFen } = refund;
  await cards.addEntry(tx, card, {
    id: newId(),
    type: "refund",
    deltaFen,
    reference,
    orderId,
    createdAt: now,
  });
}
