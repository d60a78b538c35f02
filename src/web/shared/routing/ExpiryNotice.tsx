import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { useNavigate } from "react-router-dom";
import { loginRedirectDelayMs } from "#contract/constants.ts";
import { toast } from "../notify.ts";
import type { Session } from "../Session.ts";
import { texts } from "../texts.ts";
import { loginPath } from "./redirectFor.ts";

/** Says that the login has expired and, 1.5 s later, goes to the login page (specification, section 4). Renders nothing. */
export const ExpiryNotice = observer(function ExpiryNotice({ session }: { session: Session }) {
  const navigate = useNavigate();
  const { expiry } = session;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the router's function changes with each path and must not restart the delay
  useEffect(() => {
    if (expiry === null) return;
    toast(texts.expired);
    const timer = setTimeout(() => {
      session.endExpiry();
      // Who was refused before anything was shown has been led there already, with the way back.
      if (expiry === "customer" && window.location.pathname === "/login") return;
      const here = window.location.pathname + window.location.search;
      navigate(expiry === "staff" ? "/admin-login" : loginPath(here), { replace: true });
    }, loginRedirectDelayMs);
    return () => clearTimeout(timer);
  }, [expiry, session]);
  return null;
});
