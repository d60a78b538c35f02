import { AppError } from "../../platform/AppError.ts";
import type { Queries } from "../../platform/Database.ts";
import type { Deps } from "../../platform/Deps.ts";
import { newId, sha256 } from "../../platform/ids.ts";
import type { PinTryMark } from "../../schema/payments.ts";
import { hasCompleted } from "../order/order.repository.ts";
import { lockGuards, setTries } from "./pin-guard.repository.ts";

/** What a PIN is tried on, and by whom. */
export interface PinTry {
  number: string;
  userId: string;
}

/** Whatever is typed where a number is wanted, be it that of a bank card, is not kept. */
function keysOf({ number, userId }: PinTry) {
  return { card: `card:${sha256(number)}`, customer: `customer:${userId}` };
}

/** How long to wait, and whether for the customer's own tries. */
interface Wait {
  waitMs: number;
  isOwn: boolean;
}

/** The tries on a card after which none of these steps applies. */
function mostOf(steps: readonly { below: number }[]): number {
  return Math.max(...steps.map(({ below }) => below));
}

/** How long until there are fewer than `most` within the window; 0 when there are. */
function untilFewer(tries: PinTryMark[], most: number, windowMs: number, now: number): number {
  const nthNewest = tries.at(-most);
  return nthNewest === undefined ? 0 : Math.max(0, nthNewest.at + windowMs - now);
}

/**
 * Counts wrong PINs on a card and by a customer; where they come from is not looked at, as a whole shop shares an
 * address. A try is counted before it is looked at, so that many at once get no more looks than one after the other;
 * numbers that do not exist are counted alike. Others' wrong tries leave a customer fewer of the own, and none only after
 * so many accounts took part as the decision "Strangers cannot lock a card" tells.
 */
export class PinGuard {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Answers what the try is called. Throws "card_locked" with the seconds to wait when there were too many. */
  async count(wish: PinTry): Promise<string> {
    const now = this.#deps.clock.now();
    const mark = { id: newId(), by: wish.userId, at: now.getTime() };
    const keys = keysOf(wish);
    await this.#deps.database.transaction(async (tx) => {
      const tries = await this.#triesOf(tx, keys, now);
      const waits = [
        this.#customerWait(tries.customer, mark.at),
        await this.#cardWait(tx, tries.card, wish.userId, mark.at),
      ];
      const worst = waits.reduce((one, other) => (other.waitMs > one.waitMs ? other : one));
      if (worst.waitMs > 0) throw locked(worst);
      await setTries(tx, keys.card, [...tries.card, mark], now);
      await setTries(tx, keys.customer, [...tries.customer, mark], now);
    });
    return mark.id;
  }

  /** The try was right: it does not count. */
  async forgive(wish: PinTry, id: string): Promise<void> {
    const now = this.#deps.clock.now();
    const keys = keysOf(wish);
    await this.#deps.database.transaction(async (tx) => {
      const tries = await this.#triesOf(tx, keys, now);
      const isOther = (mark: PinTryMark) => mark.id !== id;
      await setTries(tx, keys.card, tries.card.filter(isOther), now);
      await setTries(tx, keys.customer, tries.customer.filter(isOther), now);
    });
  }

  /** The tries that count still, with both counters held until the transaction ends. */
  async #triesOf(tx: Queries, keys: { card: string; customer: string }, now: Date) {
    const guards = await lockGuards(tx, Object.values(keys), now);
    const from = now.getTime() - this.#deps.config.limits.pin.perCardMs;
    const of = (key: string) =>
      (guards.find((guard) => guard.key === key)?.tries ?? []).filter(({ at }) => at > from);
    return { card: of(keys.card), customer: of(keys.customer) };
  }

  #customerWait(own: PinTryMark[], now: number): Wait {
    const waits = this.#deps.config.limits.pin.perCustomer.map(({ windowMs, most }) =>
      untilFewer(own, most, windowMs, now),
    );
    return { waitMs: Math.max(...waits), isOwn: true };
  }

  /** Those of others count as well, and the fewer are left, the fewer one customer may have. */
  async #cardWait(tx: Queries, all: PinTryMark[], userId: string, now: number): Promise<Wait> {
    const { perCard, perCardMs } = this.#deps.config.limits.pin;
    const open = perCard.filter(({ needsMeal }) => !needsMeal);
    const isRegular = all.length >= mostOf(open) && (await hasCompleted(tx, userId));
    const steps = isRegular ? perCard : open;
    const step = steps.find(({ below }) => all.length < below);
    if (step === undefined) return { waitMs: untilFewer(all, mostOf(steps), perCardMs, now), isOwn: false };
    const own = all.filter(({ by }) => by === userId);
    return { waitMs: untilFewer(own, step.each, perCardMs, now), isOwn: true };
  }
}

function locked({ waitMs, isOwn }: Wait): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const minutes = Math.ceil(seconds / 60);
  const wait = minutes > 90 ? `${Math.ceil(minutes / 60)} 小时` : `${minutes} 分钟`;
  const sentence = isOwn
    ? `错误次数过多，请 ${wait}后再试`
    : `这张卡被多次输错密码，请 ${wait}后再试，或联系客服换卡`;
  return new AppError("card_locked", { retry_after: seconds }, sentence, seconds);
}
