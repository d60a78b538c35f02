import { expect, test, vi } from "vitest";
import { lockFontSize } from "./lockFontSize.ts";

test("resets WeChat's font size now and whenever its menu changes it", () => {
  const invoke = vi.fn();
  let change: () => void = () => undefined;
  lockFontSize({
    invoke,
    call: () => undefined,
    on: (event, listener) => {
      if (event === "menu:setfont") change = () => listener({});
    },
  });
  change();
  expect(invoke.mock.calls).toEqual([
    ["setFontSizeCallback", { fontSize: "2" }],
    ["setFontSizeCallback", { fontSize: "2" }],
  ]);
});
