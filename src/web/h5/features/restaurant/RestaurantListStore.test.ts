import { describe, expect, it } from "vitest";
import type { CustomerLocation } from "../location/lastLocation.ts";
import type { Restaurant } from "./Restaurant.ts";
import { RestaurantListStore } from "./RestaurantListStore.ts";

const named = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => `s${from + n}`);
const row = (storecode: string) => ({ storecode, storename: `${storecode}店` });
const idsOf = (list: RestaurantListStore) => list.restaurants?.map(({ id }) => id);

/** Creates a server with these restaurants; a search finds those whose code contains the keyword. */
function make(ids: string[], favourite = "") {
  const server = { ids, answer: (stores: unknown[]): unknown => ({ data: { data: { stores } } }) };
  const requested: Record<string, unknown>[] = [];
  const api = {
    fetchBody: async (endpoint: { path: string }, input: { query?: unknown } = {}) => {
      const query = (input.query ?? {}) as { page?: number; keyword?: string };
      requested.push({ path: endpoint.path.split("/").at(-1), ...query });
      const { page = 1, keyword } = query;
      const found =
        keyword === undefined
          ? server.ids.slice((page - 1) * 10, page * 10)
          : server.ids.filter((id) => id.includes(keyword));
      return server.answer(found.map(row));
    },
  };
  const place: { current: CustomerLocation | null } = { current: null };
  const first = (stores: readonly Restaurant[]) => [
    ...stores.filter(({ id }) => id === favourite),
    ...stores.filter(({ id }) => id !== favourite),
  ];
  const list = new RestaurantListStore({ api, favourites: { first }, location: () => place.current });
  return { list, server, requested, place };
}

describe("RestaurantListStore", () => {
  it("fetches ten at a time from page 1 and is finished by a page with fewer", async () => {
    const { list, requested } = make(named(1, 23));
    await list.reload();
    expect([list.restaurants?.length, list.activeList.hasMore]).toEqual([10, true]);
    for (let n = 0; n < 4; n++) await list.activeList.loadMore();
    expect([idsOf(list), list.activeList.hasMore]).toEqual([named(1, 23), false]);
    expect(requested.map(({ page, pageSize }) => [page, pageSize])).toEqual([
      [1, 10],
      [2, 10],
      [3, 10],
    ]);
  });

  it("needs one more, empty page when the last one is full", async () => {
    const { list } = make(named(1, 10));
    await list.reload();
    expect(list.activeList.hasMore).toBe(true);
    await list.activeList.loadMore();
    expect([list.restaurants?.length, list.activeList.hasMore]).toEqual([10, false]);
  });

  it("counts unreadable rows, so that a page is not taken for the last one", async () => {
    const { list, server } = make(named(1, 20));
    server.answer = (stores) => ({ data: { stores: [...stores.slice(1), { storename: "no code" }] } });
    await list.reload();
    expect([list.restaurants?.length, list.activeList.hasMore]).toEqual([9, true]);
  });

  it("puts favourites first, also those of a later page, and shows none twice", async () => {
    const { list, server } = make(named(1, 12), "s11");
    await list.reload();
    server.ids = ["new", ...server.ids];
    await list.activeList.loadMore();
    expect(idsOf(list)).toEqual(["s11", ...named(1, 10), "s12"]);
  });

  it("shows search results in place of the list, finished, and the list again when the search is cleared", async () => {
    const { list, requested } = make(named(1, 23));
    await list.reload();
    await list.search(" s2 ");
    expect([idsOf(list), list.activeList.hasMore]).toEqual([["s2", ...named(20, 23)], false]);
    await list.activeList.loadMore();
    await list.search("");
    expect([idsOf(list), list.activeList.hasMore]).toEqual([named(1, 10), true]);
    expect(requested.map(({ path, keyword }) => [path, keyword])).toEqual([
      ["list", undefined],
      ["search", "s2"],
    ]);
  });

  it("never shows an older search's response for a newer one", async () => {
    const { list } = make(named(1, 23));
    await Promise.allSettled([list.search("s1"), list.search("s23")]);
    expect(idsOf(list)).toEqual(["s23"]);
  });

  it("requests the surroundings of the location, and only the chosen city", async () => {
    const { list, requested, place } = make(named(1, 3));
    await list.reload();
    place.current = { city: "上海", position: { lat: 31.2, lng: 121.4 } };
    await list.reload();
    place.current = { city: "北京", position: { lat: 39.9, lng: 116.4 }, cityCode: "110100" };
    await list.search("店");
    expect(requested).toEqual([
      { path: "list", page: 1, pageSize: 10 },
      { path: "list", lat: 31.2, lng: 121.4, page: 1, pageSize: 10 },
      { path: "search", lat: 39.9, lng: 116.4, gbCityCode: "110100", keyword: "店" },
    ]);
  });

  it("starts again for another location, and keeps the shown list when a refresh fails", async () => {
    const { list, server } = make(named(1, 3));
    await list.reload();
    server.answer = () => "nothing";
    await expect(list.reload()).rejects.toMatchObject({ code: "bad_reply" });
    expect([list.restaurants?.length, list.activeList.pages.status]).toEqual([3, "failed"]);
    list.resetLists();
    expect([list.restaurants, list.activeList.pages.status]).toEqual([undefined, "idle"]);
  });
});
