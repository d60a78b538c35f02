import type { WithdrawalEvent } from "#contract/events.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { agentsChannel } from "../../platform/events/channels.ts";
import { publish } from "../../platform/events/outbox.ts";
import type { WithdrawalRow } from "./withdrawal.repository.ts";

/** Publishes to staff that a withdrawal was requested or decided. */
export function publishWithdrawal(
  tx: QueryRunner,
  row: Pick<WithdrawalRow, "id" | "userId" | "points" | "status">,
  at: Date,
): void {
  const event: WithdrawalEvent = {
    withdrawal_id: row.id,
    user_id: row.userId,
    points: row.points,
    status: row.status,
  };
  publish(tx, { channel: agentsChannel, type: "withdrawal", payload: { ...event }, createdAt: at });
}
