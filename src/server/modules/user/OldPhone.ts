import { AppError, ruleBroken } from "../../platform/AppError.ts";
import type { Asker } from "../../platform/asker.ts";
import { later } from "../../platform/clock.ts";
import type { Queries } from "../../platform/Database.ts";
import type { Deps } from "../../platform/Deps.ts";
import { readShared, removeShared, writeShared } from "../../platform/sharedRows.ts";
import type { SmsCodeService } from "./sms-code.service.ts";
import * as users from "./user.repository.ts";

const keyOf = (tokenHash: string) => `old-phone:${tokenHash}`;

/** The number that an account has, proved by a code to it before it is changed. */
export class OldPhone {
  readonly #deps: Deps;
  readonly #codes: SmsCodeService;

  constructor(deps: Deps, codes: SmsCodeService) {
    this.#deps = deps;
    this.#codes = codes;
  }

  /**
   * Sends the code; the client need not know the number. Throws "rule_broken" for an account without one, and like the
   * code service.
   */
  async sendCode(
    userId: string,
    form: { proof?: string },
    asker: Asker,
  ): Promise<{ resend_after: number; expires_in: number }> {
    const phone = await this.#phoneOf(userId);
    return await this.#codes.send({ ...form, phone, purpose: "old_phone", asker });
  }

  /** Notes that this session has proved the number; answers for how many seconds. Throws "bad_code". */
  async prove(caller: { userId: string; tokenHash: string }, code: string, asker: Asker): Promise<number> {
    const phone = await this.#phoneOf(caller.userId);
    await this.#codes.redeem(phone, "old_phone", code, asker);
    const { clock, config, database } = this.#deps;
    const { oldPhoneMs } = config.limits;
    await writeShared(database.queries, keyOf(caller.tokenHash), { phone }, later(clock.now(), oldPhoneMs));
    return oldPhoneMs / 1000;
  }

  /** Throws "old_phone_required" unless this session has proved the number within the last minutes. */
  async require(queries: Queries, phone: string, tokenHash: string): Promise<void> {
    const proved = await readShared<{ phone: string }>(queries, keyOf(tokenHash), this.#deps.clock.now());
    if (proved?.phone !== phone) throw new AppError("old_phone_required");
  }

  /** A proof is good for one change. */
  async forget(tx: Queries, phone: string, tokenHash: string): Promise<void> {
    await removeShared(tx, keyOf(tokenHash), { phone });
  }

  async #phoneOf(userId: string): Promise<string> {
    const user = await users.byId(this.#deps.database.queries, userId);
    if (user?.phone == null) throw ruleBroken("您还没有绑定手机号", "phone");
    return user.phone;
  }
}
