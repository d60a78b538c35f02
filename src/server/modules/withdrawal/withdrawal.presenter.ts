import { pointsPerYuan } from "#contract/constants.ts";
import { maskPhone } from "#contract/phone.ts";
import type { StaffWithdrawal, Withdrawal } from "#contract/withdrawal/schema.ts";
import type { ChainSettingsSource } from "../../platform/Deps.ts";
import type { OwnedWithdrawal, WithdrawalRow } from "./withdrawal.repository.ts";

/** Tells the settings with which a withdrawal was requested. */
type Rules = Pick<ChainSettingsSource, "at">;

/** Converts a withdrawal to the form shown to its customer. */
export function presentWithdrawal(row: WithdrawalRow, chain: Rules): Withdrawal {
  const { fee } = chain.at(row.createdAt).withdrawals;
  return {
    withdrawal_id: row.id,
    status: row.status,
    points: row.points,
    fee,
    amount: (row.points * 100) / pointsPerYuan - fee,
    reason: row.reason,
    created_at: row.createdAt.toISOString(),
    reviewed_at: row.reviewedAt?.toISOString() ?? null,
  };
}

/** Converts a withdrawal to the form shown to staff. */
export function presentReviewedWithdrawal(
  { withdrawal, name, phone }: OwnedWithdrawal,
  chain: Rules,
): StaffWithdrawal {
  return {
    ...presentWithdrawal(withdrawal, chain),
    user_id: withdrawal.userId,
    name,
    phone: phone === null ? "" : maskPhone(phone),
    reviewed_by: withdrawal.reviewedBy,
  };
}
