import { lazy, Suspense, useEffect } from "react";
import { useLocation } from "react-router-dom";
import { H5App } from "./h5/app/H5App.tsx";
import type { RootStore } from "./h5/app/RootStore.ts";
import { logError } from "./lib/logError.ts";
import { OfflineBanner } from "./ui/OfflineBanner/OfflineBanner.tsx";
import { RestoringBanner } from "./ui/RestoringBanner/RestoringBanner.tsx";

const AdminApp = lazy(() => import("./admin/app/AdminApp.tsx").then((m) => ({ default: m.AdminApp })));

/** Returns whether a path belongs to the staff app. */
export function isStaffPath(path: string): boolean {
  return /^\/admin(-login)?(\/|$)/.test(path);
}

/** Customer app, or under /admin the staff app, whose code customers never download. */
export function App({ root }: { root: RootStore }) {
  const { pathname } = useLocation();
  const { api, session } = root;
  const isStaff = isStaffPath(pathname);
  useEffect(watchStaleModalEntry, []);
  return (
    <>
      <OfflineBanner />
      <RestoringBanner freshness={api.freshness} />
      {isStaff ? (
        <Suspense fallback={null}>
          <AdminApp api={api} session={session} />
        </Suspense>
      ) : (
        <H5App root={root} />
      )}
    </>
  );
}

/** After a reload with an open sheet; the sheets' code is loaded for it alone. */
function watchStaleModalEntry(): void {
  if (window.history.state?.layer === undefined) return;
  import("./ui/useModal.ts")
    .then((m) => m.watchStaleModalEntry())
    .catch((error: unknown) => logError("watching the entry of a closed sheet failed", error));
}
