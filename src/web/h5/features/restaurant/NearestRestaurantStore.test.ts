// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";
import { ApiClient } from "#web/lib/api/ApiClient.ts";
import { Session } from "#web/lib/session/Session.ts";
import { RootStore } from "../../app/RootStore.ts";
import { saveLastLocation } from "../location/saveLastLocation.ts";
import { NearestRestaurantStore } from "./NearestRestaurantStore.ts";

let requested: string[];
let stores: unknown;

function openStore(): NearestRestaurantStore {
  const fetch = async (url: unknown) => {
    requested.push(String(url));
    return new Response(JSON.stringify({ code: 200, msg: "ok", data: stores }));
  };
  const api = new ApiClient({ tokenFor: () => null, onUnauthenticated: () => undefined, fetch });
  return new NearestRestaurantStore(new RootStore(api, new Session()));
}

beforeEach(() => {
  window.localStorage.clear();
  requested = [];
  stores = { data: { stores: [{ storecode: "S1", storename: "一店", distance: 534 }] } };
});

test("without a location the server's default position decides", async () => {
  const nearby = openStore();
  nearby.restoreLocation();
  await nearby.fetchNearest();
  expect(requested).toEqual(["/api/v1/restaurant/list?pageSize=1"]);
  expect(nearby.nearest.value).toMatchObject({ id: "S1", distanceM: 534 });
});

test("the location of an earlier visit is used", async () => {
  saveLastLocation({ city: "上海", position: { lat: 31.19, lng: 121.43 } });
  const nearby = openStore();
  nearby.restoreLocation();
  await nearby.fetchNearest();
  expect(nearby.location?.city).toBe("上海");
  expect(requested).toEqual(["/api/v1/restaurant/list?lat=31.19&lng=121.43&pageSize=1"]);
});

test("a city chosen by hand, here or on another page, is the only location sent", async () => {
  const beijing = { city: "北京", position: { lat: 39.9, lng: 116.4 }, cityCode: "110100" };
  const nearby = openStore();
  nearby.setLocation({ city: "上海", position: null });
  saveLastLocation(beijing);
  nearby.restoreLocation();
  await nearby.fetchNearest();
  expect(nearby.location).toEqual(beijing);
  expect(requested).toEqual(["/api/v1/restaurant/list?lat=39.9&lng=116.4&gbCityCode=110100&pageSize=1"]);
});

test("no restaurant at all is a valid response; a response of another shape is a failure", async () => {
  const nearby = openStore();
  stores = { data: { stores: [] } };
  expect(await nearby.fetchNearest()).toBeNull();
  stores = "nothing";
  await expect(nearby.fetchNearest()).rejects.toMatchObject({ code: "bad_reply" });
});
