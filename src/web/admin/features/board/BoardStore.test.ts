import { describe, expect, it, vi } from "vitest";
import type { Board, BoardOrder } from "#contract/order/board.schema.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
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

describe("a step of an order", () => {
  /** Creates a board whose reloads wait until released, fail when aborted, and fail at once when `isAway`. */
  function makeSlow() {
    const { board } = make({});
    const releases: (() => void)[] = [];
    const state = { isAway: false };
    const call = async (endpoint: unknown, { signal }: { signal?: AbortSignal }) => {
      if (endpoint === orderEndpoints.advance) return {};
      if (state.isAway) throw new TypeError("away");
      await new Promise<void>((resolve) => releases.push(resolve));
      signal?.throwIfAborted();
      return { list: [], counts: {}, has_more: false, page: 1 };
    };
    Object.assign(board, { api: { call } });
    return { board, releases, state };
  }

  it("succeeds though a newer reload replaces its own", async () => {
    const { board, releases } = makeSlow();
    const move = board.move(order("a", "preparing"), "ready_for_pickup");
    await expect.poll(() => releases.length).toBeGreaterThan(0);
    const reload = board.load();
    for (const release of releases) release();
    await expect(move).resolves.toBeUndefined();
    for (const release of releases) release();
    await reload;
  });

  it("succeeds though its reload fails, which the board shows", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { board, state } = makeSlow();
    state.isAway = true;
    await board.move(order("a", "preparing"), "ready_for_pickup");
    expect(board.board.status).toBe("failed");
  });
});
