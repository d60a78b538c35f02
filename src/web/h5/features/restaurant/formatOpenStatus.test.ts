import { expect, test } from "vitest";
import { formatOpenStatus } from "./formatOpenStatus.ts";

test.each([
  ["the server's words", { statusText: "装修中", isOpen: false, canOrder: false }, "装修中"],
  ["an open restaurant", { statusText: "", isOpen: true, canOrder: true }, "营业中"],
  ["a closed restaurant", { statusText: "", isOpen: false, canOrder: true }, "休息中"],
  ["a pause", { statusText: "", isOpen: true, canOrder: false }, "暂停接单"],
])("formats %s", (_name, restaurant, text) => {
  expect(formatOpenStatus(restaurant)).toBe(text);
});
