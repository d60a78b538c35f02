import { pageSizeDefault } from "#contract/constants.ts";
import type { Deps } from "../../platform/Deps.ts";
import { AppError } from "../../platform/http/AppError.ts";
import { maskName } from "../../platform/mask-name.ts";
import { addMs } from "../../platform/time/clock.ts";
import { startOfDay } from "../../platform/time/local-time.ts";
import * as orders from "../order/order.repository.ts";
import * as users from "../user/user.repository.ts";
import { findWithdrawable } from "../withdrawal/withdrawable.service.ts";
import { inviteUrl, presentInvite } from "./invite.presenter.ts";
import * as repository from "./invite.repository.ts";
import { lockInvites } from "./invite-binding.repository.ts";
import { bindInvite, canBindInvite, type InviteBindingResult } from "./invite-binding.service.ts";
import { grantReward } from "./invite-reward.service.ts";

const batchSize = 50;
/** Delay in ms before a postponed reward is checked again. */
const retryMs = 10 * 60_000;

const refusalMessages: Record<Exclude<InviteBindingResult, "bound" | "late">, string> = {
  unknown: "邀请码不存在，请核对后再填",
  own: "不能填写自己的邀请码",
  taken: "您已填写过邀请码，不能更改",
  loop: "对方是您邀请的好友，不能互相邀请",
};

/** Inviting friends: own code, binding a code, invited customers, and rewards for their first order. */
export class InviteService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async code(userId: string) {
    const user = await users.findById(this.#deps.database.lookups, userId);
    if (user === undefined) throw new AppError("unauthenticated");
    const { inviteCode } = user;
    return { invite_code: inviteCode, invite_url: inviteUrl(this.#deps.config.publicUrl, inviteCode) };
  }

  /** Describes the sender of an invite link to anybody who opens it; null for an unknown code. */
  async describeInviter(code: string) {
    const inviter = await users.findByInviteCode(this.#deps.database.lookups, code.trim().toUpperCase());
    if (inviter === undefined || inviter.disabledAt !== null) return null;
    return { name: maskName(inviter.nickname), avatar: inviter.avatar, rewards: this.#rewards };
  }

  get #rewards() {
    const { inviter_points, invitee_points, minimum_order, delay_days } =
      this.#deps.chainSettings.current.invites;
    return { inviter_points, invitee_points, minimum_order, delay_days };
  }

  /** Binds the customer to an inviter. Throws "invite_invalid" with the reason. */
  async bind(userId: string, code: string): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      await lockInvites(tx);
      await users.lockForUpdate(tx, userId);
      const user = await users.findById(tx, userId);
      if (user === undefined) throw new AppError("unauthenticated");
      const binding = await bindInvite(tx, this.#deps, user, code);
      if (binding !== "bound")
        throw new AppError("invite_invalid", { reason: binding }, this.#describeRefusal(binding));
    });
  }

  #describeRefusal(reason: Exclude<InviteBindingResult, "bound">): string {
    if (reason !== "late") return refusalMessages[reason];
    const { bind_days } = this.#deps.chainSettings.current.invites;
    return bind_days === 0
      ? "邀请码只能在首次下单前填写"
      : `邀请码只能在注册${bind_days}天内或首次下单前填写`;
  }

  async listInvites(userId: string, query: { page?: number; pageSize?: number }) {
    const { lookups } = this.#deps.database;
    const page = query.page ?? 1;
    const pageSize = query.pageSize ?? pageSizeDefault;
    const [rows, { invited }] = await Promise.all([
      repository.findPage(lookups, userId, { offset: (page - 1) * pageSize, limit: pageSize }),
      repository.getTotals(lookups, userId),
    ]);
    const list = rows.map(presentInvite);
    return { list, total: invited, page, pageSize, has_more: page * pageSize < invited };
  }

  async getStats(userId: string) {
    const { database, clock, chainSettings } = this.#deps;
    const now = clock.now();
    const user = await users.findById(database.lookups, userId);
    if (user === undefined) throw new AppError("unauthenticated");
    const [totals, today, { withdrawable }, canBind] = await Promise.all([
      repository.getTotals(database.lookups, userId),
      repository.countRewarded(database.lookups, userId, startOfDay(now)),
      findWithdrawable(database.lookups, userId, now),
      canBindInvite(database.lookups, this.#deps, user),
    ]);
    return {
      invited: totals.invited,
      ordered: totals.ordered,
      rewarded_points: totals.points,
      withdrawable,
      today,
      can_bind: canBind,
      rewards: this.#rewards,
      bind_days: chainSettings.current.invites.bind_days,
    };
  }

  /** Grants the rewards that are due. */
  async sweep(): Promise<void> {
    const { database, clock } = this.#deps;
    const now = clock.now();
    const retryAt = addMs(now, retryMs);
    const due = await database.transaction((tx) => repository.claimDue(tx, now, retryAt, batchSize));
    for (const { orderId } of due)
      await database.transaction(async (tx) => {
        const order = orderId === null ? undefined : await orders.lockForUpdate(tx, orderId);
        if (order !== undefined) await grantReward(tx, this.#deps.chainSettings, order, now);
      });
  }
}
