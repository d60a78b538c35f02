import { enableStaticRendering } from "mobx-react-lite";
import { renderToString } from "react-dom/server";
import { matchPath, StaticRouter } from "react-router-dom";
import { App, isStaffPath } from "./App.tsx";
import { adminRoutes } from "./admin/app/routes.tsx";
import { RootStore } from "./h5/app/RootStore.ts";
import { h5Routes } from "./h5/app/routes.tsx";
import { parseMenuLink, resolveOrderType } from "./h5/features/booking/InStoreOptions.ts";
import { ApiClient } from "./lib/api/ApiClient.ts";
import type { AppRoute } from "./lib/routing/AppRoute.ts";
import { Session } from "./lib/session/Session.ts";
import { ssrPayloadId } from "./ssr-payload.ts";

// What the server makes of the app (dist/screens): loaded by its documents, which hand in addresses and answers.

enableStaticRendering(true);
const renderableRoutes = h5Routes.filter(({ path }) => path === "/" || path === "/menu");
// Before the first document is asked for, which would have to wait for it.
await Promise.all(renderableRoutes.map(({ lazyPage: code }) => code.preload()));

/** A page of the app as its document needs it. */
export interface RouteManifestEntry {
  title: string;
  /** The source of its code, as the build's manifest names it. */
  module: string;
  /** Sources of parts that the server makes too, though their code comes later. */
  parts: string[];
}

const lazyModulesByPath: Record<string, string[]> = {
  "/": ["src/web/h5/features/home/components/HomePopular.tsx"],
};

/** Which page an address shows; null for those of the staff. */
export function pageAt(path: string): RouteManifestEntry | null {
  if (isStaffPath(path)) return null;
  const route = h5Routes.find((candidate) => matchPath(candidate.path, path) !== null);
  if (route === undefined) return null;
  const { title, file } = route;
  return { title, module: `src/web/h5/${file}`, parts: lazyModulesByPath[route.path] ?? [] };
}

/** Whether no page stands at an address: what is shown there says so. */
export function isMissing(path: string): boolean {
  const routes: readonly AppRoute[] = isStaffPath(path) ? adminRoutes : h5Routes;
  return routes.find((candidate) => matchPath(candidate.path, path) !== null)?.path.endsWith("*") ?? true;
}

/** The address of the screen that the server makes for an address, without what does not change it; null when it makes none. */
export function cacheKeyFor(url: string): string | null {
  const { pathname, search } = splitUrl(url);
  if (pathname === "/") return "/";
  const link = parseMenuLink(search);
  if (pathname !== "/menu" || link.restaurantId === "") return null;
  const orderType = resolveOrderType(link);
  return `/menu?restaurant_id=${link.restaurantId}${orderType === null ? "" : `&type=${orderType}`}`;
}

function splitUrl(url: string): { pathname: string; search: string } {
  const queryIndex = url.indexOf("?");
  return queryIndex < 0
    ? { pathname: url, search: "" }
    : { pathname: url.slice(0, queryIndex), search: url.slice(queryIndex) };
}

const hourMs = 3_600_000;

/** The moment that a screen is made for: home's words follow the hour, a menu's no clock at all. */
export function renderTimeFor(screen: string, now: number): number {
  return screen === "/" ? Math.floor(now / hourMs) * hourMs : 0;
}

interface RenderRequest {
  /** As `cacheKeyFor` answers it. */
  screen: string;
  /** As `renderTimeFor` answers it, in ms. */
  at: number;
  /** The answer to a call, as it goes over the wire; the address has the path and query alone. */
  answer: (address: string) => Promise<string>;
}

/**
 * What stands in #root for somebody of whom nothing is known, with what it was made from behind it, and for how many ms
 * that kept the thread busy. Throws when it cannot be whole.
 */
export async function renderPage({
  screen,
  at,
  answer,
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
  const root = new RootStore(api, new Session(), { at, isOld: false });
  const { pathname, search } = splitUrl(screen);
  await renderableRoutes.find(({ path }) => path === pathname)?.lazyPage.hydrateData(root, search);
  // A part that goes without its answer in the browser would be missing here until something else changes.
  if (failures.length > 0) throw failures[0];
  const start = performance.now();
  const html = renderToString(
    <StaticRouter location={screen}>
      <App root={root} />
    </StaticRouter>,
  );
  return {
    html: `<div id="root">${html}</div>${payloadScript(at, answers)}`,
    ms: performance.now() - start,
  };
}

/** The answers are JSON already; "<" must not end the element. */
function payloadScript(at: number, answers: Record<string, string>): string {
  const pairs = Object.entries(answers).map(([address, text]) => `${JSON.stringify(address)}:${text}`);
  const json = `{"at":${at},"answers":{${pairs.join(",")}}}`.replaceAll("<", "\\u003c");
  return `<script type="application/json" id="${ssrPayloadId}">${json}</script>`;
}
