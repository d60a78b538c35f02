// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";
import { findDevicePosition, isDeviceLocation, nearbyQuery } from "./lastLocation.ts";
import { saveLastLocation } from "./saveLastLocation.ts";

const position = { lat: 31.19, lng: 121.43 };
const located = { city: "上海", position };
const chosen = { city: "北京", position, cityCode: "110100" };

beforeEach(() => window.localStorage.clear());

test("a request contains the position, and the city only when it was chosen by hand", () => {
  expect(nearbyQuery(null)).toEqual({});
  expect(nearbyQuery(located)).toEqual(position);
  expect(nearbyQuery(chosen)).toEqual({ ...position, gbCityCode: "110100" });
  expect(nearbyQuery({ city: "北京", position: null, cityCode: "110100" })).toEqual({ gbCityCode: "110100" });
});

test("distances are the customer's own only from the customer's position", () => {
  expect([null, located, chosen, { city: "北京", position: null }].map(isDeviceLocation)).toEqual([
    false,
    true,
    false,
    false,
  ]);
  expect(findDevicePosition()).toBeNull();
  saveLastLocation(located);
  expect(findDevicePosition()).toEqual(position);
  saveLastLocation(chosen);
  expect(findDevicePosition()).toBeNull();
});
