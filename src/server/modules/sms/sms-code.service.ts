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

/** Wait in seconds for clients that cannot do the proof of work that the throttle requires. */
const proofRetryAfterSeconds = 60;

/** A request for a message; `proof` is the proof of work, as JSON of the challenge and its solution. */
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

/**
 * One-time codes by text message: rate-limited, stored hashed, single use, five attempts, and only for the
 * requesting client.
 */
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
   * Sends a code; the number must be normalized. The response never reveals whether the number is known.
   * @throws AppError "rate_limited" with the seconds to wait, "proof_required" with a `challenge`,
   * "sms_failed" when the provider refused it.
   */
  async send(request: CodeRequest): Promise<{ resend_after: number; expires_in: number }> {
    const { id, code } = await this.#createCode(request);
    if (!(await this.#deliver(id, request.phone, code))) throw new AppError("sms_failed");
    return { resend_after: smsCode.resendSeconds, expires_in: smsCode.expiresSeconds };
  }

  /**
   * Sends a code without revealing whether the number is known: the message leaves after the response, or
   * never, while the limits count all the same. Provider failures are only logged.
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
   * Redeems a code requested by this client; a customer's code verifies the number for a login and for an
   * account alike. Every wrong attempt counts; throws "bad_code" with one message for all reasons.
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

  /** Creates a code and counts its message, or throws the reason for refusing it. */
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

  /** Hands the message to the provider; false when it was refused, which also expires the code. */
  async #deliver(id: number, phone: string, code: string): Promise<boolean> {
    try {
      await this.#deps.sms.sendCode(phone, code);
      return true;
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      // After an unknown outcome the code stays valid: the message may still arrive.
      if (!error.isUnknown) await repository.expire(this.#deps.database.queries, id, this.#deps.clock.now());
      this.#deps.log.warn({ err: error }, "text message not sent");
      return false;
    }
  }

  /**
   * Returns the id of the code's row; null if the throttle requires a proof. Only a message uses up a proof.
   */
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
