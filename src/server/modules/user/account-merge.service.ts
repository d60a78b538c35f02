import { maskPhone } from "#contract/phone.ts";
import type { Deps } from "../../platform/Deps.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { pgCode } from "../../platform/database/database-errors.ts";
import { AppError } from "../../platform/http/AppError.ts";
import { deleteSessions } from "../../platform/security/session.repository.ts";
import type { AccountInvites } from "./account-invites.ts";
import * as merging from "./account-merge.repository.ts";
import type { OldPhoneVerifier } from "./OldPhoneVerifier.ts";
import type { UserRow } from "./user.repository.ts";
import * as repository from "./user.repository.ts";

const uniqueViolation = "23505";
const maxTries = 3;

/** Requester of a phone number: a session of the account, or staff for a customer who has lost the number. */
export interface PhoneRequester {
  userId: string;
  /** The session, which stays when the number changes; null for staff, who end all sessions. */
  tokenHash: string | null;
}

type BeforeBind = (tx: QueryRunner) => Promise<void>;

/**
 * Binds a verified phone number to an account. When the number has an account already, the two are merged:
 * the one with the number stays and receives the other's orders, points, addresses, favourites, card,
 * invites, conversation, WeChat user and sessions; the other is closed and points to it. Nothing is lost or
 * guessed: accounts with two WeChat users or two cards cannot be merged, so that is refused. An account with
 * a number can change it only after `OldPhoneVerifier` or by staff, and its other sessions end with the old
 * number, which is told by text message.
 */
export class AccountMergeService {
  readonly #deps: Deps;
  readonly #oldPhone: OldPhoneVerifier;
  readonly #invites: AccountInvites;

  constructor(deps: Deps, oldPhone: OldPhoneVerifier, invites: AccountInvites) {
    this.#deps = deps;
    this.#oldPhone = oldPhone;
    this.#invites = invites;
  }

  /**
   * Returns the id of the remaining account. A number other than `previousPhone` at the time of writing is a
   * "conflict"; `beforeBind` joins the transaction. Throws "conflict" with a message, "forbidden" for a
   * closed account.
   */
  async bindPhone(
    requester: PhoneRequester,
    previousPhone: string | null,
    phone: string,
    beforeBind?: BeforeBind,
  ): Promise<string> {
    for (let attempt = 1; ; attempt++) {
      try {
        const userId = await this.#deps.database.transaction(async (tx) => {
          await beforeBind?.(tx);
          return await this.#tryBind(tx, requester, previousPhone, phone);
        });
        if (previousPhone !== null && previousPhone !== phone) this.#notifyOldPhone(previousPhone, phone);
        return userId;
      } catch (error) {
        // The number got an account between the read and the write: retry.
        if (attempt === maxTries || pgCode(error) !== uniqueViolation) throw error;
      }
    }
  }

  /** Tells the old number in the background: a message that cannot be sent undoes no change. */
  #notifyOldPhone(previousPhone: string, phone: string): void {
    this.#deps.sms.sendPhoneChanged(previousPhone, maskPhone(phone)).catch((err: unknown) => {
      this.#deps.log.warn({ err }, "the old number of an account was not told of the new one");
    });
  }

  async #tryBind(
    tx: QueryRunner,
    requester: PhoneRequester,
    previousPhone: string | null,
    phone: string,
  ): Promise<string> {
    const { userId } = requester;
    // Same lock order everywhere: invites, then accounts by id.
    await this.#invites.lock(tx);
    const owner = await repository.findByPhone(tx, phone);
    if (owner?.id === userId) return userId;
    if (owner !== undefined) return await this.#merge(tx, userId, { id: owner.id, phone });
    await repository.lockForUpdate(tx, userId);
    const user = await repository.findById(tx, userId);
    if (user?.phone !== previousPhone) throw new AppError("conflict");
    await repository.update(tx, userId, { phone });
    if (previousPhone !== null) await this.#endSessions(tx, requester, previousPhone);
    return userId;
  }

  /**
   * Ends the account's other sessions after a number change, so that holders of the old number are logged
   * out.
   */
  async #endSessions(
    tx: QueryRunner,
    { userId, tokenHash }: PhoneRequester,
    previousPhone: string,
  ): Promise<void> {
    const endedCount = await deleteSessions(tx, { audience: "customer", subjectId: userId }, tokenHash);
    if (tokenHash !== null) await this.#oldPhone.clear(tx, previousPhone, tokenHash);
    this.#deps.security.record({ kind: "phone_changed", subject: userId });
    this.#deps.log.info({ user: userId, ended: endedCount }, "an account got another number");
  }

  async #merge(tx: QueryRunner, from: string, to: { id: string; phone: string }): Promise<string> {
    const accounts = await merging.lockAccounts(tx, [from, to.id]);
    const [source, target] = [accounts.get(from), accounts.get(to.id)];
    if (source === undefined || source.mergedInto !== null) throw new AppError("conflict");
    if (target === undefined || target.phone !== to.phone) throw new AppError("conflict");
    await this.#requireMergeable(tx, source, target);
    await merging.reassignOwnership(tx, source.id, target.id);
    const now = this.#deps.clock.now();
    await this.#invites.merge(tx, source.id, target.id, now);
    const closedValues = { openid: null, unionid: null, mergedInto: target.id, disabledAt: now };
    await repository.update(tx, source.id, closedValues);
    await repository.update(tx, target.id, {
      openid: source.openid ?? target.openid,
      unionid: source.unionid ?? target.unionid,
      avatar: target.avatar ?? source.avatar,
    });
    this.#deps.log.info({ from: source.id, to: target.id }, "two accounts became one");
    return target.id;
  }

  async #requireMergeable(tx: QueryRunner, source: UserRow, target: UserRow): Promise<void> {
    if (source.disabledAt !== null) throw new AppError("unauthenticated");
    if (target.disabledAt !== null) throw new AppError("forbidden", {}, "该手机号的账号已停用，请联系客服");
    if (source.deletionDueAt !== null || target.deletionDueAt !== null)
      throw new AppError("conflict", {}, "账号正在注销，请先登录该账号撤销注销");
    if (source.phone !== null) throw new AppError("conflict", {}, "该手机号已被其他账号使用");
    if (source.openid !== null && target.openid !== null)
      throw new AppError("conflict", {}, "该手机号已绑定其他微信，请用那个微信登录");
    if ((await merging.countCards(tx, [source.id, target.id])) > 1)
      throw new AppError("conflict", {}, "两个账号都绑定了会员卡，请联系客服合并");
  }
}
