import type { EnrolledSession } from "#contract/staff/auth/schema.ts";
import type { Deps } from "../../platform/Deps.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { AppError } from "../../platform/http/AppError.ts";
import type { ClientInfo } from "../../platform/http/client-info.ts";
import { randomCode, sha256 } from "../../platform/security/ids.ts";
import { deleteSessions } from "../../platform/security/session.repository.ts";
import { insertAudit } from "../audit/audit.repository.ts";
import type { StaffSession, StaffSessionIssuer } from "./StaffSessionIssuer.ts";
import * as repository from "./second-factor.repository.ts";
import { consumeTotpCode, countAttempt } from "./second-factor-attempt.service.ts";
import { issueTicket } from "./second-factor-ticket.service.ts";
import { findById, type StaffRow } from "./staff.repository.ts";
import { findTimeStep, generateTotpSecret, totpUri } from "./totp.rules.ts";

const recoveryCodeCount = 10;
/** Four groups of four letters: 79 bits, enough for storing them as a plain digest. */
const recoveryCodeGroups = 4;
/**
 * The second step of an admin's login: the code of an authenticator app (TOTP), or one of ten recovery codes.
 * An admin who has verified the phone gets a ticket that is valid for this step only.
 */
export class SecondFactorService {
  readonly #deps: Deps;
  readonly #sessions: StaffSessionIssuer;

  constructor(deps: Deps, entry: StaffSessionIssuer) {
    this.#deps = deps;
    this.#sessions = entry;
  }

  /** Returns the error with a ticket for a staff member who needs a second step; null when there is none. */
  async challengeIfRequired(tx: QueryRunner, member: StaffRow): Promise<AppError | null> {
    if (member.role !== "admin") return null;
    const isEnrolled = await repository.isEnrolled(tx, member.id);
    if (!isEnrolled && !this.#deps.config.needsSecondFactor) return null;
    const ticket = await issueTicket(tx, member.id, this.#deps.clock.now());
    return new AppError("second_factor_required", { ...ticket, is_enrolled: isEnrolled });
  }

  /**
   * Creates a new key for the app of a staff member without a factor. Throws "ticket_expired", "conflict" for
   * an enrolled one.
   */
  async startEnrolment(ticket: string): Promise<{ secret: string; uri: string }> {
    return await this.#deps.database.transaction(async (tx) => {
      const member = await this.#requireTicketOwner(tx, ticket);
      const secret = generateTotpSecret();
      if (!(await repository.setPendingSecret(tx, member.id, secret)))
        throw new AppError("conflict", {}, "已开启动态验证码，请直接输入");
      return { secret, uri: totpUri(secret, member.name, this.#deps.chainSettings.current.brand.name) };
    });
  }

  /**
   * Confirms the key with a code of the app, ends all other sessions of the staff member and starts one. The
   * recovery codes are shown once. Throws "ticket_expired", "conflict", "bad_factor", "rate_limited" after
   * too many wrong codes.
   */
  async enrol(input: { ticket: string; code: string }, client: ClientInfo): Promise<EnrolledSession> {
    return await this.#attempt(input.ticket, client, async (tx, member, factor) => {
      if (factor.confirmedAt !== null) throw new AppError("conflict", {}, "已开启动态验证码，请直接输入");
      const at = this.#deps.clock.now();
      const lastStep = findTimeStep(factor.secret, input.code, at);
      if (lastStep === null) return null;
      await repository.updateFactor(tx, member.id, { confirmedAt: at, lastStep });
      const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
      await repository.replaceRecoveryCodes(tx, member.id, codes.map(hashCode));
      await deleteSessions(tx, { audience: "staff", subjectId: member.id });
      const entry = { actor: member.id, action: "second-factor.enrol", target: member.id, detail: {} };
      await insertAudit(tx, { ...entry, createdAt: at });
      return { ...(await this.#sessions.issue(tx, member, client)), recovery_codes: codes };
    });
  }

  /**
   * Starts a session for a code of the app or a recovery code; each is valid once. Throws "ticket_expired",
   * "bad_factor", "rate_limited" after too many wrong codes.
   */
  async verify(input: { ticket: string; code: string }, client: ClientInfo): Promise<StaffSession> {
    return await this.#attempt(input.ticket, client, async (tx, member, factor) => {
      if (factor.confirmedAt === null) throw new AppError("conflict", {}, "请先绑定验证器");
      const at = this.#deps.clock.now();
      if (!(await consumeTotpCode(tx, factor, input.code, at))) {
        if (!(await repository.consumeRecoveryCode(tx, member.id, hashCode(input.code), at))) return null;
        const entry = { actor: member.id, action: "second-factor.recovery", target: member.id, detail: {} };
        await insertAudit(tx, { ...entry, createdAt: at });
      }
      return await this.#sessions.issue(tx, member, client);
    });
  }

  /** Counts an attempt of a ticket's owner; `attempt` returns null for a wrong code. */
  async #attempt<T extends object>(
    ticket: string,
    client: ClientInfo,
    attempt: (tx: QueryRunner, member: StaffRow, factor: repository.SecondFactorRow) => Promise<T | null>,
  ): Promise<T> {
    const done = await this.#deps.database.transaction(async (tx) => {
      const member = await this.#requireTicketOwner(tx, ticket);
      const result = await countAttempt(tx, this.#deps, member.id, client, (factor) =>
        attempt(tx, member, factor),
      );
      if (result !== null) await repository.deleteTickets(tx, member.id);
      return result;
    });
    if (done === null) throw new AppError("bad_factor");
    return done;
  }

  async #requireTicketOwner(tx: QueryRunner, ticket: string): Promise<StaffRow> {
    const staffId = await repository.findTicketOwner(tx, sha256(ticket), this.#deps.clock.now());
    const member = staffId === undefined ? undefined : await findById(tx, staffId);
    if (member?.role !== "admin") throw new AppError("ticket_expired");
    return member;
  }
}

function newRecoveryCode(): string {
  return Array.from({ length: recoveryCodeGroups }, () => randomCode(4)).join("-");
}

/** Accepts small letters and missing dashes. */
function hashCode(code: string): string {
  return sha256(code.toUpperCase().replace(/[^0-9A-Z]/g, ""));
}
