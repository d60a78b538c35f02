import { runInAction } from "mobx";
import { enableStaticRendering } from "mobx-react-lite";
import { renderToString } from "react-dom/server";
import { matchPath, StaticRouter } from "react-router-dom";
import { App, isStaffPath } from "./App.tsx";
import { adminRoutes } from "./admin/app/routes.tsx";
import { RootStore } from "./h5/app/RootStore.ts";
import { h5Routes } from "./h5/app/routes.tsx";
import { parseMenuLink, resolveOrderType } from "./h5/features/booking/InStoreOptions.ts";
import { parseFilter } from "./h5/features/order/parseFilter.ts";
import { ApiClient } from "./lib/api/ApiClient.ts";
import type { AppRoute } from "./lib/routing/AppRoute.ts";
import { Session } from "./lib/session/Session.ts";
import { memoryPolicy } from "./lib/storage/memoryPolicy.ts";
import { ssrPayloadId } from "./ssr-payload.ts";

// Server rendering of the app (dist/screens): loaded by the server, which passes in URLs and responses.

enableStaticRendering(true);
memoryPolicy.isAllowed = false;
const publicPaths: readonly string[] = ["/", "/menu"];
const customerPaths: readonly string[] = ["/takeaway-menu", "/orders", "/order/:id"];
const renderableRoutes = h5Routes.filter(({ path }) => [...publicPaths, ...customerPaths].includes(path));
// Before the first request, which would have to wait for it.
await Promise.all(renderableRoutes.map(({ lazyPage: code }) => code.preload()));

/** Page of the app, described for its document. */
export interface RouteManifestEntry {
  title: string;
  /** Source of its code, as named in the build's manifest. */
  module: string;
  /** Sources of parts that the server renders too, though their code loads later. */
  parts: string[];
}

/** Thrown for a customer's page that the server does not render; the device shows it from the shell. */
class NotPreparedError extends Error {
  override readonly name = "NotPreparedError";
}

const lazyModulesByPath: Record<string, string[]> = {
  "/": [
    "src/web/h5/features/home/components/HomePopular.tsx",
    "src/web/h5/features/home/components/HomeLegal.tsx",
  ],
};

/** Returns the page for a path; null for those of the staff. */
export function pageAt(path: string): RouteManifestEntry | null {
  if (isStaffPath(path)) return null;
  const route = h5Routes.find((candidate) => matchPath(candidate.path, path) !== null);
  if (route === undefined) return null;
  const { title, file } = route;
  return { title, module: `src/web/h5/${file}`, parts: lazyModulesByPath[route.path] ?? [] };
}

/** Returns whether no page exists at a path: the app then shows its not-found page. */
export function isMissing(path: string): boolean {
  const routes: readonly AppRoute[] = isStaffPath(path) ? adminRoutes : h5Routes;
  return routes.find((candidate) => matchPath(candidate.path, path) !== null)?.path.endsWith("*") ?? true;
}

/**
 * Returns the canonical URL of the server-rendered page, without parameters that do not change it; null if
 * the server renders none.
 */
export function cacheKeyFor(url: string): string | null {
  const { pathname, search } = splitUrl(url);
  if (pathname === "/") return "/";
  const link = parseMenuLink(search);
  if (pathname !== "/menu" || link.restaurantId === "") return null;
  const orderType = resolveOrderType(link);
  return `/menu?restaurant_id=${link.restaurantId}${orderType === null ? "" : `&type=${orderType}`}`;
}

/**
 * Returns the canonical URL of a page that is rendered for a logged-in customer, without parameters that do not change
 * it; null if the server renders none.
 */
export function customerScreenFor(url: string): string | null {
  const { pathname, search } = splitUrl(url);
  if (/^\/order\/[\w-]{1,64}$/.test(pathname)) return pathname;
  if (pathname === "/takeaway-menu") return pathname;
  if (pathname !== "/orders") return null;
  const status = parseFilter(new URLSearchParams(search).get("status"));
  return status === "all" ? pathname : `${pathname}?status=${status}`;
}

function splitUrl(url: string): { pathname: string; search: string } {
  const queryIndex = url.indexOf("?");
  return queryIndex < 0
    ? { pathname: url, search: "" }
    : { pathname: url.slice(0, queryIndex), search: url.slice(queryIndex) };
}

const hourMs = 3_600_000;

/**
 * Returns the time for which a page is rendered: home's texts depend on the hour, a menu does not depend on
 * the time.
 */
export function renderTimeFor(screen: string, now: number): number {
  return screen === "/" ? Math.floor(now / hourMs) * hourMs : 0;
}

interface RenderRequest {
  /** Result of `cacheKeyFor`. */
  screen: string;
  /** Result of `renderTimeFor`, in ms. */
  at: number;
  /** The chain's notices above the dishes of menus, as the document has them. */
  notices: readonly string[];
  /** Fetches the raw response of a request; the address has only the path and query. */
  answer: (address: string) => Promise<string>;
  /** State of a logged-in customer's device (`formatSsrState`); without it the page is an anonymous visitor's. */
  customerState?: string;
}

/**
 * Renders the content of #root for an anonymous visitor or a customer, followed by the payload it was made from, and
 * returns for how many ms that blocked the thread. Throws if it cannot be complete.
 */
export async function renderPage({
  screen,
  at,
  notices,
  answer,
  customerState,
}: RenderRequest): Promise<{ html: string; ms: number }> {
  const answers: Record<string, string> = {};
  const failures: unknown[] = [];
  const api = new ApiClient({
    tokenFor: () => null,
    onUnauthenticated: () => undefined,
    fetch: async (address) => {
      try {
        const text = await answer(String(address));
        answers[String(address)] = text;
        return new Response(text);
      } catch (error) {
        failures.push(error);
        throw error;
      }
    },
  });
  const session = new Session();
  // The token itself is not known here, and no request needs it.
  if (customerState !== undefined) runInAction(() => Object.assign(session, { token: "rendered" }));
  const root = new RootStore(api, session, { at, isOld: false, notices, customerState });
  const { pathname, search } = splitUrl(screen);
  const route = renderableRoutes.find(({ path }) => matchPath(path, pathname) !== null);
  await route?.lazyPage.hydrateData(root, search, pathname).catch((error: unknown) => {
    if (failures.length > 0) throw failures[0];
    // No menu to deliver, or an order that depends on the device.
    if (customerState !== undefined) throw new NotPreparedError("left to the device", { cause: error });
    throw error;
  });
  // A part whose request fails without consequences in the browser would be missing here until something else
  // changes.
  if (failures.length > 0) throw failures[0];
  const start = performance.now();
  const html = renderToString(
    <StaticRouter location={screen}>
      <App root={root} />
    </StaticRouter>,
  );
  return {
    html: `<div id="root">${html}</div>${payloadScript({ at, path: pathname, customerState }, answers)}`,
    ms: performance.now() - start,
  };
}

/** The responses are JSON already; "<" must not end the element. */
function payloadScript(
  page: { at: number; path: string; customerState: string | undefined },
  answers: Record<string, string>,
): string {
  const pairs = Object.entries(answers).map(([address, text]) => `${JSON.stringify(address)}:${text}`);
  const fields = JSON.stringify(page).slice(0, -1);
  const json = `${fields},"answers":{${pairs.join(",")}}}`.replaceAll("<", "\\u003c");
  return `<script type="application/json" id="${ssrPayloadId}">${json}</script>`;
}
