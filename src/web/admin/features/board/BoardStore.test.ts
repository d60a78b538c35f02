import { describe, expect, it } from "vitest";
import type { Board, BoardOrder } from "#contract/order/board.schema.ts";
import { type BoardColumn, boardColumns } from "#contract/order/status.ts";
import type { SelectedRestaurantStore } from "../restaurant/SelectedRestaurantStore.ts";
import { BoardStore } from "./BoardStore.ts";

const pageSize = 50;

function order(id: string, status: BoardOrder["status"], paid_at = "2026-03-02T03:00:00Z"): BoardOrder {
  return { order_id: id, status, paid_at } as BoardOrder;
}

/** Creates a board of a restaurant with the given number of orders per status, served in pages. */
function make(amounts: Partial<Record<BoardOrder["status"], number>>) {
  const all = Object.entries(amounts).flatMap(([status, n]) =>
    Array.from({ length: n }, (_, nth) => order(`${status}${nth}`, status as BoardOrder["status"])),
  );
  const countOf = (column: BoardColumn) =>
    all.filter(({ status }) => (boardColumns[column] as readonly string[]).includes(status)).length;
  const api = {
    call: async (_endpoint: unknown, { query }: { query: { column: BoardColumn; page: number } }) => {
      const fitting = all.filter(({ status }) =>
        (boardColumns[query.column] as readonly string[]).includes(status),
      );
      const board: Board = {
        restaurant: { storecode: "S", storename: "店" },
        list: fitting.slice((query.page - 1) * pageSize, query.page * pageSize),
        page: query.page,
        pageSize,
        has_more: fitting.length > query.page * pageSize,
        counts: {
          paid: countOf("paid"),
          accepted: countOf("accepted"),
          preparing: countOf("preparing"),
          leaving: countOf("leaving"),
        },
      };
      return board as never;
    },
  };
  return { all, board: new BoardStore(api as never, { restaurantQuery: {} } as SelectedRestaurantStore) };
}

describe("a board with a thousand open orders", () => {
  it("shows every order that waits to be accepted, counts all and fetches the others page by page", async () => {
    const { board } = make({ preparing: 600, delivering: 300, accepted: 10, paid: 120 });
    await board.load();
    expect(board.listOrders("paid")).toHaveLength(120);
    expect([board.countOrders("paid"), board.countOrders("preparing"), board.countOrders("leaving")]).toEqual(
      [120, 600, 300],
    );
    expect([board.listOrders("preparing").length, board.countUnloaded("preparing")]).toEqual([50, 550]);
    await board.loadMore("preparing");
    expect([board.listOrders("preparing").length, board.listOrders("leaving").length]).toEqual([100, 50]);
  });

  it("detects a new order behind all of them", async () => {
    const { all, board } = make({ preparing: 900, paid: 99 });
    await board.load();
    all.push(order("new", "paid", "2026-03-02T09:00:00Z"));
    await board.load();
    expect(board.listOrders("paid").map(({ order_id }) => order_id)).toContain("new");
    expect(board.arrivals).toBe(1);
  });
});
