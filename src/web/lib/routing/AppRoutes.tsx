import {
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { createPath, matchPath, Navigate, useLocation, useNavigationType, useRoutes } from "react-router-dom";
import { brandName } from "#web/lib/brandName.ts";
import type { Session } from "../session/Session.ts";
import type { AppRoute } from "./AppRoute.ts";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import type { LazyPage } from "./LazyPage.ts";
import { type Access, redirectFor } from "./redirectFor.ts";

interface AppRoutesProps {
  routes: readonly AppRoute[];
  session: Session;
  /** Navigation that stays if a page breaks or its code cannot be fetched. */
  tabs?: ReactNode;
  /** Called when a screen is left, before the next one begins to load. */
  onLeave?: () => void;
}

/** Renders the page of the current path with access check, title, and error boundary. */
export function AppRoutes({ routes, session, tabs, onLeave }: AppRoutesProps) {
  const { pathname } = useLocation();
  const title = routes.find(({ path }) => matchPath(path, pathname) !== null)?.title;
  useScrollToTop(pathname);
  useSyncLocationAfterHydration();
  const routeObjects = useMemo(
    () => routes.map((route) => ({ path: route.path, element: <Guarded route={route} session={session} /> })),
    [routes, session],
  );
  const page = useRoutes(routeObjects);
  const retryFailedPages = useCallback(() => {
    for (const { lazyPage: code } of routes) code.retry();
  }, [routes]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on leaving a page
  useEffect(retryFailedPages, [pathname, retryFailedPages]);
  // Effects of the next screen come after all layout effects.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on leaving a page
  useLayoutEffect(() => onLeave, [pathname, onLeave]);
  useEffect(() => {
    document.title = `${title} - ${brandName()}`;
  }, [title]);
  return (
    <ErrorBoundary resetKey={pathname} onRetry={retryFailedPages} title={title} tabs={tabs}>
      {page}
    </ErrorBoundary>
  );
}

/**
 * Checks access once per navigation. A refused token, even one from before the page was mounted, is handled
 * by the 401 rule after its notice, and not here.
 */
function Guarded({ route, session }: { route: AppRoute; session: Session }) {
  const location = useLocation();
  const target = useMemo(() => {
    const isAnnounced = isPrincipal(route.access) && session.isExpired(route.access);
    return isAnnounced ? null : redirectFor(route.access, session, location.pathname + location.search);
  }, [route.access, session, location]);
  if (target !== null) return <Navigate to={target} replace />;
  return <PageView key={route.path} code={route.lazyPage} />;
}

function isPrincipal(access: Access): access is "customer" | "staff" {
  return access === "customer" || access === "staff";
}

/**
 * Chooses the component at mount and keeps it: another type at a later render would lose the page's state.
 * Loaded code needs no Suspense boundary, whose content would be hydrated later than the rest.
 */
function PageView({ code }: { code: LazyPage }) {
  const [page] = useState(() => {
    const Page = code.component;
    return code.isReady ? (
      <Page />
    ) : (
      <Suspense fallback={null}>
        <Page />
      </Suspense>
    );
  });
  return page;
}

/** Notifies the router after hydration of a navigation back that happened before it subscribed. */
function useSyncLocationAfterHydration(): void {
  const initialLocation = useRef(useLocation());
  const hasMoved = useRef(false);
  // The router subscribes after all layout effects, and redirects are sent even later.
  useLayoutEffect(() => {
    hasMoved.current = createPath(initialLocation.current) !== createPath(window.location);
  }, []);
  useEffect(() => {
    if (hasMoved.current)
      window.dispatchEvent(new PopStateEvent("popstate", { state: window.history.state }));
  }, []);
}

/** Scrolls new pages to the top; on a navigation back the browser restores the position itself. */
function useScrollToTop(pathname: string): void {
  const navigationType = useNavigationType();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on a new path, though its value is not read
  useLayoutEffect(() => {
    if (navigationType !== "POP") window.scrollTo(0, 0);
  }, [pathname, navigationType]);
}
