// @vitest-environment happy-dom
import { afterEach, expect, test } from "vitest";
import { removeItem, storageKeys, writeText } from "#web/lib/storage/storage.ts";
import { findSharedRestaurant } from "./findSharedRestaurant.ts";

const open = { id: "SH002", name: "体育馆店", hasPictures: true };
const store = (value: string) => writeText(storageKeys.nearestRestaurant, value);

afterEach(() => removeItem(storageKeys.nearestRestaurant));

test("the restaurant whose menu is open is shared", () => {
  store(JSON.stringify({ store: { id: "SH001", name: "徐家汇店" } }));
  expect(findSharedRestaurant("/menu", open)).toBe(open);
});

test("the takeaway menu is shared with the restaurant last found to deliver here", () => {
  store(JSON.stringify({ store: { id: "SH001", name: "徐家汇店", address: "虹桥路" } }));
  expect(findSharedRestaurant("/takeaway-menu", null)).toEqual({ id: "SH001", name: "徐家汇店" });
  expect(findSharedRestaurant("/", null)).toBeNull();
});

test.each(["", "{", "null", "{}", '{"store":{}}', '{"store":{"id":1}}'])(
  "of %j in the storage no restaurant is made",
  (text) => {
    store(text);
    expect(findSharedRestaurant("/takeaway-menu", null)).toBeNull();
  },
);
