import type { Staff } from "#contract/service-auth/schema.ts";
import { AppError } from "../../platform/AppError.ts";
import type { Asker } from "../../platform/asker.ts";
import type { Deps } from "../../platform/Deps.ts";
import type { TokenService } from "../../platform/TokenService.ts";
import type { SmsCodeService } from "../user/sms-code.service.ts";
import { requirePhone } from "../user/user.service.ts";
import type { SecondFactor } from "./SecondFactor.ts";
import { presentStaff, type StaffEntry, type StaffSession } from "./StaffEntry.ts";
import * as repository from "./staff.repository.ts";

/** Logins of people who work for the chain; only numbers on the list get in, and nobody learns which those are. */
export class StaffService {
  readonly #deps: Deps;
  readonly #codes: SmsCodeService;
  readonly #tokens: TokenService;
  readonly #entry: StaffEntry;
  readonly #factor: SecondFactor;

  constructor(
    deps: Deps,
    parts: { codes: SmsCodeService; tokens: TokenService; entry: StaffEntry; factor: SecondFactor },
  ) {
    this.#deps = deps;
    this.#codes = parts.codes;
    this.#tokens = parts.tokens;
    this.#entry = parts.entry;
    this.#factor = parts.factor;
  }

  /** Sends a code to a number on the list; to any other the same answer, in the same time, and no message. */
  async sendCode(form: { phone: string; proof?: string }, asker: Asker) {
    const phone = requirePhone(form.phone);
    const isListed = (await repository.byPhone(this.#deps.database.queries, phone)) !== undefined;
    return await this.#codes.sendUnseen({ ...form, phone, purpose: "staff", asker }, isListed);
  }

  /**
   * Throws "second_factor_required" with a ticket for the second step where there is one, "bad_code" for a wrong code and for a number that is not on the list alike.
   */
  async login(form: { phone: string; code: string }, asker: Asker): Promise<StaffSession> {
    const phone = requirePhone(form.phone);
    await this.#codes.redeem(phone, "staff", form.code, asker);
    const outcome = await this.#deps.database.transaction(async (tx) => {
      const member = await repository.byPhone(tx, phone);
      if (member === undefined) throw new AppError("bad_code");
      return (await this.#factor.demand(tx, member)) ?? (await this.#entry.enter(tx, member, asker));
    });
    // Its ticket is kept.
    if (outcome instanceof AppError) throw outcome;
    return outcome;
  }

  async logout(tokenHash: string): Promise<void> {
    await this.#tokens.revoke(tokenHash);
  }

  async info(staffId: string): Promise<Staff> {
    const member = await repository.byId(this.#deps.database.queries, staffId);
    if (member === undefined) throw new AppError("unauthenticated");
    return presentStaff(member);
  }
}
