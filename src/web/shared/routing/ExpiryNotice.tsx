import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { useNavigate } from "react-router-dom";
import { loginRedirectDelayMs } from "#contract/constants.ts";
import { toast } from "../notify.ts";
import type { Session } from "../Session.ts";
import { texts } from "../texts.ts";
import { loginPath, staffLoginPath } from "./redirectFor.ts";

const loginPages = { customer: /^\/login([/?#]|$)/, staff: /^\/admin[/-]login([/?#]|$)/ };

/** The way on does not wait longer than this for a message that cannot be shown. */
const longestMessageMs = 3_000;

/** Says that the login has expired and, once that was to be read for 1.5 s, goes to the login page. Renders nothing. */
export const ExpiryNotice = observer(function ExpiryNotice({ session }: { session: Session }) {
  const navigate = useNavigate();
  const { expiry } = session;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the router's function changes with each path and must not restart the delay
  useEffect(() => {
    if (expiry === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOn = true;
    const leave = () => {
      const here = window.location.pathname + window.location.search;
      session.endExpiry();
      // A login page that was opened meanwhile has its own way back.
      if (loginPages[expiry].test(here)) return;
      navigate(expiry === "staff" ? staffLoginPath(here) : loginPath(here), { replace: true });
    };
    void shownMessage().then(() => {
      if (isOn) timer = setTimeout(leave, loginRedirectDelayMs);
    });
    return () => {
      isOn = false;
      clearTimeout(timer);
    };
  }, [expiry, session]);
  return null;
});

/** Shows the message; resolves when it can be read, or when that takes too long. */
function shownMessage(): Promise<unknown> {
  return Promise.race([
    toast(texts.expired),
    new Promise((resolve) => setTimeout(resolve, longestMessageMs)),
  ]);
}
