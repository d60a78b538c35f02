import type { WithdrawalEvent } from "#contract/live.ts";
import type { Queries } from "../../platform/Database.ts";
import { deskChannel } from "../../platform/live/channels.ts";
import { announce } from "../../platform/live/outbox.ts";
import type { WithdrawalRow } from "./withdrawal.repository.ts";

/** Tells staff that a customer wants points paid out, or that it was decided. */
export function announceWithdrawal(
  tx: Queries,
  row: Pick<WithdrawalRow, "id" | "userId" | "points" | "status">,
  at: Date,
): void {
  const news: WithdrawalEvent = {
    withdrawal_id: row.id,
    user_id: row.userId,
    points: row.points,
    status: row.status,
  };
  announce(tx, { channel: deskChannel, type: "withdrawal", payload: { ...news }, at });
}
