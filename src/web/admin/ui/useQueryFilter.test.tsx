// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useQueryFilter } from "./useQueryFilter.ts";

const empty = { keyword: "", state: "", from: "" };
const store = {
  filter: empty,
  setFilter(filter: typeof empty) {
    store.filter = filter;
  },
};

let root: Root;
let router: ReturnType<typeof createMemoryRouter>;
let change: (changed: Partial<typeof empty>) => void;

function List() {
  [, change] = useQueryFilter(store, empty);
  return null;
}

beforeEach(async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  router = createMemoryRouter(
    [
      { path: "/before", element: null },
      { path: "/list", element: <List /> },
    ],
    { initialEntries: ["/before", "/list"] },
  );
  root = createRoot(document.createElement("div"));
  await act(async () => root.render(<RouterProvider router={router} />));
});

afterEach(async () => {
  await act(async () => root.unmount());
  vi.unstubAllGlobals();
});

const set = (changed: Partial<typeof empty>) => act(async () => change(changed));

/** Goes back to the page before; returns the addresses on the way. */
async function goBack(): Promise<string[]> {
  const addresses = [];
  while (router.state.location.pathname !== "/before") {
    const { pathname, search } = router.state.location;
    addresses.push(pathname + search);
    await act(async () => router.navigate(-1));
  }
  return addresses;
}

test("Back undoes each choice, and then leaves the page", async () => {
  await set({ state: "open" });
  await set({ state: "closed", from: "2026-03-01" });
  expect(store.filter).toEqual({ keyword: "", state: "closed", from: "2026-03-01" });
  expect(await goBack()).toEqual(["/list?state=closed&from=2026-03-01", "/list?state=open", "/list"]);
});

test("Back undoes all that was typed at once", async () => {
  for (const keyword of ["a", "ab", "abc"]) await set({ keyword });
  await set({ state: "open" });
  expect(await goBack()).toEqual(["/list?keyword=abc&state=open", "/list?keyword=abc", "/list"]);
});

test("a choice of what is chosen already makes no step", async () => {
  await set({ state: "open" });
  await set({ state: "open" });
  await set({ from: "" });
  expect(await goBack()).toEqual(["/list?state=open", "/list"]);
});
