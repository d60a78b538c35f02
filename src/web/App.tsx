import { lazy, Suspense } from "react";
import { useLocation } from "react-router-dom";
import { H5App } from "./h5/app/H5App.tsx";
import type { RootStore } from "./h5/app/RootStore.ts";
import { SessionExpiredNotice } from "./lib/routing/SessionExpiredNotice.tsx";
import { OfflineBanner } from "./ui/OfflineBanner/OfflineBanner.tsx";
import { RestoringBanner } from "./ui/RestoringBanner/RestoringBanner.tsx";

const AdminApp = lazy(() => import("./admin/app/AdminApp.tsx").then((m) => ({ default: m.AdminApp })));

/** Whether a path lies in the staff's part of the app. */
export function isStaffPath(path: string): boolean {
  return /^\/admin(-login)?(\/|$)/.test(path);
}

/** The customer's app, or under /admin the staff's, which a customer never downloads. */
export function App({ root }: { root: RootStore }) {
  const { pathname } = useLocation();
  const { api, session } = root;
  const isStaff = isStaffPath(pathname);
  return (
    <>
      <OfflineBanner />
      <RestoringBanner freshness={api.freshness} />
      <SessionExpiredNotice session={session} />
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
