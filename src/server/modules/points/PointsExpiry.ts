import { later } from "../../platform/clock.ts";
import type { Queries } from "../../platform/Database.ts";
import type { Deps } from "../../platform/Deps.ts";
import { newId } from "../../platform/ids.ts";
import { type AccountRow, movePoints } from "./points.repository.ts";
import { claimExpiring, leftUntil, lotsOf, setNextExpiry } from "./points-lots.repository.ts";

const batch = 50;
const heldRetryMs = 60_000;

/** Points whose time is over leave their accounts; any number of processes may see to it at once. */
export class PointsExpiry {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Writes down once what has expired: it is counted anew from the movements while the account is held. */
  async sweep(): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      const now = this.#deps.clock.now();
      for (const account of await claimExpiring(tx, now, batch)) await this.#expire(tx, account, now);
    });
  }

  /** What an order holds goes with it: points that are held stay until it is paid or over. */
  async #expire(tx: Queries, account: AccountRow, now: Date): Promise<void> {
    const { userId, reserved } = account;
    const lots = await lotsOf(tx, userId);
    const left = leftUntil(lots, now);
    const delta = -Math.max(0, left - reserved);
    if (delta < 0) await movePoints(tx, { userId, type: "expire", delta, reference: newId(), at: now });
    const next = lots.find(({ at }) => at > now)?.at ?? null;
    await setNextExpiry(tx, userId, left > 0 && reserved > 0 ? later(now, heldRetryMs) : next);
  }
}
