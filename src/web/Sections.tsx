import { lazy, Suspense } from "react";
import { useLocation } from "react-router-dom";
import { H5App } from "./h5/H5App.tsx";
import type { ApiClient } from "./shared/api/ApiClient.ts";
import { ExpiryNotice } from "./shared/routing/ExpiryNotice.tsx";
import type { Session } from "./shared/Session.ts";
import { OfflineBanner } from "./shared/ui/OfflineBanner.tsx";

const AdminApp = lazy(() => import("./admin/AdminApp.tsx").then((m) => ({ default: m.AdminApp })));

interface SectionsProps {
  api: ApiClient;
  session: Session;
}

/** The customer's app, or under /admin the staff's, which a customer never downloads. */
export function Sections(props: SectionsProps) {
  const { pathname } = useLocation();
  const isStaff = /^\/admin(-login)?(\/|$)/.test(pathname);
  return (
    <>
      <OfflineBanner />
      <ExpiryNotice session={props.session} />
      {isStaff ? (
        <Suspense fallback={null}>
          <AdminApp {...props} />
        </Suspense>
      ) : (
        <H5App {...props} />
      )}
    </>
  );
}
