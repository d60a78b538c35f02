import { pageSizeDefault } from "#contract/constants.ts";
import type { StaffWithdrawal } from "#contract/withdrawal/schema.ts";
import type { Deps } from "../../platform/Deps.ts";
import { withIdempotencyKey } from "../../platform/database/idempotency.ts";
import { AppError, invalid } from "../../platform/http/AppError.ts";
import { type DayRange, parseDayRange } from "../../platform/time/day-range.ts";
import * as staff from "../staff/staff.repository.ts";
import { presentReviewedWithdrawal } from "./withdrawal.presenter.ts";
import * as repository from "./withdrawal.repository.ts";
import { settleWithdrawal, type WithdrawalOutcome } from "./withdrawal-settlement.service.ts";

interface ListQuery extends DayRange {
  page?: number;
  pageSize?: number;
  status?: StaffWithdrawal["status"];
  sort?: repository.ReviewFilter["sort"];
  order?: repository.ReviewFilter["order"];
}

interface WithdrawalReviewInput {
  withdrawal_id: string;
  approve: boolean;
  reason?: string;
  client_key: string;
}

const errorByOutcome: Record<Exclude<WithdrawalOutcome, "done">, () => AppError> = {
  missing: () => new AppError("not_found", {}, "提现申请不存在"),
  over: () => new AppError("conflict", {}, "这笔提现已经处理过了"),
  "in debt": () => new AppError("conflict", {}, "顾客的积分已被扣成负数，请驳回这笔提现"),
};

/** Staff review of withdrawals: agents and admins see them, only admins decide. */
export class WithdrawalReviewService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Throws "forbidden" for restaurant staff. */
  async list(staffId: string, query: ListQuery) {
    const { queries } = this.#deps.database;
    await this.#requireRole(staffId, ["agent", "admin"]);
    const page = query.page ?? 1;
    const pageSize = query.pageSize ?? pageSizeDefault;
    const range = { offset: (page - 1) * pageSize, limit: pageSize };
    const { status, sort = "created_at", order = "desc" } = query;
    const filter = { status, sort, order, ...parseDayRange(query) };
    const { rows, total } = await repository.findReviewPage(queries, filter, range);
    return {
      list: rows.map((row) => presentReviewedWithdrawal(row, this.#deps.chainSettings)),
      total,
      page,
      pageSize,
      has_more: page * pageSize < total,
    };
  }

  /** Decides a withdrawal, once per idempotency key. Throws "forbidden", "not_found", "conflict" if impossible. */
  async review(staffId: string, input: WithdrawalReviewInput): Promise<StaffWithdrawal> {
    const { database, clock } = this.#deps;
    await this.#requireRole(staffId, ["admin"]);
    const { withdrawal_id: withdrawalId, approve } = input;
    const reason = input.reason?.trim() ?? "";
    if (!approve && reason === "") throw invalid("请填写驳回原因", "reason");
    const now = clock.now();
    const by = { withdrawalId, by: staffId, now };
    const idempotentRequest = {
      subjectId: staffId,
      endpoint: "withdrawals/review",
      idempotencyKey: input.client_key,
      body: input,
      createdAt: now,
    };
    return await database.transaction((tx) =>
      withIdempotencyKey(tx, idempotentRequest, async () => {
        const outcome = await settleWithdrawal(tx, approve ? { ...by, approve } : { ...by, approve, reason });
        if (outcome !== "done") throw errorByOutcome[outcome]();
        const row = await repository.findOwnedById(tx, withdrawalId);
        if (row === undefined) throw errorByOutcome.missing();
        return presentReviewedWithdrawal(row, this.#deps.chainSettings);
      }),
    );
  }

  async #requireRole(staffId: string, roles: staff.StaffRow["role"][]): Promise<void> {
    const member = await staff.findById(this.#deps.database.lookups, staffId);
    if (member === undefined || !roles.includes(member.role)) throw new AppError("forbidden");
  }
}
