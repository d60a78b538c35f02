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
import { takePrefetched } from "./lib/api/prefetch.ts";
import { logError } from "./lib/logError.ts";
import { PushOnce } from "./lib/routing/PushOnce.tsx";
import { reloadOnce } from "./lib/routing/reloadOnce.ts";
import { Session } from "./lib/session/Session.ts";
import { isAtRenderedPage, readSsrPayload, replayEarlyTap } from "./ssr-payload.ts";
import { preloadNotify } from "./ui/notify.ts";

/** A page that is already on the screen waits for the network as long as it takes. */
const retryDelayMs = 4_000;
/** Timeout in ms for the document of a tapped link. */
const leaveTimeoutMs = 30_000;
/** Waiting for a response this fast is better than showing a skeleton first. */
const prefetchTimeoutMs = 250;

const ssrPayload = readSsrPayload();
// Cached responses belong to one login; where they cannot be removed now, the next login cannot read them.
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
// A customer's own page is hydrated as it was rendered: logged in.
if (ssrPayload?.customerState === undefined) root.afterHydration(session.restore);
else session.restore();
// WeChat on iOS checks its permissions against this URL, which the router is about to change.
entryUrl.current = window.location.href;
// On staff pages the console would show the admin's tokens.
const debugSignature = storeDebugSignature();
if (debugSignature !== null && !window.location.pathname.startsWith("/admin"))
  import("./h5/features/debug/restoreDebugConsole.ts")
    .then((m) => m.restoreDebugConsole(root, debugSignature))
    .catch((error: unknown) => logError("the console did not open", error));
preloadNotify();
/** Time in ms when a link was tapped before the app runs: the browser itself follows it. */
let linkTappedAt = Number.NEGATIVE_INFINITY;
window.addEventListener("click", ({ target }) => {
  if (target instanceof Element && target.closest("a[href]") !== null) linkTappedAt = performance.now();
});
storeInviteCode(window.location.search);

function Root() {
  // After the effects of the page, which open its cart.
  useEffect(replayEarlyTap, []);
  return <App root={root} />;
}

/** Waits for the first page's code, so that the server-rendered page stays until it can be replaced. */
async function start(): Promise<void> {
  const { pathname, search } = window.location;
  const firstPage = h5Routes.find(({ path }) => matchPath(path, pathname) !== null)?.lazyPage;
  try {
    if (!pathname.startsWith("/admin")) await firstPage?.preload();
  } catch {
    // WebKit fails all that is loading as soon as a link is followed; reloading would cancel that.
    const isLeaving = performance.now() - linkTappedAt < leaveTimeoutMs;
    // Without a server-rendered page the failure occurs again, with a retry button, when the app renders.
    if (ssrPayload) return void ((!isLeaving && reloadOnce()) || setTimeout(start, retryDelayMs));
  }
  const canHydrate =
    ssrPayload !== null &&
    (await isPrepared(firstPage?.hydrateData(root, search, pathname))) &&
    isAtRenderedPage(ssrPayload);
  if (!canHydrate) root.completeHydration();
  if (!canHydrate && session.isLoggedIn) await isPrepared(firstPage?.preloadData(root), prefetchTimeoutMs);
  // The token was refused meanwhile: leftover data would show up in the next login.
  if (!session.isLoggedIn) root.resetCustomerStores();
  const container = document.getElementById("root");
  if (container === null) throw new Error("index.html has no #root");
  const app = (
    <StrictMode>
      <BrowserRouter>
        <PushOnce>
          <Root />
        </PushOnce>
      </BrowserRouter>
    </StrictMode>
  );
  // Hydrates in slices, between which a tap is handled; a tap on a part not hydrated yet hydrates it at once.
  // On pages without controls, slices would only delay it.
  if (canHydrate) startTransition(() => void hydrateRoot(container, app, { onRecoverableError }));
  else createRoot(container).render(app);
}

/** Logs a difference from the rendered page, but not when Back came before the first slice: React renders that page anew. */
function onRecoverableError(error: unknown): void {
  if (ssrPayload && isAtRenderedPage(ssrPayload)) logError("hydrating the page failed", error);
}

/**
 * Renders anew, as after an empty document, if the state cannot be prepared as on the server, or not in time.
 */
function isPrepared(work: Promise<void> | undefined, timeoutMs?: number): Promise<boolean> {
  return new Promise((resolve) => {
    Promise.resolve(work).then(
      () => resolve(true),
      () => resolve(false),
    );
    if (timeoutMs !== undefined) setTimeout(resolve, timeoutMs, false);
  });
}

/** A step back to the order's page that does not navigate has found nothing there. */
const stepBackDelayMs = 2_000;

if (returnFromCashier()) setTimeout(start, stepBackDelayMs);
else void start();
