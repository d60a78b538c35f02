// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";
import { isOwnPlace, nearQuery, ownPosition } from "./lastPlace.ts";
import { rememberPlace } from "./rememberPlace.ts";

const position = { lat: 31.19, lng: 121.43 };
const located = { city: "上海", position };
const chosen = { city: "北京", position, cityCode: "110100" };

beforeEach(() => window.localStorage.clear());

test("a call is told the position, and the city only when it was chosen by hand", () => {
  expect(nearQuery(null)).toEqual({});
  expect(nearQuery(located)).toEqual(position);
  expect(nearQuery(chosen)).toEqual({ ...position, gbCityCode: "110100" });
  expect(nearQuery({ city: "北京", position: null, cityCode: "110100" })).toEqual({ gbCityCode: "110100" });
});

test("distances are the customer's own only from where the customer is", () => {
  expect([null, located, chosen, { city: "北京", position: null }].map(isOwnPlace)).toEqual([
    false,
    true,
    false,
    false,
  ]);
  expect(ownPosition()).toBeNull();
  rememberPlace(located);
  expect(ownPosition()).toEqual(position);
  rememberPlace(chosen);
  expect(ownPosition()).toBeNull();
});
