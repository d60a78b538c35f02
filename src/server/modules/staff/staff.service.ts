import type { Staff } from "#contract/staff/auth/schema.ts";
import type { Deps } from "../../platform/Deps.ts";
import { AppError } from "../../platform/http/AppError.ts";
import type { ClientInfo } from "../../platform/http/client-info.ts";
import { requirePhone } from "../../platform/http/require-phone.ts";
import type { TokenService } from "../../platform/security/TokenService.ts";
import type { SmsCodeService } from "../sms/sms-code.service.ts";
import { readOwnProfile, type StaffSession, type StaffSessionIssuer } from "./StaffSessionIssuer.ts";
import type { SecondFactorService } from "./second-factor.service.ts";
import * as repository from "./staff.repository.ts";

/** Staff logins; only listed numbers get in, and responses never reveal which numbers are listed. */
export class StaffService {
  readonly #deps: Deps;
  readonly #codes: SmsCodeService;
  readonly #tokens: TokenService;
  readonly #sessions: StaffSessionIssuer;
  readonly #factor: SecondFactorService;

  constructor(
    deps: Deps,
    dependencies: {
      codes: SmsCodeService;
      tokens: TokenService;
      sessions: StaffSessionIssuer;
      factor: SecondFactorService;
    },
  ) {
    this.#deps = deps;
    this.#codes = dependencies.codes;
    this.#tokens = dependencies.tokens;
    this.#sessions = dependencies.sessions;
    this.#factor = dependencies.factor;
  }

  /**
   * Sends a code to a listed number; other numbers get the same response in the same time, but no message.
   */
  async sendCode(input: { phone: string; proof?: string }, client: ClientInfo) {
    const phone = requirePhone(input.phone);
    const isStaff = (await repository.findByPhone(this.#deps.database.queries, phone)) !== undefined;
    return await this.#codes.sendIfListed({ ...input, phone, purpose: "staff", client }, isStaff);
  }

  /**
   * Logs in. Throws "second_factor_required" with a ticket where a second step is needed, "bad_code" for a
   * wrong code and for an unlisted number alike.
   */
  async login(input: { phone: string; code: string }, client: ClientInfo): Promise<StaffSession> {
    const phone = requirePhone(input.phone);
    await this.#codes.redeem(phone, "staff", input.code, client);
    const result = await this.#deps.database.transaction(async (tx) => {
      const member = await repository.findByPhone(tx, phone);
      if (member === undefined) throw new AppError("bad_code");
      return (
        (await this.#factor.challengeIfRequired(tx, member)) ??
        (await this.#sessions.issue(tx, member, client))
      );
    });
    // Returned, not thrown, by the transaction, so that its ticket is saved.
    if (result instanceof AppError) throw result;
    return result;
  }

  async logout(tokenHash: string): Promise<void> {
    await this.#tokens.revoke(tokenHash);
  }

  async info(staffId: string): Promise<Staff> {
    const { queries } = this.#deps.database;
    const member = await repository.findById(queries, staffId);
    if (member === undefined) throw new AppError("unauthenticated");
    return await readOwnProfile(queries, member);
  }
}
