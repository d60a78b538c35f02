import { useEffect, useState } from "react";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { AppRoutes } from "#web/lib/routing/AppRoutes.tsx";
import { SessionExpiredNotice } from "#web/lib/routing/SessionExpiredNotice.tsx";
import type { Session } from "#web/lib/session/Session.ts";
import { toast } from "../ui/notify.tsx";
import { AdminStores, AdminStoresContext } from "./AdminStores.ts";
import { AdminTheme } from "./AdminTheme.tsx";
import { adminRoutes } from "./routes.tsx";

interface AdminAppProps {
  api: ApiClient;
  session: Session;
}

/** Root of the staff app. */
export function AdminApp({ api, session }: AdminAppProps) {
  const [stores] = useState(() => new AdminStores(api, session));
  useEffect(() => session.watchOtherTabs(() => undefined), [session]);
  return (
    <AdminTheme>
      <AdminStoresContext.Provider value={stores}>
        <SessionExpiredNotice session={session} toast={toast} />
        <AppRoutes routes={adminRoutes} session={session} />
      </AdminStoresContext.Provider>
    </AdminTheme>
  );
}
