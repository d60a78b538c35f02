// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AddressRequest } from "#contract/address/schema.ts";
import { ApiClient } from "#web/lib/api/ApiClient.ts";
import { readText, writeText } from "#web/lib/storage/storage.ts";
import { AddressStore } from "./AddressStore.ts";

type Send = NonNullable<ConstructorParameters<typeof ApiClient>[0]["fetch"]>;
type Route = () => [status: number, body: unknown];

const home = { id: "h", recipient: "张", phone: "13812345678", poi_name: "家", is_default: true };
const work = { id: "w", recipient: "张", phone: "13812345678", poi_name: "公司", is_default: false };
const form: AddressRequest = {
  recipient: "张",
  phone: "13812345678",
  location: "",
  details: "家",
  house_number: "",
  poi_info: {
    id: "B1",
    name: "家",
    address: "",
    location: "121.4,31.2",
    adcode: "",
    citycode: "",
    cityname: "",
    adname: "",
    type: "",
    typecode: "0",
  },
  is_default: false,
};

let routes: Record<string, Route>;
let calls: string[];
let logged: ReturnType<typeof vi.spyOn>;

/** Server in one function, so that the real client and its failures are part of the test. */
const answer: Send = async (url, init) => {
  const call = `${init?.method} ${String(url).replace("/api/v1/address/", "")}`;
  calls.push(call);
  const [status, body] = routes[call]?.() ?? [200, { code: 200, msg: "ok", data: null }];
  return new Response(JSON.stringify(body), { status });
};

const storeOf = () =>
  new AddressStore(new ApiClient({ tokenFor: () => "t", onUnauthenticated: () => undefined, fetch: answer }));

beforeEach(() => {
  window.localStorage.clear();
  calls = [];
  routes = { "GET list": () => [200, { code: 200, data: [home, work] }] };
  logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

test.each([
  ["add", "POST add", (store: AddressStore) => store.add(form)],
  ["update", "PUT update", (store: AddressStore) => store.update("h", form)],
  ["delete", "DELETE delete?id=h", (store: AddressStore) => store.remove("h")],
  ["set-default", "PUT set-default", (store: AddressStore) => store.select({ ...wholeHome() })],
])("after %s the list is loaded again", async (_name, call, change) => {
  const store = storeOf();
  await change(store);
  expect(calls).toEqual([call, "GET list"]);
  expect(store.list.value?.map(({ id }) => id)).toEqual(["h", "w"]);
});

test.each([
  ["POST add", (store: AddressStore) => store.add(form)],
  ["PUT update", (store: AddressStore) => store.update("h", form)],
  ["DELETE delete?id=h", (store: AddressStore) => store.remove("h")],
  ["PUT set-default", (store: AddressStore) => store.select({ ...wholeHome() })],
  ["GET list", (store: AddressStore) => store.load()],
])("a failure of %s is logged and rethrown, and nothing is loaded or stored", async (call, change) => {
  routes[call] = () => [500, { code: 500, msg: "坏了" }];
  const store = storeOf();
  await expect(change(store)).rejects.toMatchObject({ message: "坏了" });
  expect(logged).toHaveBeenCalledTimes(1);
  expect(calls).toEqual([call]);
  expect(store.readSelected()).toBeNull();
});

test("a successful change is no failure when only reloading the list fails", async () => {
  routes["GET list"] = () => [500, {}];
  const store = storeOf();
  await expect(store.add(form)).resolves.toBeUndefined();
  expect(store.list.status).toBe("failed");
});

test("a response without a list is a failure", async () => {
  routes["GET list"] = () => [200, { code: 200, data: { list: [] } }];
  await expect(storeOf().load()).rejects.toMatchObject({ code: "bad_reply" });
});

test("selects the default address when none was chosen, and stores it", async () => {
  const store = storeOf();
  expect((await store.resolveSelected())?.id).toBe("h");
  expect(storeOf().readSelected()).toMatchObject({ id: "h", line: "家" });
  expect(calls).toEqual(["GET list"]);
});

test("a stored choice is used without a request; without any there is none", async () => {
  const store = storeOf();
  await store.select({ ...wholeHome(), id: "w" });
  calls = [];
  expect((await store.resolveSelected())?.id).toBe("w");
  expect(calls).toEqual([]);
  window.localStorage.clear();
  routes["GET list"] = () => [200, []];
  expect(await storeOf().resolveSelected()).toBeNull();
});

test("a deleted choice is cleared, an edited one is stored in its new form", async () => {
  const store = storeOf();
  await store.resolveSelected();
  routes["GET list"] = () => [200, [{ ...home, poi_name: "新家" }]];
  await store.update("h", form);
  expect(store.readSelected()?.line).toBe("新家");
  routes["GET list"] = () => [200, []];
  await store.remove("h");
  expect(store.readSelected()).toBeNull();
});

test.each(["{", "[]", '"h"', '{"id":""}'])("a stored choice like %s is removed", (bad) => {
  writeText("selectedAddress", bad);
  expect(storeOf().readSelected()).toBeNull();
  expect(readText("selectedAddress")).toBeNull();
});

test("finds places, and treats a response of another shape as a failure", async () => {
  const poi = { id: "p", name: "徐家汇", location: "121.4,31.2" };
  routes["POST search-location"] = () => [200, { code: 200, data: { pois: [poi] } }];
  expect(await storeOf().searchPlaces("上海", "徐")).toEqual([expect.objectContaining(poi)]);
  routes["POST search-location"] = () => [200, { code: 200, data: [] }];
  await expect(storeOf().searchPlaces("上海", "徐")).rejects.toMatchObject({ code: "bad_reply" });
});

function wholeHome() {
  const empty = { address: "", detail_address: "", house_number: "", line: "家", name: "张" };
  const poi = { poi_id: "", poi_address: "", poi_location: "", poi_adcode: "", poi_citycode: "" };
  const more = { poi_cityname: "", poi_adname: "", poi_pname: "", poi_type: "", poi_typecode: "" };
  return { ...home, ...empty, ...poi, ...more };
}
