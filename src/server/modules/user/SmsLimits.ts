import { smsCode } from "#contract/constants.ts";
import { AppError } from "../../platform/AppError.ts";
import type { Asker } from "../../platform/asker.ts";
import { later } from "../../platform/clock.ts";
import type { Queries } from "../../platform/Database.ts";
import type { Deps } from "../../platform/Deps.ts";
import { isKnownDevice } from "../../platform/knownDevices.ts";
import type { CodePurpose, Counted } from "./sms-code.repository.ts";
import * as repository from "./sms-code.repository.ts";

const hourMs = 3_600_000;
const dayMs = 86_400_000;
/** Tries are dated by their code, which may be tried until it expires: no day has more of them than it may. */
const triesMs = dayMs + smsCode.expiresSeconds * 1000;

/** A message that somebody wants. */
export interface CodeWish {
  phone: string;
  purpose: CodePurpose;
  asker: Asker;
}

interface Limit {
  windowMs: number;
  most: number;
}

/**
 * How many messages and wrong tries there may be. Every purpose is counted by itself. A device that has logged in to the
 * account before has an allowance of its own, which no stranger can use up; all others share one, per number and per network.
 */
export class SmsLimits {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Whether the asker's device has logged in to the account of the number before. */
  async isKnown(tx: Queries, { phone, purpose, asker }: CodeWish): Promise<boolean> {
    const audience = repository.audienceOf(purpose);
    return asker.device !== null && (await isKnownDevice(tx, audience, phone, asker.device));
  }

  /** Throws "rate_limited" with the seconds to wait unless there is room for another message. */
  async requireRoom(tx: Queries, wish: CodeWish, isKnown: boolean): Promise<void> {
    const { phone, purpose, asker } = wish;
    const now = this.#deps.clock.now();
    const counted = repository.toPhone(phone, purpose, isKnown ? asker.device : null);
    const last = await repository.newest(tx, counted);
    const waitMs = last && later(last.createdAt, smsCode.resendSeconds * 1000).getTime() - now.getTime();
    // A message that the provider refused has expired at once.
    if (last && last.expiresAt > now && waitMs !== undefined && waitMs > 0) throw tooSoon(waitMs);
    await this.#requireTries(tx, wish, isKnown);
    await this.#requireBelow(tx, counted, this.#deps.config.limits.sms.perPhone);
    if (isKnown) return;
    await this.#requireBelow(tx, repository.fromNetwork(asker.network, purpose), this.#perNetwork(purpose));
  }

  /** Whether a code of this kind may be tried once more today; the number must be locked. */
  async mayTry(tx: Queries, phone: string, purpose: CodePurpose, isKnown: boolean): Promise<boolean> {
    return (await this.#triesLeft(tx, phone, purpose, isKnown)).left > 0;
  }

  /** A code that nobody may try is not sent. */
  async #requireTries(tx: Queries, { phone, purpose }: CodeWish, isKnown: boolean): Promise<void> {
    const { left, oldest } = await this.#triesLeft(tx, phone, purpose, isKnown);
    if (left <= 0 && oldest !== null)
      throw tooSoon(later(oldest, triesMs).getTime() - this.#deps.clock.now().getTime());
  }

  async #triesLeft(tx: Queries, phone: string, purpose: CodePurpose, isKnown: boolean) {
    const { strangers, devices: known } = this.#deps.config.limits.sms.wrongTriesPerDay;
    const since = later(this.#deps.clock.now(), -triesMs);
    const audience = repository.audienceOf(purpose);
    const { count, oldest } = await repository.wrongTries(tx, phone, audience, { isKnown, since });
    return { left: (isKnown ? known : strangers) - count, oldest };
  }

  #perNetwork(purpose: CodePurpose): Limit[] {
    const { limits, smsLimits } = this.#deps.config;
    if (purpose === "staff") return limits.sms.perStaffNetwork;
    return [
      { windowMs: dayMs, most: smsLimits.networkDaily },
      { windowMs: hourMs, most: smsLimits.networkHourly },
    ];
  }

  async #requireBelow(tx: Queries, counted: Counted, list: Limit[]): Promise<void> {
    const now = this.#deps.clock.now();
    for (const { windowMs, most } of list) {
      const at = await repository.nthNewest(tx, counted, later(now, -windowMs), most);
      // Until the last message that the window allows is older than the window, no more.
      if (at !== null) throw tooSoon(later(at, windowMs).getTime() - now.getTime());
    }
  }
}

function tooSoon(waitMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const wait = seconds > 90 ? `${Math.ceil(seconds / 60)} 分钟` : `${seconds} 秒`;
  return new AppError("rate_limited", { retry_after: seconds }, `获取太频繁，请 ${wait}后再试`, seconds);
}
