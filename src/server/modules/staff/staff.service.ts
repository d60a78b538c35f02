import type { Staff } from "#contract/service-auth/schema.ts";
import { AppError } from "../../platform/AppError.ts";
import type { Deps } from "../../platform/Deps.ts";
import type { TokenService } from "../../platform/TokenService.ts";
import type { SmsCodeService } from "../user/sms-code.service.ts";
import { requirePhone } from "../user/user.service.ts";
import * as repository from "./staff.repository.ts";

/** A member of staff as the console sees them. */
function presentStaff(row: repository.StaffRow): Staff {
  return { staff_id: row.id, name: row.name, role: row.role, restaurant_id: row.restaurantId };
}

/** Logins of people who work for the chain; only numbers on the list get in, and nobody learns which those are. */
export class StaffService {
  readonly #deps: Deps;
  readonly #codes: SmsCodeService;
  readonly #tokens: TokenService;

  constructor(deps: Deps, codes: SmsCodeService, tokens: TokenService) {
    this.#deps = deps;
    this.#codes = codes;
    this.#tokens = tokens;
  }

  /** Sends a code to a number on the list; to any other the same answer, in the same time, and no message. */
  async sendCode(phoneText: string, ip: string) {
    const phone = requirePhone(phoneText);
    const isListed = (await repository.byPhone(this.#deps.database.queries, phone)) !== undefined;
    return await this.#codes.sendUnseen(phone, "staff", ip, isListed);
  }

  /** Throws "bad_code" for a wrong code and for a number that is not on the list alike. */
  async login(form: { phone: string; code: string }): Promise<{ token: string; staff: Staff }> {
    const phone = requirePhone(form.phone);
    await this.#codes.redeem(phone, "staff", form.code);
    return await this.#deps.database.transaction(async (tx) => {
      const member = await repository.byPhone(tx, phone);
      if (member === undefined) throw new AppError("bad_code");
      const entry = { actor: member.id, action: "staff.login", target: member.id, detail: {} };
      await repository.audit(tx, { ...entry, at: this.#deps.clock.now() });
      return { token: await this.#tokens.issue(tx, "staff", member.id), staff: presentStaff(member) };
    });
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
