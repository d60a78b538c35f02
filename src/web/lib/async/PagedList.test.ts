import { expect, test } from "vitest";
import { PagedList, toPage } from "./PagedList.ts";

interface Item {
  id: string;
  text: string;
}

/** Creates a list with pages of two over items that the test may change. */
function make(ids: string[], retainsTail = false) {
  const source = { ids, version: 1, fails: false };
  const list = new PagedList<Item>({
    fetchPage: async (page) => {
      if (source.fails) throw new Error("no network");
      const shown = source.ids.slice((page - 1) * 2, page * 2);
      return {
        list: shown.map((id) => ({ id, text: `${id}${source.version}` })),
        hasMore: page * 2 < source.ids.length,
      };
    },
    getId: ({ id }) => id,
    preservesTail: retainsTail,
  });
  return { list, source };
}

test("an item that moved to a later page keeps its position and takes its newer version", async () => {
  const { list, source } = make(["a", "b", "c"]);
  await list.reload();
  source.ids = ["new", "a", "b", "c"];
  source.version = 2;
  await list.loadMore();
  expect(list.items.map(({ text }) => text)).toEqual(["a1", "b2", "c2"]);
});

test("a reload starts again, or keeps the later pages if the two overlap", async () => {
  for (const retainsTail of [false, true]) {
    const { list, source } = make(["a", "b", "c", "d"], retainsTail);
    await list.reload();
    await list.loadMore();
    source.ids = ["new", "a", "b", "c", "d"];
    await list.reload();
    expect(list.items.map(({ id }) => id)).toEqual(retainsTail ? ["new", "a", "b", "c", "d"] : ["new", "a"]);
    expect(list.hasMore).toBe(!retainsTail);
  }
});

test("keeps the items if the next page fails, and a retry continues there", async () => {
  const { list, source } = make(["a", "b", "c"]);
  await list.reload();
  source.fails = true;
  await expect(list.loadMore()).rejects.toThrow("no network");
  expect([list.items.length, list.hasMore, list.pages.status]).toEqual([2, true, "failed"]);
  source.fails = false;
  await list.loadMore();
  expect([list.items.length, list.hasMore]).toEqual([3, false]);
});

test("an empty response makes the list empty; before it the state is unknown", async () => {
  const { list } = make([]);
  expect([list.hasLoaded, list.isEmpty]).toEqual([false, false]);
  await list.reload();
  expect([list.hasLoaded, list.isEmpty]).toEqual([true, true]);
  list.reset();
  expect([list.hasLoaded, list.isEmpty]).toEqual([false, false]);
});

test("rejects a response without a list", () => {
  expect(() => toPage({} as never)).toThrow();
  expect(toPage({ list: [1], has_more: true })).toEqual({ list: [1], hasMore: true });
});
