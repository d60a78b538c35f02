import { pageSizeDefault } from "#contract/constants.ts";
import type { ReviewedWithdrawal } from "#contract/withdrawal/schema.ts";
import { AppError, invalid } from "../../platform/AppError.ts";
import type { Deps } from "../../platform/Deps.ts";
import { onceByKey } from "../../platform/onceByKey.ts";
import * as staff from "../staff/staff.repository.ts";
import { type Settled, settleWithdrawal } from "./settle-withdrawal.ts";
import { presentReviewed } from "./withdrawal.presenter.ts";
import * as repository from "./withdrawal.repository.ts";

interface ListQuery {
  page?: number;
  pageSize?: number;
  status?: ReviewedWithdrawal["status"];
}

interface ReviewForm {
  withdrawal_id: string;
  approve: boolean;
  reason?: string;
  client_key: string;
}

const refusals: Record<Exclude<Settled, "done">, () => AppError> = {
  missing: () => new AppError("not_found", {}, "提现申请不存在"),
  over: () => new AppError("conflict", {}, "这笔提现已经处理过了"),
  "in debt": () => new AppError("conflict", {}, "客户的积分已被扣成负数，请驳回这笔提现"),
};

/** Staff looking at withdrawals: service agents and the head office see them, the head office alone decides. */
export class WithdrawalReview {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Throws "forbidden" for a store's people. */
  async list(staffId: string, query: ListQuery) {
    const { queries } = this.#deps.database;
    await this.#require(staffId, ["agent", "admin"]);
    const page = query.page ?? 1;
    const pageSize = query.pageSize ?? pageSizeDefault;
    const part = { offset: (page - 1) * pageSize, limit: pageSize };
    const { rows, total } = await repository.pageOfAll(queries, query.status, part);
    return { list: rows.map(presentReviewed), total, page, pageSize, has_more: page * pageSize < total };
  }

  /** Decides once a client key. Throws "forbidden", "not_found", "conflict" for one that cannot be decided so. */
  async review(staffId: string, form: ReviewForm): Promise<ReviewedWithdrawal> {
    const { database, clock } = this.#deps;
    await this.#require(staffId, ["admin"]);
    const { withdrawal_id: withdrawalId, approve } = form;
    const reason = form.reason?.trim() ?? "";
    if (!approve && reason === "") throw invalid("请填写驳回原因", "reason");
    const now = clock.now();
    const by = { withdrawalId, by: staffId, now };
    const key = { subjectId: staffId, call: "withdrawals/review", key: form.client_key, body: form, at: now };
    return await database.transaction((tx) =>
      onceByKey(tx, key, async () => {
        const settled = await settleWithdrawal(tx, approve ? { ...by, approve } : { ...by, approve, reason });
        if (settled !== "done") throw refusals[settled]();
        const row = await repository.ownedById(tx, withdrawalId);
        if (row === undefined) throw refusals.missing();
        return presentReviewed(row);
      }),
    );
  }

  async #require(staffId: string, roles: staff.StaffRow["role"][]): Promise<void> {
    const member = await staff.byId(this.#deps.database.queries, staffId);
    if (member === undefined || !roles.includes(member.role)) throw new AppError("forbidden");
  }
}
