import type { Deps } from "../../platform/Deps.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { AppError } from "../../platform/http/AppError.ts";
import { newId, sha256 } from "../../platform/security/ids.ts";
import type { PinAttemptMark } from "../../schema/payments.ts";
import { hasCompleted } from "../order/order.repository.ts";
import { lockPinAttempts, updatePinAttempts } from "./pin-attempt.repository.ts";

/** What a PIN is tried on, and by whom. */
export interface PinAttempt {
  number: string;
  userId: string;
}

/** Whatever is typed where a number is wanted, be it that of a bank card, is not kept. */
function toCounterKeys({ number, userId }: PinAttempt) {
  return { card: `card:${sha256(number)}`, customer: `customer:${userId}` };
}

/** How long to wait, and whether for the customer's own tries. */
interface Wait {
  waitMs: number;
  isOwn: boolean;
}

/** The tries on a card after which none of these steps applies. */
function maxThreshold(steps: readonly { below: number }[]): number {
  return Math.max(...steps.map(({ below }) => below));
}

/** How long until there are fewer than `most` within the window; 0 when there are. */
function msUntilBelow(attempts: PinAttemptMark[], max: number, windowMs: number, now: number): number {
  const nthNewest = attempts.at(-max);
  return nthNewest === undefined ? 0 : Math.max(0, nthNewest.at + windowMs - now);
}

/**
 * Counts wrong PINs on a card and by a customer; where they come from is not looked at, as a whole shop shares an
 * address. A try is counted before it is looked at, so that many at once get no more looks than one after the other;
 * numbers that do not exist are counted alike. Others' wrong tries leave a customer fewer of the own, and none only after
 * so many accounts took part as the decision "Strangers cannot lock a card" tells.
 */
export class PinRateLimiter {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Answers what the try is called. Throws "card_locked" with the seconds to wait when there were too many. */
  async recordAttempt(attempt: PinAttempt): Promise<string> {
    const now = this.#deps.clock.now();
    const entry = { id: newId(), by: attempt.userId, at: now.getTime() };
    const keys = toCounterKeys(attempt);
    await this.#deps.database.transaction(async (tx) => {
      const attempts = await this.#lockAttempts(tx, keys, now);
      const waits = [
        this.#customerWait(attempts.customer, entry.at),
        await this.#cardWait(tx, attempts.card, attempt.userId, entry.at),
      ];
      const longest = waits.reduce((a, b) => (b.waitMs > a.waitMs ? b : a));
      if (longest.waitMs > 0) throw cardLockedError(longest);
      await updatePinAttempts(tx, keys.card, [...attempts.card, entry], now);
      await updatePinAttempts(tx, keys.customer, [...attempts.customer, entry], now);
    });
    return entry.id;
  }

  /** The try was right: it does not count. */
  async removeAttempt(attempt: PinAttempt, id: string): Promise<void> {
    const now = this.#deps.clock.now();
    const keys = toCounterKeys(attempt);
    await this.#deps.database.transaction(async (tx) => {
      const attempts = await this.#lockAttempts(tx, keys, now);
      const isOther = (mark: PinAttemptMark) => mark.id !== id;
      await updatePinAttempts(tx, keys.card, attempts.card.filter(isOther), now);
      await updatePinAttempts(tx, keys.customer, attempts.customer.filter(isOther), now);
    });
  }

  /** The tries that count still, with both counters held until the transaction ends. */
  async #lockAttempts(tx: QueryRunner, keys: { card: string; customer: string }, now: Date) {
    const counters = await lockPinAttempts(tx, Object.values(keys), now);
    const windowStart = now.getTime() - this.#deps.config.limits.pin.perCardMs;
    const attemptsFor = (key: string) =>
      (counters.find((counter) => counter.key === key)?.tries ?? []).filter(({ at }) => at > windowStart);
    return { card: attemptsFor(keys.card), customer: attemptsFor(keys.customer) };
  }

  #customerWait(ownAttempts: PinAttemptMark[], now: number): Wait {
    const waits = this.#deps.config.limits.pin.perCustomer.map(({ windowMs, max: most }) =>
      msUntilBelow(ownAttempts, most, windowMs, now),
    );
    return { waitMs: Math.max(...waits), isOwn: true };
  }

  /** Those of others count as well, and the fewer are left, the fewer one customer may have. */
  async #cardWait(
    tx: QueryRunner,
    cardAttempts: PinAttemptMark[],
    userId: string,
    now: number,
  ): Promise<Wait> {
    const { perCard, perCardMs } = this.#deps.config.limits.pin;
    const openSteps = perCard.filter(({ needsMeal }) => !needsMeal);
    const hasCompletedOrder =
      cardAttempts.length >= maxThreshold(openSteps) && (await hasCompleted(tx, userId));
    const steps = hasCompletedOrder ? perCard : openSteps;
    const step = steps.find(({ below }) => cardAttempts.length < below);
    if (step === undefined)
      return { waitMs: msUntilBelow(cardAttempts, maxThreshold(steps), perCardMs, now), isOwn: false };
    const ownAttempts = cardAttempts.filter(({ by }) => by === userId);
    return { waitMs: msUntilBelow(ownAttempts, step.each, perCardMs, now), isOwn: true };
  }
}

function cardLockedError({ waitMs, isOwn }: Wait): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const minutes = Math.ceil(seconds / 60);
  const waitText = minutes > 90 ? `${Math.ceil(minutes / 60)} 小时` : `${minutes} 分钟`;
  const message = isOwn
    ? `错误次数过多，请 ${waitText}后再试`
    : `这张卡被多次输错密码，请 ${waitText}后再试，或联系客服换卡`;
  return new AppError("card_locked", { retry_after: seconds }, message, seconds);
}
