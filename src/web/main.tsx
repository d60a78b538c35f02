import "./shared/ui/theme.css";
import { StrictMode, startTransition, useEffect } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter, matchPath } from "react-router-dom";
import { storeDebugSignature } from "./bridge/debugSignature.ts";
import { landing } from "./bridge/landing.ts";
import { stepBackFromCashier } from "./h5/features/payment/paymentTrip.ts";
import { rememberInvite } from "./h5/inviteCode.ts";
import { RootStore } from "./h5/RootStore.ts";
import { h5Routes } from "./h5/routes.tsx";
import { hideChoice } from "./h5/stores/expiredChoice.ts";
import { Sections } from "./Sections.tsx";
import { pressTapped, readSentPage } from "./sentPage.ts";
import { ApiClient } from "./shared/api/ApiClient.ts";
import { fetchOrTake } from "./shared/api/earlyCall.ts";
import { logFailure } from "./shared/log.ts";
import { warmNotify } from "./shared/notify.ts";
import { reloadOnce } from "./shared/routing/reloadOnce.ts";
import { Session } from "./shared/Session.ts";

/** A page that is on the screen already waits for the network as long as it takes. */
const retryMs = 4_000;
/** An answer that comes so soon is worth more than a skeleton before it. */
const patienceMs = 250;

const sent = readSentPage();
// Answers are kept for one login; where they cannot be removed now, the next one cannot read them.
const session = new Session(() => {
  hideChoice();
  import("./h5/stores/ownAnswer.ts").then((m) => m.forgetOwnAnswers()).catch(() => undefined);
});
const { tokenFor, expire, isExpiring } = session;
const api = new ApiClient({
  tokenFor,
  onUnauthenticated: expire,
  isExpiring,
  kept: sent?.answers,
  fetch: fetchOrTake,
});
const root = new RootStore(api, session, sent);
root.later(session.restore);
// WeChat on iOS checks its permissions against this address, which the router is about to change.
landing.url = window.location.href;
// On staff's pages it would show what opens the head office.
const debugMark = storeDebugSignature();
if (debugMark !== null && !window.location.pathname.startsWith("/admin"))
  import("./h5/features/debug/restoreDebugConsole.ts")
    .then((m) => m.restoreDebugConsole(root, debugMark))
    .catch((error: unknown) => logFailure("the console did not open", error));
warmNotify();
rememberInvite(window.location.search);

function App() {
  // After the effects of the page, which open its cart.
  useEffect(pressTapped, []);
  return <Sections root={root} />;
}

/** Waits for the first page's code, so that what the server sent stays until there is something to show instead. */
async function start(): Promise<void> {
  const { pathname, search } = window.location;
  const first = h5Routes.find(({ path }) => matchPath(path, pathname) !== null)?.code;
  try {
    if (!pathname.startsWith("/admin")) await first?.preload();
  } catch {
    // Without a page of the server the failure shows again, with a way on, when the app is rendered.
    if (sent) return void (reloadOnce() || setTimeout(start, retryMs));
  }
  const isWhole = sent !== null && (await isPrepared(first?.prepare(root, search)));
  if (!isWhole && session.isLoggedIn) await isPrepared(first?.begin(root), patienceMs);
  // Refused meanwhile: what it left behind would greet the next login.
  if (!session.isLoggedIn) root.forgetCustomer();
  const place = document.getElementById("root");
  if (place === null) throw new Error("index.html has no #root");
  const app = (
    <StrictMode>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </StrictMode>
  );
  // In slices, between which a tap is answered; a tap on what is not taken over yet has it taken over at once. Where there
  // is nothing to tap, slices would only make it come later.
  if (isWhole) startTransition(() => void hydrateRoot(place, app));
  else createRoot(place).render(app);
}

/** What cannot be prepared as the server did it, or in time, is made anew, as after an empty document. */
function isPrepared(work: Promise<void> | undefined, mostMs?: number): Promise<boolean> {
  return new Promise((resolve) => {
    Promise.resolve(work).then(
      () => resolve(true),
      () => resolve(false),
    );
    if (mostMs !== undefined) setTimeout(resolve, mostMs, false);
  });
}

/** A step back to the order's page that does not lead away has found nothing there. */
const stepBackMs = 2_000;

if (stepBackFromCashier()) setTimeout(start, stepBackMs);
else void start();
