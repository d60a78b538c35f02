import type { Deps } from "../../platform/Deps.ts";
import { AppError } from "../../platform/http/AppError.ts";
import type { ClientInfo } from "../../platform/http/client-info.ts";
import { randomCode, sha256 } from "../../platform/security/ids.ts";
import { addMs } from "../../platform/time/clock.ts";
import type { StaffSession, StaffSessionIssuer } from "./StaffSessionIssuer.ts";
import type { SecondFactorService } from "./second-factor.service.ts";
import * as repository from "./setup-code.repository.ts";
import { findById } from "./staff.repository.ts";
import type { StaffMemberService } from "./staff-member.service.ts";

const codeMs = 15 * 60_000;
/** Wrong codes after which a new one is needed. */
const maxFailures = 5;
/** Two groups of five characters of 31: 49 bits, of which five guesses are allowed. */
const groupLength = 5;

/**
 * Adds the first administrator of an empty system, who proves by a one-time code to be able to read the server's
 * log. Refuses everything as soon as there is an administrator.
 */
export class SetupService {
  readonly #deps: Deps;
  readonly #members: StaffMemberService;
  readonly #sessions: StaffSessionIssuer;
  readonly #factor: SecondFactorService;

  constructor(
    deps: Deps,
    dependencies: {
      members: StaffMemberService;
      sessions: StaffSessionIssuer;
      factor: SecondFactorService;
    },
  ) {
    this.#deps = deps;
    this.#members = dependencies.members;
    this.#sessions = dependencies.sessions;
    this.#factor = dependencies.factor;
  }

  /** Returns whether the system waits for its first administrator. */
  async status(): Promise<{ is_needed: boolean }> {
    return { is_needed: !(await repository.hasAdmin(this.#deps.database.queries)) };
  }

  /** Writes a new code into the log of this process, if one is needed and none is valid. */
  async printCode(): Promise<void> {
    const { database, clock, config, log } = this.#deps;
    if (await repository.hasAdmin(database.queries)) return;
    const code = `${randomCode(groupLength)}-${randomCode(groupLength)}`;
    const now = clock.now();
    const row = { hash: sha256(code), expiresAt: addMs(now, codeMs), now, maxFailures };
    if (await repository.saveCode(database.queries, row))
      log.warn(
        `There is no administrator yet. Open ${config.publicUrl}/admin/setup within 15 minutes and enter ${code}, or run: npm run admin -- add <phone> --name <name> --role admin`,
      );
  }

  /** Prints a code on request. Throws "conflict" once there is an administrator. */
  async requestCode(): Promise<null> {
    if (!(await this.status()).is_needed) throw alreadySetUp();
    await this.printCode();
    return null;
  }

  /**
   * Adds the first administrator, who is logged in. Throws "conflict" once there is one, "bad_code" for a wrong,
   * used or expired code, "second_factor_required" where a login needs one.
   */
  async setUp(
    form: { code: string; name: string; phone: string },
    client: ClientInfo,
  ): Promise<StaffSession> {
    const { database, clock } = this.#deps;
    const { code, ...person } = form;
    const result = await database.transaction(async (tx) => {
      const known = await repository.lockCode(tx, clock.now(), maxFailures);
      if (await repository.hasAdmin(tx)) return alreadySetUp();
      if (known === undefined) return wrongCode();
      if (known.hash !== sha256(code.trim().toUpperCase())) {
        await repository.countFailure(tx);
        return wrongCode();
      }
      const { staff_id } = await this.#members.add(tx, "system", { ...person, role: "admin" });
      await repository.deleteCode(tx);
      const member = await findById(tx, staff_id);
      if (member === undefined) throw new AppError("internal");
      return (
        (await this.#factor.challengeIfRequired(tx, member)) ??
        (await this.#sessions.issue(tx, member, client))
      );
    });
    // Returned, not thrown, by the transaction, so that failures and tickets are saved.
    if (result instanceof AppError) throw result;
    return result;
  }
}

function wrongCode(): AppError {
  return new AppError("bad_code", {}, "一次性代码不正确或已过期");
}

function alreadySetUp(): AppError {
  return new AppError("conflict", {}, "已经有管理员了，请直接登录");
}
