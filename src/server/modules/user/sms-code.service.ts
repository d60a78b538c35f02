import { randomBytes, timingSafeEqual } from "node:crypto";
import { smsCode } from "#contract/constants.ts";
import { GatewayError } from "../../gateways/GatewayError.ts";
import { AppError } from "../../platform/AppError.ts";
import { later } from "../../platform/clock.ts";
import type { Queries } from "../../platform/Database.ts";
import type { Deps } from "../../platform/Deps.ts";
import { randomDigits, sha256 } from "../../platform/ids.ts";
import * as repository from "./sms-code.repository.ts";

export type CodePurpose = "customer" | "staff";

function hashCode(salt: string, code: string): string {
  return `${salt}:${sha256(`${salt}:${code}`)}`;
}

function isCode(stored: string, code: string): boolean {
  const salt = stored.slice(0, stored.indexOf(":"));
  return timingSafeEqual(Buffer.from(stored), Buffer.from(hashCode(salt, code)));
}

/** One-time codes by text message: limited per phone and address, stored hashed, one use, five tries. */
export class SmsCodeService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Sends a code; `phone` is in its one form. The answer never tells whether the number is known.
   * Throws "rate_limited" with the seconds to wait, "sms_failed" when the provider did not take it.
   */
  async send(
    phone: string,
    purpose: CodePurpose,
    ip: string,
  ): Promise<{ resend_after: number; expires_in: number }> {
    const code = randomDigits(smsCode.digits);
    const id = await this.#deps.database.transaction((tx) => this.#record(tx, { phone, purpose, ip, code }));
    if (!(await this.#deliver(id, phone, code))) throw new AppError("sms_failed");
    return { resend_after: smsCode.resendSeconds, expires_in: smsCode.expiresSeconds };
  }

  /**
   * The same where nobody may learn whether the number is known: the message leaves after the answer, or never,
   * while the limits count all the same. What goes wrong at the provider is only in the log.
   */
  async sendUnseen(phone: string, purpose: CodePurpose, ip: string, isKnown: boolean) {
    const code = randomDigits(smsCode.digits);
    const id = await this.#deps.database.transaction((tx) => this.#record(tx, { phone, purpose, ip, code }));
    if (isKnown) {
      this.#deliver(id, phone, code).catch((error: unknown) => {
        this.#deps.log.error({ err: error }, "text message not sent");
      });
    }
    return { resend_after: smsCode.resendSeconds, expires_in: smsCode.expiresSeconds };
  }

  /** Uses a code up. Every wrong try counts; throws "bad_code" with one text for all reasons. */
  async redeem(phone: string, purpose: CodePurpose, code: string): Promise<void> {
    const now = this.#deps.clock.now();
    const isGood = await this.#deps.database.transaction(async (tx) => {
      const newest = await repository.lockNewest(tx, phone, purpose);
      if (newest === undefined || newest.usedAt !== null || newest.expiresAt <= now) return false;
      if (newest.failures >= this.#deps.config.limits.sms.wrongTries) return false;
      const isRight = isCode(newest.codeHash, code.trim());
      await (isRight ? repository.use(tx, newest.id, now) : repository.countFailure(tx, newest.id));
      return isRight;
    });
    if (!isGood) throw new AppError("bad_code");
  }

  /** Hands the message to the provider; false when it was refused, and the code with it. */
  async #deliver(id: number, phone: string, code: string): Promise<boolean> {
    try {
      await this.#deps.sms.sendCode(phone, code);
      return true;
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      // An unknown outcome keeps the code: the message may still arrive.
      if (!error.isUnknown) await repository.expire(this.#deps.database.queries, id, this.#deps.clock.now());
      this.#deps.log.warn({ err: error }, "text message not sent");
      return false;
    }
  }

  async #record(
    tx: Queries,
    wish: { phone: string; purpose: CodePurpose; ip: string; code: string },
  ): Promise<number> {
    const now = this.#deps.clock.now();
    const { perPhone, perIp } = this.#deps.config.limits.sms;
    await repository.lockSender(tx, wish.phone, wish.ip);
    const newest = await repository.lockNewest(tx, wish.phone, wish.purpose);
    const waitMs = newest && later(newest.createdAt, smsCode.resendSeconds * 1000).getTime() - now.getTime();
    if (newest && newest.expiresAt > now && waitMs !== undefined && waitMs > 0) throw tooSoon(waitMs);
    for (const { windowMs, most } of perPhone) {
      await requireBelow(
        windowMs,
        repository.oldestOfPhone(tx, wish.phone, later(now, -windowMs), most),
        now,
      );
    }
    for (const { windowMs, most } of perIp) {
      await requireBelow(windowMs, repository.oldestOfIp(tx, wish.ip, later(now, -windowMs), most), now);
    }
    const salt = randomBytes(8).toString("hex");
    return await repository.insert(tx, {
      phone: wish.phone,
      purpose: wish.purpose,
      ip: wish.ip,
      codeHash: hashCode(salt, wish.code),
      createdAt: now,
      expiresAt: later(now, smsCode.expiresSeconds * 1000),
    });
  }
}

/** `nth` is when the last message that the window allows left; until it is older than the window, no more. */
async function requireBelow(windowMs: number, nth: Promise<Date | null>, now: Date): Promise<void> {
  const at = await nth;
  if (at !== null) throw tooSoon(later(at, windowMs).getTime() - now.getTime());
}

function tooSoon(waitMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const wait = seconds > 90 ? `${Math.ceil(seconds / 60)} 分钟` : `${seconds} 秒`;
  return new AppError("rate_limited", { retry_after: seconds }, `获取太频繁，请 ${wait}后再试`, seconds);
}
