// @vitest-environment happy-dom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, test, vi } from "vitest";
import { ErrorState } from "./ErrorState.tsx";

test("tries again at a tap, and when the network returns, as long as it is shown", async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const onRetry = vi.fn<() => void>();
  const place = document.createElement("div");
  const root = createRoot(place);
  await act(async () => root.render(<ErrorState text="加载失败" onRetry={onRetry} />));
  expect(place.querySelector('[role="alert"]')?.textContent).toContain("加载失败");
  await act(async () => place.querySelector("button")?.click());
  expect(onRetry).toHaveBeenCalledTimes(1);
  window.dispatchEvent(new Event("online"));
  expect(onRetry).toHaveBeenCalledTimes(2);
  await act(async () => root.unmount());
  window.dispatchEvent(new Event("online"));
  expect(onRetry).toHaveBeenCalledTimes(2);
});
