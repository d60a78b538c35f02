import { pointsPerYuan, withdrawalLimits } from "#contract/constants.ts";
import { maskPhone } from "#contract/phone.ts";
import type { StaffWithdrawal, Withdrawal } from "#contract/withdrawal/schema.ts";
import type { OwnedWithdrawal, WithdrawalRow } from "./withdrawal.repository.ts";

/** Converts a withdrawal to the form shown to its customer. */
export function presentWithdrawal(row: WithdrawalRow): Withdrawal {
  const fee = withdrawalLimits.feeFen;
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
export function presentReviewedWithdrawal({ withdrawal, name, phone }: OwnedWithdrawal): StaffWithdrawal {
  return {
    ...presentWithdrawal(withdrawal),
    user_id: withdrawal.userId,
    name,
    phone: phone === null ? "" : maskPhone(phone),
    reviewed_by: withdrawal.reviewedBy,
  };
}
