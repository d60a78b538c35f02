import { AppError } from "../../platform/AppError.ts";
import { later } from "../../platform/clock.ts";
import type { Deps } from "../../platform/Deps.ts";
import { sha256 } from "../../platform/ids.ts";
import { type GuardRow, lockGuards, setGuard } from "./pin-guard.repository.ts";

/** What a PIN is tried on, by whom and from where. */
export interface PinTry {
  number: string;
  userId: string;
  ip: string;
}

/** Whatever is typed where a number is wanted, be it that of a bank card, is not kept. */
function keysOf({ number, userId, ip }: PinTry) {
  return { card: `card:${sha256(number)}`, customer: `customer:${userId}`, address: `address:${ip}` };
}

/**
 * Counts tries of PINs on a card, by a customer and from an address. A try is counted before it is looked at, so that
 * many at once get no more looks than one after the other; numbers that do not exist are counted alike.
 */
export class PinGuard {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Throws "card_locked" with the seconds to wait when there were too many. */
  async count(wish: PinTry): Promise<void> {
    const now = this.#deps.clock.now();
    await this.#deps.database.transaction(async (tx) => {
      const guards = await lockGuards(tx, Object.values(keysOf(wish)), now);
      const until = Math.max(...guards.map(({ lockedUntil }) => lockedUntil?.getTime() ?? 0));
      if (until > now.getTime()) throw locked(until - now.getTime());
      for (const guard of guards) await setGuard(tx, this.#counted(guard, now));
    });
  }

  /** The try was right: it does not count, and the card's own wrong ones are forgotten. */
  async forgive(wish: PinTry): Promise<void> {
    const now = this.#deps.clock.now();
    const keys = keysOf(wish);
    await this.#deps.database.transaction(async (tx) => {
      for (const guard of await lockGuards(tx, Object.values(keys), now)) {
        const failures = guard.key === keys.card ? 0 : Math.max(0, guard.failures - 1);
        // A lock that stands now came with this try.
        await setGuard(tx, { ...guard, failures, lockedUntil: null });
      }
    });
  }

  /** So many wrong ones lock for a while, and as many again for twice as long. */
  #counted(guard: GuardRow, now: Date): GuardRow {
    const { pin } = this.#deps.config.limits;
    const isForgotten = later(guard.triedAt, pin.forgetMs) <= now;
    const failures = (isForgotten ? 0 : guard.failures) + 1;
    const most = guard.key.startsWith("address:") ? pin.triesPerAddress : pin.tries;
    const lockMs = Math.min(pin.lockMs * 2 ** (failures / most - 1), pin.lockMaxMs);
    const lockedUntil = failures % most === 0 ? later(now, lockMs) : null;
    return { ...guard, failures, lockedUntil, triedAt: now };
  }
}

function locked(waitMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const wait = `错误次数过多，请 ${Math.ceil(seconds / 60)} 分钟后再试`;
  return new AppError("card_locked", { retry_after: seconds }, wait, seconds);
}
