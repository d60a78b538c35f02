import type { EnrolledSession } from "#contract/staff/auth/schema.ts";
import type { Deps } from "../../platform/Deps.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { AppError } from "../../platform/http/AppError.ts";
import type { ClientInfo } from "../../platform/http/client-info.ts";
import { randomCode, sha256 } from "../../platform/security/ids.ts";
import { addMs } from "../../platform/time/clock.ts";
import type { StaffSession, StaffSessionIssuer } from "./StaffSessionIssuer.ts";
import * as repository from "./second-factor.repository.ts";
import { issueTicket } from "./second-factor-ticket.service.ts";
import { findById, insertAudit, type StaffRow } from "./staff.repository.ts";
import { findTimeStep, generateTotpSecret, totpUri } from "./totp.rules.ts";

const recoveryCodeCount = 10;
/** Four words of four letters: 79 bits, so that a plain digest keeps them. */
const recoveryCodeGroups = 4;
/** So many wrong codes in a row lock the second step for so long. */
const triesPerLock = 5;
const lockMs = 15 * 60_000;

/** What came of a try; a wrong one has to be committed before it is refused. */
type AttemptResult<T> = { done: T } | { refusal: AppError };

/**
 * The second step of an admin's login: the code of an authenticator app (TOTP), or one of ten recovery codes. Who has proved
 * the phone gets a ticket that is good for this step and nothing else.
 */
export class SecondFactorService {
  readonly #deps: Deps;
  readonly #sessions: StaffSessionIssuer;

  constructor(deps: Deps, entry: StaffSessionIssuer) {
    this.#deps = deps;
    this.#sessions = entry;
  }

  /** What a member who has proved the phone is told when there is a second step; null when there is none. */
  async challengeIfRequired(tx: QueryRunner, member: StaffRow): Promise<AppError | null> {
    if (member.role !== "admin") return null;
    const isEnrolled = await repository.isEnrolled(tx, member.id);
    if (!isEnrolled && !this.#deps.config.needsSecondFactor) return null;
    const ticket = await issueTicket(tx, member.id, this.#deps.clock.now());
    return new AppError("second_factor_required", { ...ticket, is_enrolled: isEnrolled });
  }

  /** A new key for the app of a member who has none. Throws "ticket_expired", "conflict" for who has one. */
  async startEnrolment(ticket: string): Promise<{ secret: string; uri: string }> {
    return await this.#deps.database.transaction(async (tx) => {
      const member = await this.#requireTicketOwner(tx, ticket);
      const secret = generateTotpSecret();
      if (!(await repository.setPendingSecret(tx, member.id, secret)))
        throw new AppError("conflict", {}, "已开启动态验证码，请直接输入");
      return { secret, uri: totpUri(secret, member.name) };
    });
  }

  /**
   * Keeps the key when the app shows its code, ends all other sessions of the member and begins one. The recovery codes are
   * told once. Throws "ticket_expired", "conflict", "bad_factor", "rate_limited" after too many wrong codes.
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
      await repository.deleteStaffSessions(tx, member.id);
      const entry = { actor: member.id, action: "second-factor.enrol", target: member.id, detail: {}, at };
      await insertAudit(tx, entry);
      return { ...(await this.#sessions.issue(tx, member, client)), recovery_codes: codes };
    });
  }

  /**
   * Begins a session for the code of the app, or a recovery code; each is good once. Throws "ticket_expired", "bad_factor",
   * "rate_limited" after too many wrong codes.
   */
  async verify(input: { ticket: string; code: string }, client: ClientInfo): Promise<StaffSession> {
    return await this.#attempt(input.ticket, client, async (tx, member, factor) => {
      if (factor.confirmedAt === null) throw new AppError("conflict", {}, "请先绑定验证器");
      const at = this.#deps.clock.now();
      const step = findTimeStep(factor.secret, input.code, at);
      if (step !== null && step > factor.lastStep) {
        await repository.updateFactor(tx, member.id, { lastStep: step });
      } else {
        if (!(await repository.consumeRecoveryCode(tx, member.id, hashCode(input.code), at))) return null;
        const entry = { actor: member.id, action: "second-factor.recovery", target: member.id, detail: {} };
        await insertAudit(tx, { ...entry, at });
      }
      return await this.#sessions.issue(tx, member, client);
    });
  }

  /** Counts a try of a code; `use` answers null for a wrong one. */
  async #attempt<T extends object>(
    ticket: string,
    { network }: ClientInfo,
    attempt: (tx: QueryRunner, member: StaffRow, factor: repository.SecondFactorRow) => Promise<T | null>,
  ): Promise<T> {
    const { database, clock, security } = this.#deps;
    const result = await database.transaction(async (tx): Promise<AttemptResult<T>> => {
      const member = await this.#requireTicketOwner(tx, ticket);
      const factor = await repository.lockFactor(tx, member.id);
      if (factor === undefined) throw new AppError("conflict", {}, "请先绑定验证器");
      const now = clock.now();
      if (factor.lockedUntil !== null && factor.lockedUntil > now) throw lockedError(factor.lockedUntil, now);
      const done = await attempt(tx, member, factor);
      if (done !== null) {
        await repository.updateFactor(tx, member.id, { failures: 0, lockedUntil: null });
        await repository.deleteTickets(tx, member.id);
        return { done };
      }
      const failures = factor.failures + 1;
      const lockedUntil = failures % triesPerLock === 0 ? addMs(now, lockMs) : null;
      await repository.updateFactor(tx, member.id, { failures, lockedUntil });
      security.record({ kind: "wrong_factor", subject: member.id, ip: network });
      return { refusal: new AppError("bad_factor") };
    });
    if ("refusal" in result) throw result.refusal;
    return result.done;
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

/** Typed in any way: small letters, without the dashes. */
function hashCode(code: string): string {
  return sha256(code.toUpperCase().replace(/[^0-9A-Z]/g, ""));
}

function lockedError(until: Date, now: Date): AppError {
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000));
  const message = `错误次数过多，请 ${Math.ceil(seconds / 60)} 分钟后再试`;
  return new AppError("rate_limited", { retry_after: seconds }, message, seconds);
}
