import { lazy, Suspense, useEffect, useState } from "react";
import type { ApiClient } from "#web/shared/api/ApiClient.ts";
import { AppRoutes } from "#web/shared/routing/AppRoutes.tsx";
import type { Session } from "#web/shared/Session.ts";
import { MainTabs } from "./MainTabs.tsx";
import { RootStore } from "./RootStore.ts";
import { h5Routes } from "./routes.tsx";
import { StoresContext } from "./useStores.ts";

const WebviewLife = lazy(() => import("./WebviewLife.tsx").then((m) => ({ default: m.WebviewLife })));

interface H5AppProps {
  api: ApiClient;
  session: Session;
}

/** The customer's app. */
export function H5App({ api, session }: H5AppProps) {
  const [root] = useState(() => new RootStore(api, session));
  useEffect(() => session.watch(root.forgetCustomer), [session, root]);
  return (
    <StoresContext.Provider value={root}>
      <AppRoutes routes={h5Routes} session={session} tabs={<MainTabs />} />
      {/MicroMessenger/.test(navigator.userAgent) && (
        <Suspense fallback={null}>
          <WebviewLife />
        </Suspense>
      )}
    </StoresContext.Provider>
  );
}
