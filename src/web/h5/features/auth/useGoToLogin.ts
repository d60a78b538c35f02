import { useCallback } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { isWechat } from "#web/bridge/environment.ts";
import { loginPath } from "#web/lib/routing/redirectFor.ts";

/** State of the login page's history entry: the login's target page is the entry below. */
export interface LoginEntry {
  isTargetBelow: true;
}

/**
 * Goes to the login and from there back to a path. Neither the login nor a second copy of this page stays in
 * the history: the login goes back to this page, or inside WeChat, where WeChat's page lies between, replaces
 * it.
 */
export function useGoToLogin(): (target: string) => void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const currentPath = pathname + search;
  return useCallback(
    (target) => {
      const entry: LoginEntry = { isTargetBelow: true };
      if (target !== currentPath) navigate(loginPath(target));
      else if (isWechat(navigator.userAgent)) navigate(loginPath(target), { replace: true });
      else navigate(loginPath(target), { state: entry });
    },
    [navigate, currentPath],
  );
}
