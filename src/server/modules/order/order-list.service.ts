import { pageSizeDefault } from "#contract/constants.ts";
import type { Deps } from "../../platform/Deps.ts";
import { AppError } from "../../platform/http/AppError.ts";
import { requireRole } from "../staff/staff-access.rules.ts";
import { type OrderListQuery, parseOrderListFilter, presentListedOrder } from "./order-list.presenter.ts";
import { findCursor, listNewest } from "./order-list.repository.ts";

/** The orders of the whole chain, for customer service and the head office. */
export class OrderListService {
  readonly #deps: Pick<Deps, "database" | "clock">;

  constructor(deps: Pick<Deps, "database" | "clock">) {
    this.#deps = deps;
  }

  /** Lists orders, newest first. Throws "forbidden", "not_found" for `after`, and as `parseOrderListFilter`. */
  async list(
    staffId: string,
    {
      pageSize = pageSizeDefault,
      after: lastId,
      ...query
    }: OrderListQuery & { pageSize?: number; after?: string },
  ) {
    const { database, clock } = this.#deps;
    await requireRole(database.lookups, staffId, ["agent", "admin"]);
    const filter = parseOrderListFilter(query, clock.now());
    const rows = await database.read(async (queries) => {
      const after = lastId === undefined ? undefined : await findCursor(queries, lastId);
      if (lastId !== undefined && after === undefined) throw new AppError("not_found", {}, "订单不存在");
      return await listNewest(queries, filter, { after, limit: pageSize + 1 });
    });
    return { list: rows.slice(0, pageSize).map(presentListedOrder), has_more: rows.length > pageSize };
  }
}
