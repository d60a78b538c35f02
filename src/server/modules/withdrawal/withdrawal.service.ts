import { pageSizeDefault } from "#contract/constants.ts";
import { formatYuan } from "#contract/money.ts";
import type { Withdrawal, WithdrawalRules } from "#contract/withdrawal/schema.ts";
import type { Deps } from "../../platform/Deps.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { withIdempotencyKey } from "../../platform/database/idempotency.ts";
import { AppError } from "../../platform/http/AppError.ts";
import { newId } from "../../platform/security/ids.ts";
import { startOfDay } from "../../platform/time/local-time.ts";
import { presentPoints } from "../points/points.presenter.ts";
import { lockAccount, recordMovement } from "../points/points.repository.ts";
import * as users from "../user/user.repository.ts";
import { calculateWithdrawable, findWithdrawable, type InviteLot } from "./withdrawable.service.ts";
import { publishWithdrawal } from "./withdrawal.events.ts";
import { presentWithdrawal } from "./withdrawal.presenter.ts";
import type { WithdrawalRow } from "./withdrawal.repository.ts";
import * as repository from "./withdrawal.repository.ts";

interface WithdrawalInput {
  points: number;
  expected_fee?: number;
  client_key: string;
}

/** Withdrawals of points from invites. */
export class WithdrawalService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Deducts the points at once and submits the request to staff, once per idempotency key. Throws
   * "withdrawal_limit" for too few or too many points, another fee, or a second request in a day, "points_unusable" for
   * more than are available.
   */
  async withdraw(userId: string, input: WithdrawalInput): Promise<Withdrawal> {
    const { database, clock } = this.#deps;
    const now = clock.now();
    const idempotentRequest = {
      subjectId: userId,
      endpoint: "user/withdraw",
      idempotencyKey: input.client_key,
      body: input,
      createdAt: now,
    };
    return await database.transaction((tx) =>
      withIdempotencyKey(tx, idempotentRequest, () => this.#createWithdrawal(tx, userId, input, now)),
    );
  }

  async list(userId: string, query: { page?: number; pageSize?: number }) {
    const { lookups } = this.#deps.database;
    const page = query.page ?? 1;
    const pageSize = query.pageSize ?? pageSizeDefault;
    const [{ rows, total }, rules] = await Promise.all([
      repository.findPage(lookups, userId, { offset: (page - 1) * pageSize, limit: pageSize }),
      this.#getRules(userId),
    ]);
    const list = rows.map((row) => presentWithdrawal(row, this.#deps.chainSettings));
    return { list, total, page, pageSize, has_more: page * pageSize < total, rules };
  }

  async #createWithdrawal(
    tx: QueryRunner,
    userId: string,
    { points, expected_fee }: WithdrawalInput,
    now: Date,
  ): Promise<Withdrawal> {
    const { minimum, daily_max: maximum, fee } = this.#deps.chainSettings.current.withdrawals;
    if (expected_fee !== undefined && expected_fee !== fee)
      throw new AppError("withdrawal_limit", { fee }, `手续费已改为${formatYuan(fee)}，请返回确认后再提交`);
    if (points < minimum) throw new AppError("withdrawal_limit", { minimum }, `每次至少提现${minimum}积分`);
    if (points > maximum) throw new AppError("withdrawal_limit", { maximum }, `每天最多提现${maximum}积分`);
    await users.lockForUpdate(tx, userId);
    // From here on a customer's requests run one at a time.
    const account = await lockAccount(tx, userId);
    if ((await repository.countSince(tx, userId, startOfDay(now))) > 0)
      throw new AppError("withdrawal_limit", {}, "每天只能申请一次提现，请明天再来");
    const { withdrawable, lots } = await calculateWithdrawable(tx, account, now);
    if (points > withdrawable)
      throw new AppError("points_unusable", { withdrawable }, `可提现的积分只有${withdrawable}`);
    const row = { id: newId(), userId, points, status: "reviewing" as const, createdAt: now };
    const inserted = await repository.insert(tx, row);
    await this.#deductLots(tx, inserted, lots);
    publishWithdrawal(tx, inserted, now);
    return presentWithdrawal(inserted, this.#deps.chainSettings);
  }

  /** Deducts the points from their lots, earliest expiry first. */
  async #deductLots(tx: QueryRunner, { id, userId, points, createdAt }: WithdrawalRow, lots: InviteLot[]) {
    let remaining = points;
    for (const [nth, { at, points: left }] of lots.entries()) {
      const deducted = Math.min(remaining, left);
      if (deducted === 0) return;
      remaining -= deducted;
      const reference = nth === 0 ? id : `${id}:${nth}`;
      const movement = { userId, type: "withdraw", delta: -deducted, reference, expiresAt: at } as const;
      await recordMovement(tx, { ...movement, createdAt: createdAt });
    }
  }

  async #getRules(userId: string): Promise<WithdrawalRules> {
    const { database, clock, chainSettings } = this.#deps;
    const { minimum, daily_max, fee } = chainSettings.current.withdrawals;
    const now = clock.now();
    const [{ withdrawable, points }, requestCount] = await Promise.all([
      findWithdrawable(database.lookups, userId, now),
      repository.countSince(database.lookups, userId, startOfDay(now)),
    ]);
    return {
      ...presentPoints(points),
      withdrawable,
      minimum,
      daily_maximum: daily_max,
      fee,
      is_asked_today: requestCount > 0,
    };
  }
}
