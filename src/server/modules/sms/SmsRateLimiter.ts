import { smsCode } from "#contract/constants.ts";
import type { Deps } from "../../platform/Deps.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { AppError } from "../../platform/http/AppError.ts";
import type { ClientInfo } from "../../platform/http/client-info.ts";
import { isKnownDevice } from "../../platform/security/known-devices.repository.ts";
import { addMs } from "../../platform/time/clock.ts";
import type { CodePurpose, SmsCodeFilter } from "./sms-code.repository.ts";
import * as repository from "./sms-code.repository.ts";

const hourMs = 3_600_000;
const dayMs = 86_400_000;
/**
 * Attempts are dated by their code, which is valid until it expires; this window keeps each day within its
 * limit.
 */
const triesMs = dayMs + smsCode.expiresSeconds * 1000;

/** A requested message. */
export interface CodeTarget {
  phone: string;
  purpose: CodePurpose;
  client: ClientInfo;
}

interface Limit {
  windowMs: number;
  max: number;
}

/**
 * Limits messages and wrong attempts, each purpose separately. A device that has logged in to the account
 * before has its own allowance, which others cannot use up; all unknown devices share one, per number and per
 * network.
 */
export class SmsRateLimiter {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Returns whether the requesting device has logged in to the account of the number before. */
  async isKnown(tx: QueryRunner, { phone, purpose, client }: CodeTarget): Promise<boolean> {
    const audience = repository.toAudience(purpose);
    return client.device !== null && (await isKnownDevice(tx, audience, phone, client.device));
  }

  /** Throws "rate_limited" with the seconds to wait if no further message is allowed. */
  async assertWithinLimits(tx: QueryRunner, target: CodeTarget, isKnown: boolean): Promise<void> {
    const { phone, purpose, client } = target;
    const now = this.#deps.clock.now();
    const filter = repository.phoneFilter(phone, purpose, isKnown ? client.device : null);
    const latest = await repository.findNewest(tx, filter);
    const waitMs = latest && addMs(latest.createdAt, smsCode.resendSeconds * 1000).getTime() - now.getTime();
    // A message refused by the provider is expired at once.
    if (latest && latest.expiresAt > now && waitMs !== undefined && waitMs > 0) throw tooSoon(waitMs);
    await this.#assertTriesLeft(tx, target, isKnown);
    await this.#assertBelow(tx, filter, this.#deps.config.limits.sms.perPhone);
    if (isKnown) return;
    await this.#assertBelow(tx, repository.networkFilter(client.network, purpose), this.#perNetwork(purpose));
  }

  /** Returns whether another attempt with such a code is allowed today; the number must be locked. */
  async canTry(tx: QueryRunner, phone: string, purpose: CodePurpose, isKnown: boolean): Promise<boolean> {
    return (await this.#countTriesLeft(tx, phone, purpose, isKnown)).left > 0;
  }

  /** Sends no code that could not be tried. */
  async #assertTriesLeft(tx: QueryRunner, { phone, purpose }: CodeTarget, isKnown: boolean): Promise<void> {
    const { left, oldest } = await this.#countTriesLeft(tx, phone, purpose, isKnown);
    if (left <= 0 && oldest !== null)
      throw tooSoon(addMs(oldest, triesMs).getTime() - this.#deps.clock.now().getTime());
  }

  async #countTriesLeft(tx: QueryRunner, phone: string, purpose: CodePurpose, isKnown: boolean) {
    const { unknownDevices: strangers, knownDevices } = this.#deps.config.limits.sms.maxWrongCodesPerDay;
    const since = addMs(this.#deps.clock.now(), -triesMs);
    const audience = repository.toAudience(purpose);
    const { count, oldest } = await repository.countWrongTries(tx, phone, audience, { isKnown, since });
    return { left: (isKnown ? knownDevices : strangers) - count, oldest };
  }

  #perNetwork(purpose: CodePurpose): Limit[] {
    const { limits, smsLimits } = this.#deps.config;
    if (purpose === "staff") return limits.sms.perStaffNetwork;
    return [
      { windowMs: dayMs, max: smsLimits.networkDaily },
      { windowMs: hourMs, max: smsLimits.networkHourly },
    ];
  }

  async #assertBelow(tx: QueryRunner, filter: SmsCodeFilter, limits: Limit[]): Promise<void> {
    const now = this.#deps.clock.now();
    for (const { windowMs, max } of limits) {
      const at = await repository.findNthNewestAt(tx, filter, addMs(now, -windowMs), max);
      // The wait ends when the last allowed message leaves the window.
      if (at !== null) throw tooSoon(addMs(at, windowMs).getTime() - now.getTime());
    }
  }
}

function tooSoon(waitMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const waitText = seconds > 90 ? `${Math.ceil(seconds / 60)} 分钟` : `${seconds} 秒`;
  return new AppError("rate_limited", { retry_after: seconds }, `获取太频繁，请 ${waitText}后再试`, seconds);
}
