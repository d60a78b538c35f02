// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from "vitest";
import type { Staff } from "#contract/staff/auth/schema.ts";
import { removeItem, storageKeys, writeText } from "#web/lib/storage/storage.ts";
import { SelectedRestaurantStore } from "./SelectedRestaurantStore.ts";

const restaurants = [
  { restaurant_id: "SH001", name: "徐家汇店" },
  { restaurant_id: "SH002", name: "体育馆店" },
];

function createMember(overrides: Partial<Staff> = {}): Staff {
  return { staff_id: "s1", name: "周师傅", role: "store", restaurant_id: null, restaurants, ...overrides };
}

function createStore(me: Staff | undefined): SelectedRestaurantStore {
  const stores = [{ storecode: "BJ001", storename: "国贸店", address: "建国路" }];
  const api = { call: async () => ({ data: { stores } }) as never };
  return new SelectedRestaurantStore(api, () => me);
}

beforeEach(() => removeItem(storageKeys.staffRestaurant));

describe("the restaurant of a member of restaurant staff", () => {
  it("is the only one, without a choice", () => {
    const store = createStore(createMember({ restaurants: restaurants.slice(0, 1) }));
    expect([store.id, store.canSwitch]).toEqual(["SH001", false]);
    store.select("SH002");
    expect(store.ownRestaurantQuery).toEqual({ restaurant_id: "SH001" });
  });

  it("is chosen from several, and the device keeps the choice", () => {
    const store = createStore(createMember());
    expect([store.id, store.canSwitch]).toEqual(["", true]);
    store.select("SH002");
    expect(store.restaurantQuery).toEqual({ restaurant_id: "SH002" });
    const later = createStore(createMember());
    expect(later.ownRestaurantQuery).toEqual({ restaurant_id: "SH002" });
    later.select("");
    expect(createStore(createMember()).id).toBe("");
  });

  it("is no longer one that was taken away, and never one that is another's", () => {
    createStore(createMember()).select("SH002");
    const others = [restaurants[0]!, { restaurant_id: "SH003", name: "静安店" }];
    expect(createStore(createMember({ restaurants: others })).id).toBe("");
    expect(createStore(createMember({ staff_id: "s2" })).id).toBe("");
    writeText(storageKeys.staffRestaurant, '{"id":"BJ001","by":"s1"}');
    expect(createStore(createMember()).id).toBe("");
  });

  it("is none without restaurants, and before the member is known", () => {
    expect(createStore(createMember({ restaurants: [] })).restaurantQuery).toEqual({});
    expect(createStore(undefined).id).toBe("");
  });

  it("is found by name or code among the own ones", async () => {
    const store = createStore(createMember());
    expect(await store.findChoices("")).toHaveLength(2);
    expect(await store.findChoices("体育")).toEqual([{ id: "SH002", text: "体育馆店 SH002" }]);
    expect(await store.findChoices("sh001")).toEqual([{ id: "SH001", text: "徐家汇店 SH001" }]);
    expect(await store.findChoices("国贸")).toEqual([]);
  });
});

describe("the restaurant of an admin", () => {
  const me = createMember({ role: "admin", restaurants: [] });

  it("is any of the chain", async () => {
    const store = createStore(me);
    expect(await store.findChoices("国贸")).toEqual([{ id: "BJ001", text: "国贸店 建国路" }]);
    store.select("BJ001");
    expect([createStore(me).id, store.canSwitch]).toEqual(["BJ001", true]);
  });

  it("limits no list of all restaurants", () => {
    const store = createStore(me);
    store.select("BJ001");
    expect(store.ownRestaurantQuery).toEqual({});
  });
});

it("ignores what is not a choice in the storage", () => {
  for (const text of ["null", "[1]", '{"id":1,"by":"s1"}', "{"]) {
    writeText(storageKeys.staffRestaurant, text);
    expect(createStore(createMember()).id).toBe("");
  }
});
