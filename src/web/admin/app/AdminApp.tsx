import { useEffect, useState } from "react";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { AppRoutes } from "#web/lib/routing/AppRoutes.tsx";
import type { Session } from "#web/lib/session/Session.ts";
import { AdminStores, AdminStoresContext } from "./AdminStores.ts";
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
    <AdminStoresContext.Provider value={stores}>
      <AppRoutes routes={adminRoutes} session={session} />
    </AdminStoresContext.Provider>
  );
}
