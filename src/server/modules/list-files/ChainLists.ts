import type { Deps } from "../../platform/Deps.ts";
import type { RowBatches } from "../../platform/tables/table-file.ts";
import { countDishes, listChain } from "../restaurant/restaurant-admin.repository.ts";
import { type ChainQuery, parseChainFilter } from "../restaurant/restaurant-form.presenter.ts";
import { listMembers, type MemberQuery, parseMemberFilter } from "../staff/staff-member.repository.ts";
import { listWorkplaces } from "../staff/staff-restaurant.repository.ts";
import * as rules from "./chain-list-file.rules.ts";
import { readBatches } from "./list-batch.rules.ts";

/** The lists of restaurants and members of staff as rows of files. */
export class ChainLists {
  readonly #deps: Pick<Deps, "database">;

  constructor(deps: Pick<Deps, "database">) {
    this.#deps = deps;
  }

  /** Begins to read restaurants, by code. */
  openRestaurants(query: ChainQuery): RowBatches {
    const { queries } = this.#deps.database;
    const filter = parseChainFilter(query);
    return readBatches<string>(rules.restaurantHeads, async (page) => {
      const rows = await listChain(queries, filter, page);
      const dishes = await countDishes(
        queries,
        rows.map(({ id }) => id),
      );
      return rows.map((row) => ({
        cells: rules.toRestaurantCells(row, dishes.get(row.id) ?? 0),
        cursor: row.id,
      }));
    });
  }

  /** Begins to read members of staff, by name. */
  openStaff(query: MemberQuery): RowBatches {
    const { queries } = this.#deps.database;
    const filter = parseMemberFilter(query);
    return readBatches<{ name: string; id: string }>(rules.staffHeads, async (page) => {
      const rows = await listMembers(queries, filter, page);
      const workplaces = await listWorkplaces(
        queries,
        rows.map(({ id }) => id),
      );
      return rows.map((row) => ({
        cells: rules.toStaffCells(
          row,
          (workplaces.get(row.id) ?? []).map(({ name }) => name),
        ),
        cursor: { name: row.name, id: row.id },
      }));
    });
  }
}
