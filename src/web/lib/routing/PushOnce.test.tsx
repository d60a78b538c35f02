// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import {
  BrowserRouter,
  type NavigateFunction,
  type NavigateOptions,
  useLocation,
  useNavigate,
} from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PushOnce } from "./PushOnce.tsx";

let root: Root;
let navigate: NavigateFunction;
let shown = "";

function Page() {
  navigate = useNavigate();
  const { pathname, search } = useLocation();
  shown = pathname + search;
  return null;
}

/** Navigates, and returns how many entries that added. */
async function entriesOf(...steps: [to: string, options?: NavigateOptions][]): Promise<number> {
  const before = window.history.length;
  await act(async () => {
    for (const step of steps) navigate(...step);
  });
  return window.history.length - before;
}

beforeEach(async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  window.history.replaceState(null, "", "/profile");
  root = createRoot(document.createElement("div"));
  await act(async () =>
    root.render(
      <BrowserRouter>
        <PushOnce>
          <Page />
        </PushOnce>
      </BrowserRouter>,
    ),
  );
});

afterEach(async () => {
  await act(async () => root.unmount());
  vi.unstubAllGlobals();
});

test("pushes of the same URL before its page is shown add one entry", async () => {
  expect(await entriesOf(["/invoices"], ["/invoices"], ["/invoices"])).toBe(1);
  expect(shown).toBe("/invoices");
});

test("the page that is shown is not pushed again, also with characters that the address encodes", async () => {
  expect(await entriesOf(["/profile"])).toBe(0);
  expect(await entriesOf(["/menu?q=虾"], ["/menu?q=虾"])).toBe(1);
  expect(decodeURI(shown)).toBe("/menu?q=虾");
});

test("another query and another state are other entries, the same state is not", async () => {
  expect(await entriesOf(["/menu?dish=1"], ["/menu?dish=2"])).toBe(2);
  const state = { asksRefund: true };
  expect(await entriesOf(["/order/1"], ["/order/1", { state }], ["/order/1", { state: { ...state } }])).toBe(
    2,
  );
});

test("replacing works as before", async () => {
  expect(await entriesOf(["/invoices", { replace: true }])).toBe(0);
  expect(shown).toBe("/invoices");
});
