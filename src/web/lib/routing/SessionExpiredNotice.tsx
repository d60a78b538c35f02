import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { useNavigate } from "react-router-dom";
import { loginRedirectDelayMs } from "#contract/constants.ts";
import { commonMessages } from "../commonMessages.ts";
import type { Session } from "../session/Session.ts";
import { loginPath, staffLoginPath } from "./redirectFor.ts";

const loginPages = { customer: /^\/login([/?#]|$)/, staff: /^\/admin[/-]login([/?#]|$)/ };

/** Maximum delay of the redirect for a message that cannot be shown. */
const maxMessageDelayMs = 3_000;

interface SessionExpiredNoticeProps {
  session: Session;
  /** Shows a short text; resolves when it is visible. */
  toast: (text: string) => Promise<void>;
}

/**
 * Shows that the login has expired and, after the message was visible for 1.5 s, redirects to the login page.
 * Renders nothing.
 */
export const SessionExpiredNotice = observer(function SessionExpiredNotice({
  session,
  toast,
}: SessionExpiredNoticeProps) {
  const navigate = useNavigate();
  const { expiredPrincipal } = session;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path must not restart the delay
  useEffect(() => {
    if (expiredPrincipal === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isActive = true;
    const goToLogin = () => {
      const currentPath = window.location.pathname + window.location.search;
      session.clearExpired();
      // A login page opened meanwhile has its own redirect.
      if (loginPages[expiredPrincipal].test(currentPath)) return;
      navigate(expiredPrincipal === "staff" ? staffLoginPath(currentPath) : loginPath(currentPath), {
        replace: true,
      });
    };
    void showMessage(toast).then(() => {
      if (isActive) timer = setTimeout(goToLogin, loginRedirectDelayMs);
    });
    return () => {
      isActive = false;
      clearTimeout(timer);
    };
  }, [expiredPrincipal, session]);
  return null;
});

/** Shows the message; resolves when it is visible, or when that takes too long. */
function showMessage(toast: SessionExpiredNoticeProps["toast"]): Promise<unknown> {
  return Promise.race([
    toast(commonMessages.expired),
    new Promise((resolve) => setTimeout(resolve, maxMessageDelayMs)),
  ]);
}
