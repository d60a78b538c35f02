import { describe, expect, it } from "vitest";
import { countRows, parseRestaurantList } from "./parseRestaurantList.ts";
import { parseStoredRestaurant } from "./parseStoredRestaurant.ts";
import { parseLocation } from "./Restaurant.ts";

const wire = {
  storecode: "SH001",
  storename: "食单·徐家汇店",
  address: "虹桥路1号",
  distance: 534,
  status_text: "营业中",
  starttime: "06:00",
  endtime: "24:00",
  bookingExt: { boolOpenTime: true, boolImmediate: false },
};

describe("parseRestaurantList", () => {
  it("finds the restaurants at any depth of the response", () => {
    const stores = [wire];
    for (const reply of [
      { code: 200, data: { data: { stores } } },
      { data: { stores } },
      { stores },
      stores,
    ]) {
      expect(parseRestaurantList(reply)?.map((store) => store.id)).toEqual(["SH001"]);
    }
  });

  it("returns null without a list and drops restaurants without code or name", () => {
    expect(parseRestaurantList({ data: { data: {} } })).toBeNull();
    expect(parseRestaurantList("x")).toBeNull();
    expect(
      parseRestaurantList({ stores: [{ ...wire, storecode: "" }, null, { storename: "无号" }] }),
    ).toEqual([]);
  });

  it("reads whether a restaurant is open and takes orders now", () => {
    expect(parseRestaurantList([wire])?.[0]).toMatchObject({ isOpen: true, canOrder: false, distanceM: 534 });
    const closed = { ...wire, bookingExt: { boolOpenTime: false, boolImmediate: true }, distance: "1200" };
    expect(parseRestaurantList([closed])?.[0]).toMatchObject({
      isOpen: false,
      canOrder: false,
      distanceM: 1200,
    });
    expect(parseRestaurantList([{ storecode: 5, storename: "简" }])?.[0]).toMatchObject({
      id: "5",
      canOrder: true,
      distanceM: null,
    });
  });
});

describe("a pause", () => {
  it("is parsed with its end, when there is one", () => {
    const until = "2026-11-21T06:30:00.000Z";
    const pauses = [until, null, "soon", 7].map((paused_until) => ({ ...wire, paused_until }));
    const read = parseRestaurantList(pauses)?.map((store) => store.pausedUntil);
    expect(read).toEqual([until, null, null, null]);
  });
});

describe("countRows", () => {
  it("counts unreadable rows too", () => {
    expect([{ data: { stores: [wire, null] } }, [wire], {}, "x"].map(countRows)).toEqual([2, 1, 0, 0]);
  });
});

describe("parseStoredRestaurant", () => {
  it("returns a stored restaurant and rejects anything else", () => {
    const store = parseRestaurantList([wire])?.[0];
    expect(parseStoredRestaurant(JSON.parse(JSON.stringify(store)))).toEqual(store);
    for (const raw of [null, 1, "x", [], {}, { id: 5, name: "x" }, { id: "a", name: "" }]) {
      expect(parseStoredRestaurant(raw)).toBeNull();
    }
  });
});

describe("parseLocation", () => {
  it("reads longitude and latitude", () => {
    expect(parseLocation("121.437,31.1898")).toEqual({ lng: 121.437, lat: 31.1898 });
  });

  it.each(["", ",", "121.4", "121.4,", "a,b", "181,10", "10,91", "1,2,3"])("rejects %j", (text) => {
    expect(parseLocation(text)).toBeNull();
  });
});
