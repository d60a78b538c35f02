import { useCallback, useEffect, useLayoutEffect, useState } from "react";
import { logError } from "#web/lib/logError.ts";
import { useStore } from "../../app/useStores.ts";
import { userStore } from "./UserStore.ts";
import type { WechatAuthResult } from "./WechatAuthSession.ts";
import { wechatStore } from "./WechatStore.ts";

/** How long WeChat's page may take to appear. */
const leaveTimeoutMs = 10_000;

interface WechatLogin {
  /** The page is about to be left for WeChat's. */
  isLeaving: boolean;
  start: () => void;
}

/**
 * The way to WeChat's login. Inside WeChat it starts by itself, once a visit; `problem` says that it has come back with
 * nothing. Whatever goes wrong, the login by SMS is shown.
 */
export function useWechatLogin(target: string, problem: WechatAuthResult | null): WechatLogin {
  const user = useStore(userStore);
  const wechat = useStore(wechatStore);
  const [isLeaving, setIsLeaving] = useState(false);
  const start = useCallback(() => {
    setIsLeaving(true);
    wechat.startAuthorization({ purpose: "login", target }).catch((error: unknown) => {
      logError("WeChat's login did not start", error);
      setIsLeaving(false);
    });
  }, [wechat, target]);
  useLayoutEffect(() => {
    // A snapshot page becomes a whole one under the same address, as a new visit: then the way is open again.
    const canAutoLogin = problem === null || problem === "snapshot";
    if (canAutoLogin && user.loginType === "wechat" && wechat.tryAutoLogin(problem !== null)) start();
    else if (problem !== null) user.markWechatFailed();
  }, [user, wechat, problem, start]);
  useEffect(() => {
    if (!isLeaving) return;
    const giveUp = () => {
      user.markWechatFailed();
      setIsLeaving(false);
    };
    const timer = setTimeout(giveUp, leaveTimeoutMs);
    // Somebody has come back from WeChat's page, and the page stands as it was left.
    const restored = (event: PageTransitionEvent) => {
      if (event.persisted) setIsLeaving(false);
    };
    window.addEventListener("pageshow", restored);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("pageshow", restored);
    };
  }, [isLeaving, user]);
  return { isLeaving, start };
}
