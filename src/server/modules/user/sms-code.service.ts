import { randomBytes, timingSafeEqual } from "node:crypto";
import { smsCode } from "#contract/constants.ts";
import { GatewayError } from "../../gateways/GatewayError.ts";
import type { Deps } from "../../platform/Deps.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { AppError } from "../../platform/http/AppError.ts";
import type { ClientInfo } from "../../platform/http/client-info.ts";
import { randomDigits, sha256 } from "../../platform/security/ids.ts";
import { addMs } from "../../platform/time/clock.ts";
import { SmsProofOfWork } from "./SmsProofOfWork.ts";
import { type CodeTarget, SmsRateLimiter } from "./SmsRateLimiter.ts";
import { SmsThrottle } from "./SmsThrottle.ts";
import type { CodeUse } from "./sms-code.repository.ts";
import * as repository from "./sms-code.repository.ts";

/** How long clients wait that cannot do the work that the brake asks for. */
const proofRetryAfterSeconds = 60;

/** A message as it is asked for; `proof` is the work that was done for it, as JSON of the task and its solution. */
export interface CodeRequest extends CodeTarget {
  proof?: string | undefined;
}

function hashCode(salt: string, code: string): string {
  return `${salt}:${sha256(`${salt}:${code}`)}`;
}

function matchesCode(stored: string, code: string): boolean {
  const salt = stored.slice(0, stored.indexOf(":"));
  return timingSafeEqual(Buffer.from(stored), Buffer.from(hashCode(salt, code)));
}

/** One-time codes by text message: limited, stored hashed, one use, five tries, and only for whoever asked. */
export class SmsCodeService {
  readonly #deps: Deps;
  readonly #rateLimiter: SmsRateLimiter;
  readonly #throttle: SmsThrottle;
  readonly #proofs: SmsProofOfWork;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#rateLimiter = new SmsRateLimiter(deps);
    this.#throttle = new SmsThrottle(deps);
    this.#proofs = new SmsProofOfWork(deps);
  }

  /**
   * Sends a code; the number is in its one form. The answer never tells whether it is known. Throws "rate_limited" with
   * the seconds to wait, "proof_required" with a `challenge`, "sms_failed" when the provider did not take it.
   */
  async send(request: CodeRequest): Promise<{ resend_after: number; expires_in: number }> {
    const { id, code } = await this.#createCode(request);
    if (!(await this.#deliver(id, request.phone, code))) throw new AppError("sms_failed");
    return { resend_after: smsCode.resendSeconds, expires_in: smsCode.expiresSeconds };
  }

  /**
   * The same where nobody may learn whether the number is known: the message leaves after the answer, or never,
   * while the limits count all the same. What goes wrong at the provider is only in the log.
   */
  async sendIfListed(request: CodeRequest, isListed: boolean) {
    const { id, code } = await this.#createCode(request);
    if (isListed) {
      this.#deliver(id, request.phone, code).catch((error: unknown) => {
        this.#deps.log.error({ err: error }, "text message not sent");
      });
    }
    return { resend_after: smsCode.resendSeconds, expires_in: smsCode.expiresSeconds };
  }

  /**
   * Uses a code up that the asker has asked for; a code of a customer proves the number for a login and for an account
   * alike. Every wrong try counts; throws "bad_code" with one text for all reasons.
   */
  async redeem(phone: string, use: CodeUse, code: string, client: ClientInfo): Promise<void> {
    const now = this.#deps.clock.now();
    const isValid = await this.#deps.database.transaction(async (tx) => {
      await repository.lockPhone(tx, phone, repository.toAudience(use));
      const newest = await repository.findNewestCode(tx, phone, use, client);
      if (newest === undefined || newest.usedAt !== null || newest.expiresAt <= now) return false;
      if (newest.failures >= this.#deps.config.limits.sms.maxWrongCodes) return false;
      if (!(await this.#rateLimiter.canTry(tx, phone, newest.purpose, newest.isKnown))) return false;
      const isMatch = matchesCode(newest.codeHash, code.trim());
      await (isMatch ? repository.markUsed(tx, newest.id, now) : repository.incrementFailures(tx, newest.id));
      return isMatch;
    });
    if (!isValid) throw new AppError("bad_code");
  }

  /** Makes a code and counts its message, or throws why there is none. */
  async #createCode(request: CodeRequest): Promise<{ id: number; code: string }> {
    const { phone, purpose, proof } = request;
    const proofNonce = proof === undefined ? null : await this.#proofs.verify(proof, phone, purpose);
    const code = randomDigits(smsCode.digits);
    const id = await this.#deps.database.transaction((tx) => this.#insertCode(tx, request, code, proofNonce));
    if (id !== null) return { id, code };
    await this.#throttle.publishAlarm();
    const challenge = await this.#proofs.challenge(phone, purpose);
    throw new AppError("proof_required", { challenge }, undefined, proofRetryAfterSeconds);
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

  /** The number of the code's row; null when the brake wants a proof first. A proof is used up only by a message. */
  async #insertCode(
    tx: QueryRunner,
    target: CodeTarget,
    code: string,
    proof: string | null,
  ): Promise<number | null> {
    const { phone, purpose, client } = target;
    const now = this.#deps.clock.now();
    await repository.lockPhone(tx, phone, repository.toAudience(purpose));
    await repository.lockNetwork(tx, client.network);
    const isKnown = await this.#rateLimiter.isKnown(tx, target);
    await this.#rateLimiter.assertWithinLimits(tx, target, isKnown);
    const isProven = proof !== null && !(await repository.isProofUsed(tx, proof));
    if (!isProven && (await this.#throttle.isActive(tx))) return null;
    const salt = randomBytes(8).toString("hex");
    return await repository.insert(tx, {
      phone,
      purpose,
      network: client.network,
      device: client.device,
      isKnown,
      proof: isProven ? proof : null,
      codeHash: hashCode(salt, code),
      createdAt: now,
      expiresAt: addMs(now, smsCode.expiresSeconds * 1000),
    });
  }
}
