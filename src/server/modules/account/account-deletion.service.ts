import type { AccountDeletion } from "#contract/account/schema.ts";
import { maskPhone } from "#contract/phone.ts";
import type { Deps } from "../../platform/Deps.ts";
import { AppError, invalid, ruleBroken } from "../../platform/http/AppError.ts";
import type { ClientInfo } from "../../platform/http/client-info.ts";
import { deleteSessions } from "../../platform/security/session.repository.ts";
import { addMs } from "../../platform/time/clock.ts";
import { getPointsSummary } from "../points/points.repository.ts";
import type { SmsCodeService } from "../sms/sms-code.service.ts";
import * as users from "../user/user.repository.ts";
import * as repository from "./deletion.repository.ts";

const dayMs = 86_400_000;

/** Requests of customers to delete their account, which a job carries out after some days. */
export class AccountDeletionService {
  readonly #deps: Deps;
  readonly #codes: SmsCodeService;

  constructor(deps: Deps, codes: SmsCodeService) {
    this.#deps = deps;
    this.#codes = codes;
  }

  /** Returns whether the account is about to be deleted, what prevents it, and what would be lost. */
  async describe(userId: string): Promise<AccountDeletion> {
    const { queries } = this.#deps.database;
    const user = await this.#requireUser(userId);
    const [obstacles, card, points] = await Promise.all([
      repository.listObstacles(queries, userId),
      repository.findCard(queries, userId),
      getPointsSummary(queries, userId, this.#deps.clock.now()),
    ]);
    return {
      phone: user.phone && maskPhone(user.phone),
      requested_at: user.deletionRequestedAt?.toISOString() ?? null,
      due_at: user.deletionDueAt?.toISOString() ?? null,
      wait_days: this.#deps.config.limits.deletionWaitMs / dayMs,
      obstacles,
      points: Math.max(0, points.available + points.pending),
      card: card === undefined ? null : { last_four: card.number.slice(-4), balance: card.balanceFen },
    };
  }

  /** Sends the code that confirms the deletion. Throws "rule_broken" for an account without a number. */
  async sendCode(userId: string, input: { proof?: string }, client: ClientInfo) {
    const { phone } = await this.#requireUser(userId);
    if (phone === null) throw ruleBroken("您还没有绑定手机号", "phone");
    return await this.#codes.send({ ...input, phone, purpose: "deletion", client });
  }

  /**
   * Requests the deletion and ends all sessions; a repeated request changes nothing. Throws "rule_broken" while
   * something is under way, "bad_code", "validation" without the code that an account with a number needs.
   */
  async request(userId: string, code: string | undefined, client: ClientInfo): Promise<{ due_at: string }> {
    const { database, clock, config, security, log } = this.#deps;
    const { phone, deletionDueAt } = await this.#requireUser(userId);
    if (deletionDueAt !== null) return { due_at: deletionDueAt.toISOString() };
    await this.#assertNoObstacles(userId);
    if (phone !== null) {
      if (code === undefined) throw invalid("请输入验证码", "code");
      await this.#codes.redeem(phone, "deletion", code, client);
    }
    const now = clock.now();
    const dueAt = addMs(now, config.limits.deletionWaitMs);
    await database.transaction(async (tx) => {
      await users.lockForUpdate(tx, userId);
      if ((await repository.listObstacles(tx, userId)).length > 0) throw obstructed();
      await users.update(tx, userId, { deletionRequestedAt: now, deletionDueAt: dueAt });
      await deleteSessions(tx, { audience: "customer", subjectId: userId });
    });
    security.record({ kind: "deletion_requested", subject: userId });
    log.info({ user: userId, due: dueAt }, "the deletion of an account was requested");
    return { due_at: dueAt.toISOString() };
  }

  /** Cancels the request; without one it changes nothing. */
  async cancel(userId: string): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      // Refused once the job has begun: the session that called was ended meanwhile.
      await users.lockForUpdate(tx, userId);
      await users.update(tx, userId, { deletionRequestedAt: null, deletionDueAt: null });
    });
  }

  async #assertNoObstacles(userId: string): Promise<void> {
    if ((await repository.listObstacles(this.#deps.database.queries, userId)).length > 0) throw obstructed();
  }

  async #requireUser(userId: string): Promise<users.UserRow> {
    const user = await users.findById(this.#deps.database.lookups, userId);
    if (user === undefined || user.disabledAt !== null) throw new AppError("unauthenticated");
    return user;
  }
}

function obstructed(): AppError {
  return ruleBroken("还有未完成的订单、退款或提现，完成后才能注销", "obstacles");
}
