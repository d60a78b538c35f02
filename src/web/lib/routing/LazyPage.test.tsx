// @vitest-environment happy-dom
import { act, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { commonMessages } from "../commonMessages.ts";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { LazyPage } from "./LazyPage.ts";

const reloads = vi.hoisted(() => ({ once: vi.fn(() => false) }));
vi.mock("./reloadOnce.ts", () => ({ reloadOnce: reloads.once }));

const Hello = () => <p>hello</p>;

/** Shows a page as AppRoutes does: the component is chosen anew at every attempt. */
function View({ code }: { code: LazyPage }) {
  const Page = code.component;
  return <Page />;
}

async function show(code: LazyPage) {
  const place = document.createElement("div");
  const root = createRoot(place);
  await act(async () =>
    root.render(
      <ErrorBoundary resetKey="/" onRetry={() => code.retry()}>
        <Suspense fallback="…">
          <View code={code} />
        </Suspense>
      </ErrorBoundary>,
    ),
  );
  return place;
}

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  reloads.once.mockReturnValue(false);
});
test("a page begins to load as soon as its code is loaded, and not before", async () => {
  const begin = vi.fn(async () => undefined);
  const code = new LazyPage(async () => Object.assign(() => null, { begin }));
  const stores = {};
  await code.preloadData(stores);
  expect(begin).not.toHaveBeenCalled();
  await code.preload();
  await code.preloadData(stores);
  expect(begin.mock.calls).toEqual([[stores]]);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("loads once for calls at the same time, and again after a failure", async () => {
  const load = vi.fn(async () => Hello).mockRejectedValueOnce(new Error("Failed to fetch"));
  const code = new LazyPage(load);
  await expect(Promise.all([code.preload(), code.preload()])).rejects.toThrow("Failed to fetch");
  expect(load).toHaveBeenCalledTimes(1);
  await Promise.all([code.preload(), code.preload()]);
  expect(load).toHaveBeenCalledTimes(2);
  expect(code.isReady).toBe(true);
});

test("does not show a page without the styles that failed to preload", async () => {
  const load = vi.fn(async () => Hello).mockRejectedValueOnce(new Error("Unable to preload CSS for /a.css"));
  const code = new LazyPage(load);
  await expect(code.preload()).rejects.toThrow("CSS");
  const place = await show(code);
  expect(place.textContent).toContain(commonMessages.broken);
  expect(load).toHaveBeenCalledTimes(1);
});

test("shows the page once its code is loaded, and at once if it was preloaded", async () => {
  const code = new LazyPage(async () => Hello);
  expect((await show(code)).textContent).toBe("hello");
  const early = new LazyPage(async () => Hello);
  await early.preload();
  expect(early.component).toBe(Hello);
});

test("shows a page with 重试 if the code cannot be fetched, without a fetch loop", async () => {
  const load = vi.fn<() => Promise<typeof Hello>>().mockRejectedValue(new TypeError("404"));
  const code = new LazyPage(load);
  const place = await show(code);
  expect(place.textContent).toContain(commonMessages.broken);
  expect(load).toHaveBeenCalledTimes(1);
  load.mockResolvedValue(Hello);
  await act(async () => place.querySelector("button")?.click());
  expect(place.textContent).toBe("hello");
  expect(load).toHaveBeenCalledTimes(2);
});

test("shows nothing while the document reloads for a new release", async () => {
  reloads.once.mockReturnValue(true);
  const code = new LazyPage(() => Promise.reject(new TypeError("404")));
  expect((await show(code)).textContent).toBe("");
});
