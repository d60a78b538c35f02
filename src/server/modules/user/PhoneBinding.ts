import { AppError } from "../../platform/AppError.ts";
import { pgCode, type Queries } from "../../platform/Database.ts";
import type { Deps } from "../../platform/Deps.ts";
import { lockInvites, mergeInvites } from "./invite-binding.ts";
import * as merging from "./merge.repository.ts";
import type { OldPhone } from "./OldPhone.ts";
import { endSessions } from "./session.repository.ts";
import type { UserRow } from "./user.repository.ts";
import * as repository from "./user.repository.ts";

const uniqueViolation = "23505";
const tries = 3;

/** Who wants a number for an account: a session of it, or staff for a customer who has lost the number. */
export interface Wisher {
  userId: string;
  /** The session, which stays when the number changes; null for staff, who end them all. */
  tokenHash: string | null;
}

type Also = (tx: Queries) => Promise<void>;

/**
 * Gives an account a phone number that was proved. When the number has an account already, the two become one: the one
 * with the number stays and gets the other's orders, points, addresses, favourites, card, invites, conversation, WeChat
 * user and sessions; the other is closed and points to it. Nothing is lost, and nothing is guessed: two WeChat users or
 * two cards cannot become one, so that is refused. An account that has a number gets another one
 * only after `OldPhone` or by staff, and its other sessions end with the old number.
 */
export class PhoneBinding {
  readonly #deps: Deps;
  readonly #old: OldPhone;

  constructor(deps: Deps, old: OldPhone) {
    this.#deps = deps;
    this.#old = old;
  }

  /**
   * The id of the account that remains. `before` is the number that the account is known to have: one that has got
   * another meanwhile is a "conflict". `also` joins the transaction. Throws "conflict" with a sentence, "forbidden" for a closed account.
   */
  async bind(who: Wisher, before: string | null, phone: string, also?: Also): Promise<string> {
    for (let nth = 1; ; nth++) {
      try {
        return await this.#deps.database.transaction(async (tx) => {
          await also?.(tx);
          return await this.#bindOnce(tx, who, before, phone);
        });
      } catch (error) {
        // The number got an account between our look and our write: look again.
        if (nth === tries || pgCode(error) !== uniqueViolation) throw error;
      }
    }
  }

  async #bindOnce(tx: Queries, who: Wisher, before: string | null, phone: string): Promise<string> {
    const { userId } = who;
    // Locks in one order everywhere: invites, then accounts by id.
    await lockInvites(tx);
    const owner = await repository.byPhone(tx, phone);
    if (owner?.id === userId) return userId;
    if (owner !== undefined) return await this.#merge(tx, userId, { id: owner.id, phone });
    await repository.lock(tx, userId);
    const user = await repository.byId(tx, userId);
    if (user?.phone !== before) throw new AppError("conflict");
    await repository.update(tx, userId, { phone });
    if (before !== null) await this.#endSessions(tx, who, before);
    return userId;
  }

  /** Whoever has the old number, or had it, is no longer logged in by it. */
  async #endSessions(tx: Queries, { userId, tokenHash }: Wisher, before: string): Promise<void> {
    const ended = await endSessions(tx, userId, tokenHash);
    if (tokenHash !== null) await this.#old.forget(tx, before, tokenHash);
    this.#deps.security.record({ kind: "phone_changed", subject: userId });
    this.#deps.log.info({ user: userId, ended }, "an account got another number");
  }

  async #merge(tx: Queries, from: string, to: { id: string; phone: string }): Promise<string> {
    const both = await merging.lockBoth(tx, [from, to.id]);
    const [gone, kept] = [both.get(from), both.get(to.id)];
    if (gone === undefined || gone.mergedInto !== null) throw new AppError("conflict");
    if (kept === undefined || kept.phone !== to.phone) throw new AppError("conflict");
    await this.#requireMergeable(tx, gone, kept);
    await merging.moveBelongings(tx, gone.id, kept.id);
    const now = this.#deps.clock.now();
    await mergeInvites(tx, gone.id, kept.id, now);
    const closed = { openid: null, unionid: null, mergedInto: kept.id, disabledAt: now };
    await repository.update(tx, gone.id, closed);
    await repository.update(tx, kept.id, {
      openid: gone.openid ?? kept.openid,
      unionid: gone.unionid ?? kept.unionid,
      avatar: kept.avatar ?? gone.avatar,
    });
    this.#deps.log.info({ from: gone.id, to: kept.id }, "two accounts became one");
    return kept.id;
  }

  async #requireMergeable(tx: Queries, gone: UserRow, kept: UserRow): Promise<void> {
    if (kept.disabledAt !== null) throw new AppError("forbidden", {}, "该手机号的账号已停用，请联系客服");
    if (gone.phone !== null) throw new AppError("conflict", {}, "该手机号已被其他账号使用");
    if (gone.openid !== null && kept.openid !== null)
      throw new AppError("conflict", {}, "该手机号已绑定其他微信，请用那个微信登录");
    if ((await merging.countCards(tx, [gone.id, kept.id])) > 1)
      throw new AppError("conflict", {}, "两个账号都绑定了会员卡，请联系客服合并");
  }
}
