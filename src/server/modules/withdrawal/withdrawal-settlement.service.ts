import type { QueryRunner } from "../../platform/database/Database.ts";
import { insertAudit } from "../audit/audit.repository.ts";
import { lockAccount, recordMovement } from "../points/points.repository.ts";
import { publishWithdrawal } from "./withdrawal.events.ts";
import * as repository from "./withdrawal.repository.ts";

/** Decision about a withdrawal; a rejection has a reason. */
export type WithdrawalDecision = { withdrawalId: string; by: string; now: Date } & (
  | { approve: true }
  | { approve: false; reason: string }
);

/** Outcome: "over" when it was decided before, "in debt" when the customer owes points meanwhile. */
export type WithdrawalOutcome = "done" | "missing" | "over" | "in debt";

/**
 * Records a withdrawal as paid, or returns its points to their lots; once, with an audit entry. A customer
 * whose points fell below zero by a revocation after the request is not paid: the withdrawal must be
 * rejected, which settles the debt.
 */
export async function settleWithdrawal(
  tx: QueryRunner,
  decision: WithdrawalDecision,
): Promise<WithdrawalOutcome> {
  const { withdrawalId, by, now } = decision;
  const row = await repository.lockForUpdate(tx, withdrawalId);
  if (row === undefined) return "missing";
  if (row.status !== "reviewing") return "over";
  const { userId, points } = row;
  const account = await lockAccount(tx, userId);
  if (decision.approve && account.balance < 0) return "in debt";
  const status = decision.approve ? "paid" : "rejected";
  const reason = decision.approve ? null : decision.reason;
  await repository.update(tx, row.id, { status, reason, reviewedBy: by, reviewedAt: now });
  if (!decision.approve) {
    for (const { reference, points: delta, expiresAt } of await repository.listDeductions(tx, row))
      await recordMovement(tx, {
        userId,
        type: "withdraw_return",
        delta,
        reference,
        expiresAt,
        createdAt: now,
      });
  }
  const detail = { user: userId, points, ...(reason !== null && { reason }) };
  await insertAudit(tx, {
    actor: by,
    action: `withdrawal.${status}`,
    target: row.id,
    detail,
    createdAt: now,
  });
  publishWithdrawal(tx, { ...row, status }, now);
  return "done";
}
