import { observer } from "mobx-react-lite";
import { type ComponentType, lazy, Suspense, useEffect, useLayoutEffect, useState } from "react";
import { whenPaused } from "#web/lib/async/whenPaused.ts";
import { logError } from "#web/lib/logError.ts";
import { AppRoutes } from "#web/lib/routing/AppRoutes.tsx";
import { OptionalContent } from "#web/lib/routing/OptionalContent.tsx";
import { SessionExpiredNotice } from "#web/lib/routing/SessionExpiredNotice.tsx";
import { toast } from "#web/ui/notify.ts";
import { readInviteCode } from "../features/invite/inviteCode.ts";
import { MainTabs } from "./MainTabs.tsx";
import type { RootStore } from "./RootStore.ts";
import { h5Routes } from "./routes.tsx";
import { StoresContext, useStores } from "./useStores.ts";

const WebviewLifecycle = lazy(() =>
  import("./WebviewLifecycle.tsx").then((m) => ({ default: m.WebviewLifecycle })),
);

const ConsentPrompt = lazy(() => import("./ConsentPrompt.tsx").then((m) => ({ default: m.ConsentPrompt })));

/** Pause of the customer after which the first page has settled, and the one before each further page is preloaded (ms). */
const preloadPausesMs = { first: 3_000, next: 1_000 };

/** Root component of the customer app. */
export function H5App({ root }: { root: RootStore }) {
  const { session } = root;
  // Runs before the pages' own effects, which read data that only this device has.
  useLayoutEffect(() => root.completeHydration(), [root]);
  useEffect(() => session.watchOtherTabs(root.resetCustomerStores), [session, root]);
  useEffect(() => bindStoredInvite(root), [root]);
  useEffect(preloadTabs, []);
  return (
    <StoresContext.Provider value={root}>
      <SessionExpiredNotice session={session} toast={toast} />
      <AppRoutes routes={h5Routes} session={session} tabs={<MainTabs />} onLeave={root.api.abortPending} />
      <DeviceOnly />
    </StoresContext.Provider>
  );
}

/** Binds the invite of an opened link for a logged-in customer; otherwise the login sends it along. */
function bindStoredInvite({ session, api }: RootStore): void {
  if (!session.isLoggedIn || readInviteCode() === "") return;
  import("../features/invite/bindLinkedInvite.ts")
    .then((m) => m.bindLinkedInvite(api))
    .catch((error: unknown) => logError("binding the invite of a link failed", error));
}

/**
 * Preloads code and styles of the main pages, so that a tap shows them at once, offline with their cached
 * data. One in each pause: styles that arrive make the browser look at the whole page again, which would delay
 * the response to a tap. Returns the function that cancels the rest.
 */
function preloadTabs(): () => void {
  const pages = h5Routes
    .filter(({ path }) => /^\/(orders|profile)?$/.test(path))
    .map((route) => route.lazyPage);
  const preloadNext = () => {
    const page = pages.find(({ isReady }) => !isReady);
    if (page === undefined) return;
    pages.splice(pages.indexOf(page), 1);
    // A failed download is repeated when its page is opened.
    page.preload().catch(() => undefined);
    cancel = whenPaused(preloadPausesMs.next, preloadNext);
  };
  let cancel = whenPaused(preloadPausesMs.first, preloadNext);
  return () => cancel();
}

/**
 * Renders what depends on the device, where the server does not know its page is opened: the consent of a logged-in
 * customer, and inside WeChat its integration.
 */
const DeviceOnly = observer(function DeviceOnly() {
  const { session } = useStores();
  const [agent, setAgent] = useState("");
  useEffect(() => setAgent(navigator.userAgent), []);
  if (agent === "") return null;
  return (
    <>
      {/MicroMessenger/.test(agent) && <Beside part={WebviewLifecycle} />}
      {session.isLoggedIn && <Beside part={ConsentPrompt} />}
    </>
  );
});

/** Renders a part beside the page; the page stays when the part's code cannot be fetched or fails. */
function Beside({ part: Part }: { part: ComponentType }) {
  return (
    <OptionalContent>
      <Suspense fallback={null}>
        <Part />
      </Suspense>
    </OptionalContent>
  );
}
