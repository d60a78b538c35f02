import { enableStaticRendering } from "mobx-react-lite";
import { act } from "react";
import { hydrateRoot } from "react-dom/client";
import { BrowserRouter, matchPath } from "react-router-dom";
import { onTestFinished, vi } from "vitest";
import { App } from "./App.tsx";
import { cacheKeyFor, customerScreenFor, renderPage } from "./entry-server.tsx";
import { RootStore } from "./h5/app/RootStore.ts";
import { h5Routes } from "./h5/app/routes.tsx";
import { ApiClient } from "./lib/api/ApiClient.ts";
import { Session } from "./lib/session/Session.ts";
import { readSsrPayload } from "./ssr-payload.ts";

interface TestPage {
  /** Time of the rendering, in ms. */
  at: number;
  notices: readonly string[];
  answer: (address: string) => Promise<string>;
  isOld?: boolean;
  /** State for which a customer's page is rendered; the device must hold the same login. */
  customerState?: string;
}

/**
 * Inserts the server-rendered page into this document and lets the app hydrate it. Returns what it requested, the
 * differences that React reports, and how many of the rendered elements it replaced.
 */
export async function hydrateTestPage(
  url: string,
  { at, notices, answer, isOld = false, customerState }: TestPage,
) {
  const screen = customerState === undefined ? cacheKeyFor(url) : customerScreenFor(url);
  enableStaticRendering(true);
  const customer = customerState && { customerState };
  const { html } = await renderPage({ screen: screen ?? "", at, notices, answer, ...customer });
  enableStaticRendering(false);
  document.head.innerHTML = `<meta name="menu-notices" content="${notices.join("&#10;")}">`;
  document.body.innerHTML = html;
  if (customerState !== undefined) window.ssrState = customerState;
  window.history.replaceState(null, "", url);
  const place = document.getElementById("root") as HTMLElement;
  const before = Array.from(place.querySelectorAll("*"));
  const text = place.textContent ?? "";
  const sent = readSsrPayload();
  const requested: string[] = [];
  const session = new Session();
  if (customerState !== undefined) session.restore();
  const api = new ApiClient({
    tokenFor: session.tokenFor,
    onUnauthenticated: () => undefined,
    prefetched: sent?.answers,
    fetch: async (address) => {
      requested.push(String(address));
      return new Response(await answer(String(address)));
    },
  });
  const root = new RootStore(api, session, sent && { ...sent, isOld });
  const { pathname, search } = window.location;
  const route = h5Routes.find(({ path }) => matchPath(path, pathname) !== null);
  await route?.lazyPage.hydrateData(root, search, pathname);
  // Live events have no server here; the environment would log each attempt, also during a later page.
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  // React's development build compares every attribute and text, and reports differences.
  const shown = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const faults: unknown[] = [];
  const app = (
    <BrowserRouter>
      <App root={root} />
    </BrowserRouter>
  );
  await act(async () => {
    const hydrated = hydrateRoot(place, app, { onRecoverableError: (error) => faults.push(error) });
    // What it still loads must not be reported in the next test.
    onTestFinished(() => act(() => hydrated.unmount()));
  });
  const stored = before.filter((element) => place.contains(element)).length;
  faults.push(...shown.mock.calls.filter((call) => !isEmptyDeclaration(call)));
  return { place, text, requested, faults, lost: before.length - stored };
}

/**
 * Returns whether React reports a style that differs by a declaration without a value alone, as react-vant's PullRefresh
 * has one: the server leaves it out, and it changes nothing.
 */
function isEmptyDeclaration([, name, server, client]: unknown[]): boolean {
  return name === "style" && String(client).replace(/;?[\w-]+:(?=[;"])/g, "") === server;
}
