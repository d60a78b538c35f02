import { pageModules } from "virtual:page-modules";
import { enableStaticRendering } from "mobx-react-lite";
import { renderToString } from "react-dom/server";
import { matchPath, StaticRouter } from "react-router-dom";
import { adminRoutes } from "./admin/routes.tsx";
import { readMenuLink, wayOf } from "./h5/features/booking/Plan.ts";
import { RootStore } from "./h5/RootStore.ts";
import { h5Routes } from "./h5/routes.tsx";
import { isStaffPath, Sections } from "./Sections.tsx";
import { sentPageId } from "./sentPage.ts";
import { ApiClient } from "./shared/api/ApiClient.ts";
import type { AppRoute } from "./shared/routing/AppRoute.ts";
import { Session } from "./shared/Session.ts";

// What the server makes of the app (dist/screens): loaded by its documents, which hand in addresses and answers.

enableStaticRendering(true);
const made = h5Routes.filter(({ path }) => path === "/" || path === "/menu");
// Before the first document is asked for, which would have to wait for it.
await Promise.all(made.map(({ code }) => code.preload()));

/** A page of the app as its document needs it. */
export interface PageFacts {
  title: string;
  /** The source of its code, as the build's manifest names it. */
  module: string;
  /** Sources of parts that the server makes too, though their code comes later. */
  parts: string[];
}

const partsOf: Record<string, string[]> = { "/": ["src/web/h5/features/home/HomePopular.tsx"] };

/** Which page an address shows; null for those of the staff. */
export function pageAt(path: string): PageFacts | null {
  if (isStaffPath(path)) return null;
  const route = h5Routes.find((one) => matchPath(one.path, path) !== null);
  const module = route && pageModules[route.path];
  return route && module ? { title: route.title, module, parts: partsOf[route.path] ?? [] } : null;
}

/** Whether no page stands at an address: what is shown there says so. */
export function isMissing(path: string): boolean {
  const routes: readonly AppRoute[] = isStaffPath(path) ? adminRoutes : h5Routes;
  return routes.find((one) => matchPath(one.path, path) !== null)?.path.endsWith("*") ?? true;
}

/** The address of the screen that the server makes for an address, without what does not change it; null when it makes none. */
export function screenAt(url: string): string | null {
  const { pathname, search } = partsOfAddress(url);
  if (pathname === "/") return "/";
  const link = readMenuLink(search);
  if (pathname !== "/menu" || link.restaurantId === "") return null;
  const way = wayOf(link);
  return `/menu?restaurant_id=${link.restaurantId}${way === null ? "" : `&type=${way}`}`;
}

function partsOfAddress(url: string): { pathname: string; search: string } {
  const cut = url.indexOf("?");
  return cut < 0 ? { pathname: url, search: "" } : { pathname: url.slice(0, cut), search: url.slice(cut) };
}

const hourMs = 3_600_000;

/** The moment that a screen is made for: home's words follow the hour, a menu's no clock at all. */
export function momentOf(screen: string, now: number): number {
  return screen === "/" ? Math.floor(now / hourMs) * hourMs : 0;
}

interface ScreenWish {
  /** As `screenAt` answers it. */
  screen: string;
  /** As `momentOf` answers it, in ms. */
  at: number;
  /** The answer to a call, as it goes over the wire; the address has the path and query alone. */
  answer: (address: string) => Promise<string>;
}

/**
 * What stands in #root for somebody of whom nothing is known, with what it was made from behind it, and for how many ms
 * that kept the thread busy. Throws when it cannot be whole.
 */
export async function renderScreen({
  screen,
  at,
  answer,
}: ScreenWish): Promise<{ html: string; ms: number }> {
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
  const { pathname, search } = partsOfAddress(screen);
  await made.find(({ path }) => path === pathname)?.code.prepare(root, search);
  // A part that goes without its answer in the browser would be missing here until something else changes.
  if (failures.length > 0) throw failures[0];
  const start = performance.now();
  const html = renderToString(
    <StaticRouter location={screen}>
      <Sections root={root} />
    </StaticRouter>,
  );
  return {
    html: `<div id="root">${html}</div>${sentScript(at, answers)}`,
    ms: performance.now() - start,
  };
}

/** The answers are JSON already; "<" must not end the element. */
function sentScript(at: number, answers: Record<string, string>): string {
  const pairs = Object.entries(answers).map(([address, text]) => `${JSON.stringify(address)}:${text}`);
  const json = `{"at":${at},"answers":{${pairs.join(",")}}}`.replaceAll("<", "\\u003c");
  return `<script type="application/json" id="${sentPageId}">${json}</script>`;
}
