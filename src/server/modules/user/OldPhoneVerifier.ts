import type { Deps } from "../../platform/Deps.ts";
import {
  deleteIfEquals,
  findCacheEntry,
  setCacheEntry,
} from "../../platform/database/cache-entries.repository.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { AppError, ruleBroken } from "../../platform/http/AppError.ts";
import type { ClientInfo } from "../../platform/http/client-info.ts";
import { addMs } from "../../platform/time/clock.ts";
import type { SmsCodeService } from "../sms/sms-code.service.ts";
import * as users from "./user.repository.ts";

const cacheKey = (tokenHash: string) => `old-phone:${tokenHash}`;

/** Verifies an account's current phone number by a code before it is changed. */
export class OldPhoneVerifier {
  readonly #deps: Deps;
  readonly #codes: SmsCodeService;

  constructor(deps: Deps, codes: SmsCodeService) {
    this.#deps = deps;
    this.#codes = codes;
  }

  /**
   * Sends the code; the client need not know the number. Throws "rule_broken" for an account without one, and
   * whatever the code service throws.
   */
  async sendCode(
    userId: string,
    input: { proof?: string },
    client: ClientInfo,
  ): Promise<{ resend_after: number; expires_in: number }> {
    const phone = await this.#requirePhone(userId);
    return await this.#codes.send({ ...input, phone, purpose: "old_phone", client });
  }

  /**
   * Records that this session has verified the number; returns the validity in seconds. Throws "bad_code".
   */
  async verify(
    caller: { userId: string; tokenHash: string },
    code: string,
    client: ClientInfo,
  ): Promise<number> {
    const phone = await this.#requirePhone(caller.userId);
    await this.#codes.redeem(phone, "old_phone", code, client);
    const { clock, config, database } = this.#deps;
    const { phoneChangeWindowMs: oldPhoneMs } = config.limits;
    await setCacheEntry(
      database.queries,
      cacheKey(caller.tokenHash),
      { phone },
      addMs(clock.now(), oldPhoneMs),
    );
    return oldPhoneMs / 1000;
  }

  /** Throws "old_phone_required" unless this session has verified the number within the last minutes. */
  async assertVerified(queries: QueryRunner, phone: string, tokenHash: string): Promise<void> {
    const verified = await findCacheEntry<{ phone: string }>(
      queries,
      cacheKey(tokenHash),
      this.#deps.clock.now(),
    );
    if (verified?.phone !== phone) throw new AppError("old_phone_required");
  }

  /** Deletes the verification, which is valid for one change. */
  async clear(tx: QueryRunner, phone: string, tokenHash: string): Promise<void> {
    await deleteIfEquals(tx, cacheKey(tokenHash), { phone });
  }

  async #requirePhone(userId: string): Promise<string> {
    const user = await users.findById(this.#deps.database.lookups, userId);
    if (user?.phone == null) throw ruleBroken("您还没有绑定手机号", "phone");
    return user.phone;
  }
}
