import { pageSizeDefault } from "#contract/constants.ts";
import type { PointsAccount } from "#contract/points/schema.ts";
import type { Deps } from "../../platform/Deps.ts";
import { presentAccount, presentRecord } from "./points.presenter.ts";
import * as repository from "./points.repository.ts";
import { listLots } from "./points-lot.repository.ts";

/** Reads customers' points. */
export class PointsService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async account(userId: string): Promise<PointsAccount> {
    const { lookups } = this.#deps.database;
    const now = this.#deps.clock.now();
    const account = await repository.getAccount(lookups, userId);
    const [summary, { lots }] = await Promise.all([
      repository.summarizePoints(lookups, account, now),
      listLots(lookups, userId),
    ]);
    return presentAccount(account, summary, { lots, now, rules: this.#deps.chainSettings.current.points });
  }

  /** Lists the ledger entries, newest first. */
  async listRecords(userId: string, query: { page?: number; pageSize?: number }) {
    const page = query.page ?? 1;
    const pageSize = query.pageSize ?? pageSizeDefault;
    const filter = { userId, offset: (page - 1) * pageSize, limit: pageSize };
    const { rows, total } = await repository.findPage(this.#deps.database.lookups, filter);
    const list = rows.map(({ movement, orderNo }) => presentRecord(movement, orderNo));
    return { list, total, page, pageSize, has_more: page * pageSize < total };
  }
}
