import { useCallback, useEffect, useLayoutEffect, useState } from "react";
import { logError } from "#web/lib/logError.ts";
import { useStore } from "../../app/useStores.ts";
import { userStore } from "./UserStore.ts";
import type { WechatAuthResult } from "./WechatAuthSession.ts";
import { wechatStore } from "./WechatStore.ts";

/** Timeout for WeChat's page to appear (ms). */
const leaveTimeoutMs = 10_000;

interface WechatLogin {
  /** True while the page is about to be left for WeChat's. */
  isLeaving: boolean;
  start: () => void;
}

/**
 * WeChat login. Inside WeChat it starts by itself, once per visit; `problem` is the reason for having
 * returned with nothing. Any failure shows the login by SMS.
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
    // A snapshot page becomes a full one under the same URL, as a new visit: then the login may start again.
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
    // The customer went back from WeChat's page, and this page was restored from the cache.
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
