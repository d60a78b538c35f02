import type { IssuedMemberCard, MemberCardEntry, MemberCardSummary } from "#contract/card/schema.ts";
import { maskPhone } from "#contract/phone.ts";
import type {
  MemberCardEntryRow,
  MemberCardIssueRow,
  MemberCardRow,
  MemberCardWithHolder,
} from "./card.repository.ts";

const messages: Record<MemberCardEntryRow["type"], string> = {
  issue: "开卡储值",
  pay: "订单支付",
  refund: "订单退款",
  adjust: "余额调整",
};

/** The last four digits of a card's number. */
export function lastFour(number: string): string {
  return number.slice(-4);
}

export function presentMemberCard(row: MemberCardRow): MemberCardSummary {
  return {
    number: lastFour(row.number),
    balance: row.balanceFen,
    bound_at: row.boundAt?.toISOString() ?? null,
  };
}

/** A movement in words, with the end of its order's number. */
export function presentLedgerEntry(row: MemberCardEntryRow, orderNo: string | null): MemberCardEntry {
  const label = messages[row.type];
  return {
    id: row.id,
    type: row.type,
    text: orderNo === null ? label : `${label} · 订单尾号${orderNo.slice(-4)}`,
    delta: row.deltaFen,
    balance_after: row.balanceAfterFen,
    order_id: row.orderId,
    at: row.at.toISOString(),
  };
}

/** Whether nobody has read the PINs of an issue, and they were told once. */
export function canReissuePins({ pinsReadAt, pinsToldAgainAt }: MemberCardIssueRow): boolean {
  return pinsReadAt === null && pinsToldAgainAt === null;
}

function isBindable({ userId, disabledAt }: MemberCardRow): boolean {
  return userId === null && disabledAt === null;
}

/** A card in the list of the head office, for the member who asks; whoever holds it by name and masked number. */
export function presentIssuedCard(
  { card, holder, issue }: MemberCardWithHolder,
  staffId: string,
): IssuedMemberCard {
  const phone = holder?.phone ? ` ${maskPhone(holder.phone)}` : "";
  return {
    card_id: card.id,
    number: lastFour(card.number),
    balance: card.balanceFen,
    holder: holder && `${holder.nickname}${phone}`,
    issued_by: card.issuedBy,
    unread_issue:
      issue !== null && issue.staffId === staffId && canReissuePins(issue) && isBindable(card)
        ? issue.id
        : null,
    created_at: card.createdAt.toISOString(),
  };
}
