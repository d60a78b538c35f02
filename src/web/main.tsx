import "./shared/ui/theme.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter, matchPath } from "react-router-dom";
import { landing } from "./bridge/landing.ts";
import { rememberInvite } from "./h5/rememberInvite.ts";
import { h5Routes } from "./h5/routes.tsx";
import { Sections } from "./Sections.tsx";
import { ApiClient } from "./shared/api/ApiClient.ts";
import { warmNotify } from "./shared/notify.ts";
import { Session } from "./shared/Session.ts";

const session = new Session();
session.restore();
const api = new ApiClient({ tokenFor: session.tokenFor, onUnauthenticated: session.expire });
// WeChat on iOS checks its permissions against this address, which the router is about to change.
landing.url = window.location.href;
warmNotify();
rememberInvite(window.location.search);

/** Waits for the first page's code, so that the static shell stays until there is something to show instead. */
async function start(): Promise<void> {
  const { pathname } = window.location;
  const first = h5Routes.find(({ path }) => matchPath(path, pathname) !== null);
  // A failure shows again, with a way on, when the page is rendered.
  if (!pathname.startsWith("/admin")) await first?.code.preload().catch(() => undefined);
  const place = document.getElementById("root");
  if (place === null) throw new Error("index.html has no #root");
  createRoot(place).render(
    <StrictMode>
      <BrowserRouter>
        <Sections api={api} session={session} />
      </BrowserRouter>
    </StrictMode>,
  );
}

void start();
