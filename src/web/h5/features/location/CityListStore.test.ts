import { expect, test, vi } from "vitest";
import { ApiError } from "#web/lib/api/ApiError.ts";
import { CityListStore } from "./CityListStore.ts";

const entry = (gbCityCode: string) => ({
  abbr: "",
  asCity: true,
  cityCode: gbCityCode.slice(0, 4),
  cityNameEn: "",
  cityNameZh: gbCityCode,
  gbCityCode,
  latitude: "0",
  longitude: "0",
  marketCode: "",
});
const entries = async () => [entry("310100"), entry("120100")];
const served = (store: CityListStore) =>
  store.cities.map(({ gbCityCode, enableOnline }) => [gbCityCode, enableOnline]);

test("marks the cities in which the chain has restaurants", async () => {
  const store = new CityListStore({ call: async () => ({ codes: ["310100"] }) as never }, entries);
  await store.load();
  expect(served(store)).toEqual([
    ["310100", true],
    ["120100", false],
  ]);
  expect(store.firstServedCity).toBe("310100");
});

test("lists the cities without marks when the server does not answer", async () => {
  const log = vi.spyOn(console, "error").mockReturnValue();
  const call = async () => Promise.reject(new ApiError("internal", "", { status: 500 }));
  const store = new CityListStore({ call }, entries);
  await store.load();
  expect(served(store)).toEqual([
    ["310100", false],
    ["120100", false],
  ]);
  expect(log).toHaveBeenCalledOnce();
  log.mockRestore();
});

test("lists the cities before the server answers, and keeps its last answer", async () => {
  const log = vi.spyOn(console, "error").mockReturnValue();
  let answer = () => {};
  const first = new Promise<{ codes: string[] }>((resolve) => {
    answer = () => resolve({ codes: ["310100"] });
  });
  const answers = [() => first, () => Promise.reject(new ApiError("internal", "", { status: 500 }))];
  const store = new CityListStore({ call: () => answers.shift()?.() as never }, entries);
  const loading = store.load();
  await vi.waitFor(() => expect(store.cities).toHaveLength(2));
  answer();
  await loading;
  await store.load();
  expect(served(store)).toEqual([
    ["310100", true],
    ["120100", false],
  ]);
  log.mockRestore();
});

test("fails when the names cannot be loaded", async () => {
  const store = new CityListStore({ call: async () => ({ codes: [] }) as never }, () =>
    Promise.reject(new Error("offline")),
  );
  await expect(store.load()).rejects.toThrow("offline");
  expect(store.hasFailed).toBe(true);
});
