import type { Card, CardEntry, IssuedCard } from "#contract/card/schema.ts";
import { maskPhone } from "#contract/phone.ts";
import type { CardEntryRow, CardIssueRow, CardRow, HeldCard } from "./card.repository.ts";

const texts: Record<CardEntryRow["type"], string> = {
  issue: "开卡储值",
  pay: "订单支付",
  refund: "订单退款",
  adjust: "余额调整",
};

/** The last four digits of a card's number. */
export function tailOf(number: string): string {
  return number.slice(-4);
}

export function presentCard(row: CardRow): Card {
  return {
    number: tailOf(row.number),
    balance: row.balanceFen,
    bound_at: row.boundAt?.toISOString() ?? null,
  };
}

/** A movement in words, with the end of its order's number. */
export function presentEntry(row: CardEntryRow, orderNo: string | null): CardEntry {
  const what = texts[row.type];
  return {
    id: row.id,
    type: row.type,
    text: orderNo === null ? what : `${what} · 订单尾号${orderNo.slice(-4)}`,
    delta: row.deltaFen,
    balance_after: row.balanceAfterFen,
    order_id: row.orderId,
    at: row.at.toISOString(),
  };
}

/** Whether nobody has read the PINs of an issue, and they were told once. */
export function isUnread({ pinsReadAt, pinsToldAgainAt }: CardIssueRow): boolean {
  return pinsReadAt === null && pinsToldAgainAt === null;
}

function isFree({ userId, disabledAt }: CardRow): boolean {
  return userId === null && disabledAt === null;
}

/** A card in the list of the head office, for the member who asks; whoever holds it by name and masked number. */
export function presentIssued({ card, holder, issue }: HeldCard, staffId: string): IssuedCard {
  const phone = holder?.phone ? ` ${maskPhone(holder.phone)}` : "";
  return {
    card_id: card.id,
    number: tailOf(card.number),
    balance: card.balanceFen,
    holder: holder && `${holder.nickname}${phone}`,
    issued_by: card.issuedBy,
    unread_issue:
      issue !== null && issue.staffId === staffId && isUnread(issue) && isFree(card) ? issue.id : null,
    created_at: card.createdAt.toISOString(),
  };
}
