import type { Deps } from "../../platform/Deps.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { newId } from "../../platform/security/ids.ts";
import { addMs } from "../../platform/time/clock.ts";
import { type AccountRow, recordMovement } from "./points.repository.ts";
import { claimExpiring, listLots, remainingUntil, setNextExpiry } from "./points-lot.repository.ts";

const batchSize = 50;
const reservedRetryMs = 60_000;

/** Removes expired points from accounts; safe to run in several processes at once. */
export class PointsExpiryJob {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Records each expiry once: it is recalculated from the ledger while the account is locked. */
  async sweep(): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      const now = this.#deps.clock.now();
      for (const account of await claimExpiring(tx, now, batchSize)) await this.#expire(tx, account, now);
    });
  }

  /** Expires points of one account; reserved points stay until their order is paid or over. */
  async #expire(tx: QueryRunner, account: AccountRow, now: Date): Promise<void> {
    const { userId, reserved } = account;
    const all = await listLots(tx, userId);
    const left = remainingUntil(all, now);
    const delta = -Math.max(0, left - reserved);
    if (delta < 0)
      await recordMovement(tx, { userId, type: "expire", delta, reference: newId(), createdAt: now });
    const next = all.lots.find(({ at }) => at > now)?.at ?? null;
    await setNextExpiry(tx, userId, left > 0 && reserved > 0 ? addMs(now, reservedRetryMs) : next);
  }
}
