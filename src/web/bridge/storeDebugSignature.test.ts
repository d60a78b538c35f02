// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";
import { storeDebugSignature } from "./storeDebugSignature.ts";

beforeEach(() => {
  vi.restoreAllMocks();
  window.sessionStorage.clear();
});

const open = (path: string) => window.history.replaceState(null, "", `http://localhost:3000${path}`);
const address = () => window.location.pathname + window.location.search;

test("moves a signature from the URL to the visit's storage", () => {
  open("/menu?vconsole=1795351870.AbC-_9&restaurant_id=SH001");
  expect(storeDebugSignature()).toBe("1795351870.AbC-_9");
  expect(address()).toBe("/menu?restaurant_id=SH001");
  open("/profile");
  expect(storeDebugSignature()).toBe("1795351870.AbC-_9");
});

test("has it on the first page of a visit that cannot store anything", () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new Error("refused");
  });
  open("/?vconsole=1795351870.AbC");
  expect(storeDebugSignature()).toBe("1795351870.AbC");
});

test.each(["/", "/?vconsole=", "/?vconsole=1", "/?vconsole=<script>"])("%s brings none", (path) => {
  open(path);
  expect(storeDebugSignature()).toBeNull();
  expect(address()).toBe("/");
});
