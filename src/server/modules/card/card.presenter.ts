import type { IssuedMemberCard, MemberCardEntry, MemberCardSummary } from "#contract/card/schema.ts";
import { maskPhone } from "#contract/phone.ts";
import { type DayRange, parseDayRange } from "../../platform/time/day-range.ts";
import type {
  CardFilter,
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

/** What cards are asked for. */
export interface CardQuery extends DayRange {
  keyword?: string;
  holder?: CardFilter["holder"];
}

/** Returns the filter of a query. Throws as `parseDayRange`. */
export function parseCardFilter({ keyword, holder, ...days }: CardQuery): CardFilter {
  return { keyword: keyword?.trim() || undefined, holder, ...parseDayRange(days) };
}

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

/** Formats a balance change, with the end of its order's number. */
export function presentLedgerEntry(row: MemberCardEntryRow, orderNo: string | null): MemberCardEntry {
  const label = messages[row.type];
  return {
    id: row.id,
    type: row.type,
    text: orderNo === null ? label : `${label} · 订单尾号${orderNo.slice(-4)}`,
    delta: row.deltaFen,
    balance_after: row.balanceAfterFen,
    order_id: orderNo === null ? null : row.orderId,
    at: row.createdAt.toISOString(),
  };
}

/** Returns whether the PINs of an issue were not read and were shown only once. */
export function canReissuePins({ pinsReadAt, pinsReissuedAt }: MemberCardIssueRow): boolean {
  return pinsReadAt === null && pinsReissuedAt === null;
}

function isBindable({ userId, disabledAt }: MemberCardRow): boolean {
  return userId === null && disabledAt === null;
}

/** Converts a card to the admin list form, with the holder's name and masked phone. */
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
