import { describe, expect, it } from "vitest";
import { ApiError } from "#web/lib/api/ApiError.ts";
import { FavouriteStore } from "./FavouriteStore.ts";

const storeNamed = (id: string) => ({
  id,
  name: `${id}店`,
  address: "一条路",
  distanceM: null,
  isOpen: true,
  canOrder: true,
  statusText: "",
  pausedUntil: null,
  hours: "",
  deliveryFeeFen: null,
  freeDeliveryFromFen: null,
});
const stored = (id: string) => ({
  restaurant_id: id,
  restaurant_name: `${id}店`,
  restaurant_address: "一条路",
});
const ids = (stores: readonly { id: string }[]) => stores.map(({ id }) => id).join("");

function make(answers: unknown[]) {
  const queries: unknown[] = [];
  const api = {
    fetchBody: async (_endpoint: unknown, input: { query?: unknown } = {}) => {
      queries.push(input.query);
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  return { favourites: new FavouriteStore(api), queries };
}

describe("FavouriteStore", () => {
  it("puts favourites first and leaves the rest in its order", async () => {
    const { favourites } = make([
      { code: 200, data: [stored("C"), stored("B"), { restaurant_id: "" }, null] },
    ]);
    const stores = ["A", "B", "C", "D"].map(storeNamed);
    expect(ids(favourites.first(stores))).toBe("ABCD");
    await favourites.load();
    expect(ids(favourites.first(stores))).toBe("BCAD");
  });

  it("toggles the flag once the request has returned, and moves nothing before the list is fetched again", async () => {
    const answer = { code: 200, data: { is_favorite: true } };
    const { favourites, queries } = make([{ data: [] }, answer, { data: [stored("B")] }]);
    await favourites.load();
    const toggled = favourites.toggle(storeNamed("B"));
    expect([favourites.has("B"), favourites.busyId]).toEqual([false, "B"]);
    expect([await toggled, favourites.has("B"), favourites.busyId]).toEqual([true, true, null]);
    expect(queries[1]).toEqual(stored("B"));
    const stores = ["A", "B"].map(storeNamed);
    expect(ids(favourites.first(stores))).toBe("AB");
    await favourites.load();
    expect(ids(favourites.first(stores))).toBe("BA");
  });

  it("uses the opposite flag when a host answers without one", async () => {
    const { favourites } = make([{ code: 200 }, { code: 200, data: null }]);
    expect(await favourites.toggle(storeNamed("A"))).toBe(true);
    expect(await favourites.toggle(storeNamed("A"))).toBe(false);
    expect(favourites.has("A")).toBe(false);
  });

  it("changes one at a time, and nothing when the request fails", async () => {
    const { favourites } = make([new ApiError("offline", "没有网络"), { data: { is_favorite: true } }]);
    await expect(favourites.toggle(storeNamed("A"))).rejects.toThrow("没有网络");
    expect([favourites.has("A"), favourites.busyId]).toEqual([false, null]);
    const results = await Promise.all([
      favourites.toggle(storeNamed("A")),
      favourites.toggle(storeNamed("B")),
    ]);
    expect(results).toEqual([true, null]);
  });

  it("treats a response of another shape as a failure, and clears the list for another customer", async () => {
    const { favourites } = make(["nothing", [stored("A")]]);
    await expect(favourites.load()).rejects.toMatchObject({ code: "bad_reply" });
    await favourites.load();
    expect(favourites.has("A")).toBe(true);
    favourites.resetCustomerData();
    expect([favourites.has("A"), ids(favourites.first(["B", "A"].map(storeNamed)))]).toEqual([false, "BA"]);
  });
});
