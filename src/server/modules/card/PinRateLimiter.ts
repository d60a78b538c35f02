import type { Deps } from "../../platform/Deps.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { AppError } from "../../platform/http/AppError.ts";
import { newId, sha256 } from "../../platform/security/ids.ts";
import type { PinAttemptMark } from "../../schema/payments.ts";
import { hasCompleted } from "../order/order.repository.ts";
import { lockPinAttempts, updatePinAttempts } from "./pin-attempt.repository.ts";

/** A PIN attempt: the card number and the customer. */
export interface PinAttempt {
  number: string;
  userId: string;
}

/** Hashes the number: any typed text, be it a bank card's number, is never stored. */
function toCounterKeys({ number, userId }: PinAttempt) {
  return { card: `card:${sha256(number)}`, customer: `customer:${userId}` };
}

/** Wait in ms, and whether the customer's own attempts cause it. */
interface Wait {
  waitMs: number;
  isOwn: boolean;
}

/** Returns the number of attempts on a card from which none of these steps applies. */
function maxThreshold(steps: readonly { below: number }[]): number {
  return Math.max(...steps.map(({ below }) => below));
}

/** Returns the ms until there are fewer than `max` attempts within the window; 0 when there already are. */
function msUntilBelow(attempts: PinAttemptMark[], max: number, windowMs: number, now: number): number {
  const nthNewest = attempts.at(-max);
  return nthNewest === undefined ? 0 : Math.max(0, nthNewest.at + windowMs - now);
}

/**
 * Counts wrong PINs per card and per customer, not per address, because a whole shop shares one. An attempt
 * is counted before it is checked, so that parallel attempts get no more checks than sequential ones; numbers
 * that do not exist are counted alike. Wrong attempts of others lower a customer's own allowance, down to
 * none only after as many accounts took part as docs/decisions/0028-limit-pin-attempts-per-customer-and-card.md says.
 */
export class PinRateLimiter {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Records an attempt and returns its id. Throws "card_locked" with the seconds to wait if there are too
   * many.
   */
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

  /** Removes an attempt whose PIN was right, so that it does not count. */
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

  /** Locks both counters until the transaction ends and returns the attempts within the window. */
  async #lockAttempts(tx: QueryRunner, keys: { card: string; customer: string }, now: Date) {
    const counters = await lockPinAttempts(tx, Object.values(keys), now);
    const windowStart = now.getTime() - this.#deps.config.limits.pin.perCardMs;
    const attemptsFor = (key: string) =>
      (counters.find((counter) => counter.key === key)?.attempts ?? []).filter(({ at }) => at > windowStart);
    return { card: attemptsFor(keys.card), customer: attemptsFor(keys.customer) };
  }

  #customerWait(ownAttempts: PinAttemptMark[], now: number): Wait {
    const waits = this.#deps.config.limits.pin.perCustomer.map(({ windowMs, max: maximum }) =>
      msUntilBelow(ownAttempts, maximum, windowMs, now),
    );
    return { waitMs: Math.max(...waits), isOwn: true };
  }

  /** Counts others' attempts on the card as well: the more of them, the fewer attempts each customer has. */
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
