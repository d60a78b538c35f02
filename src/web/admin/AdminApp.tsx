import { useEffect } from "react";
import type { ApiClient } from "#web/shared/api/ApiClient.ts";
import { AppRoutes } from "#web/shared/routing/AppRoutes.tsx";
import type { Session } from "#web/shared/Session.ts";
import { adminRoutes } from "./routes.tsx";

interface AdminAppProps {
  api: ApiClient;
  session: Session;
}

/** The staff's app. */
export function AdminApp({ session }: AdminAppProps) {
  useEffect(() => session.watch(() => undefined), [session]);
  return <AppRoutes routes={adminRoutes} session={session} />;
}
