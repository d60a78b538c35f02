import "./ui/theme.css";
import { StrictMode, startTransition, useEffect } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter, matchPath } from "react-router-dom";
import { App } from "./App.tsx";
import { entryUrl } from "./bridge/entryUrl.ts";
import { storeDebugSignature } from "./bridge/storeDebugSignature.ts";
import { RootStore } from "./h5/app/RootStore.ts";
import { h5Routes } from "./h5/app/routes.tsx";
import { hideSelectedAddress } from "./h5/features/address/hideSelectedAddress.ts";
import { storeInviteCode } from "./h5/features/invite/inviteCode.ts";
import { returnFromCashier } from "./h5/features/payment/paymentRedirect.ts";
import { ApiClient } from "./lib/api/ApiClient.ts";
import { takePrefetched } from "./lib/api/takePrefetched.ts";
import { logError } from "./lib/logError.ts";
import { reloadOnce } from "./lib/routing/reloadOnce.ts";
import { Session } from "./lib/session/Session.ts";
import { readSsrPayload, replayEarlyTap } from "./ssr-payload.ts";
import { preloadNotify } from "./ui/notify.ts";

/** A page that is on the screen already waits for the network as long as it takes. */
const retryDelayMs = 4_000;
/** An answer that comes so soon is worth more than a skeleton before it. */
const prefetchTimeoutMs = 250;

const ssrPayload = readSsrPayload();
// Answers are kept for one login; where they cannot be removed now, the next one cannot read them.
const session = new Session(() => {
  hideSelectedAddress();
  import("./h5/app/customerCache.ts").then((m) => m.clearCustomerCaches()).catch(() => undefined);
});
const { tokenFor, expire, isExpired: isExpiring } = session;
const api = new ApiClient({
  tokenFor,
  onUnauthenticated: expire,
  isExpired: isExpiring,
  prefetched: ssrPayload?.answers,
  fetch: takePrefetched,
});
const root = new RootStore(api, session, ssrPayload);
root.afterHydration(session.restore);
// WeChat on iOS checks its permissions against this address, which the router is about to change.
entryUrl.current = window.location.href;
// On staff's pages it would show what opens the head office.
const debugSignature = storeDebugSignature();
if (debugSignature !== null && !window.location.pathname.startsWith("/admin"))
  import("./h5/features/debug/restoreDebugConsole.ts")
    .then((m) => m.restoreDebugConsole(root, debugSignature))
    .catch((error: unknown) => logError("the console did not open", error));
preloadNotify();
storeInviteCode(window.location.search);

function Root() {
  // After the effects of the page, which open its cart.
  useEffect(replayEarlyTap, []);
  return <App root={root} />;
}

/** Waits for the first page's code, so that what the server sent stays until there is something to show instead. */
async function start(): Promise<void> {
  const { pathname, search } = window.location;
  const firstPage = h5Routes.find(({ path }) => matchPath(path, pathname) !== null)?.lazyPage;
  try {
    if (!pathname.startsWith("/admin")) await firstPage?.preload();
  } catch {
    // Without a page of the server the failure shows again, with a way on, when the app is rendered.
    if (ssrPayload) return void (reloadOnce() || setTimeout(start, retryDelayMs));
  }
  const canHydrate = ssrPayload !== null && (await isPrepared(firstPage?.hydrateData(root, search)));
  if (!canHydrate && session.isLoggedIn) await isPrepared(firstPage?.preloadData(root), prefetchTimeoutMs);
  // Refused meanwhile: what it left behind would greet the next login.
  if (!session.isLoggedIn) root.resetCustomerStores();
  const container = document.getElementById("root");
  if (container === null) throw new Error("index.html has no #root");
  const app = (
    <StrictMode>
      <BrowserRouter>
        <Root />
      </BrowserRouter>
    </StrictMode>
  );
  // In slices, between which a tap is answered; a tap on what is not taken over yet has it taken over at once. Where there
  // is nothing to tap, slices would only make it come later.
  if (canHydrate) startTransition(() => void hydrateRoot(container, app));
  else createRoot(container).render(app);
}

/** What cannot be prepared as the server did it, or in time, is made anew, as after an empty document. */
function isPrepared(work: Promise<void> | undefined, timeoutMs?: number): Promise<boolean> {
  return new Promise((resolve) => {
    Promise.resolve(work).then(
      () => resolve(true),
      () => resolve(false),
    );
    if (timeoutMs !== undefined) setTimeout(resolve, timeoutMs, false);
  });
}

/** A step back to the order's page that does not lead away has found nothing there. */
const stepBackDelayMs = 2_000;

if (returnFromCashier()) setTimeout(start, stepBackDelayMs);
else void start();
