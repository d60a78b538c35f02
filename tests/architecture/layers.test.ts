import { expect, test } from "vitest";
import { readSources } from "./sources.ts";

test("every modal registers in the history of layers, so that Back closes only that modal", () => {
  const isModal = /aria-modal|react-vant\/es\/(dialog|popup|action-sheet)/;
  const modals = readSources("src/web").filter(({ text }) => isModal.test(text));
  const violations = modals.filter(({ text }) => !/useModal\(/.test(text));
  expect(modals.length).toBeGreaterThan(3);
  expect(violations.map(({ file }) => file)).toEqual([]);
});
