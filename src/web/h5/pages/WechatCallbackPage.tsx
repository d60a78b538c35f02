import { useCallback, useEffect, useState } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { logFailure } from "#web/shared/log.ts";
import { loginPath } from "#web/shared/routing/redirectFor.ts";
import { ContinueLogin } from "../features/user/ContinueLogin.tsx";
import { WechatWait } from "../features/user/WechatWait.tsx";
import { messages } from "../messages.ts";
import { type Arrival, wechatStore } from "../stores/WechatStore.ts";
import { useStore } from "../useStores.ts";

type Unknown = Extract<Arrival, { kind: "unknown" }>;

let hasArrived = false;

/**
 * `/wechat-callback`: takes in what WeChat's page came back with, and goes on to where the customer wanted to go. A
 * return that the device knows nothing of logs in after a tap only.
 */
export function WechatCallbackPage() {
  const wechat = useStore(wechatStore);
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const [unknown, setUnknown] = useState<Unknown | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const follow = useCallback(
    (arrival: Arrival) => {
      if (arrival.kind === "unknown") setUnknown(arrival);
      else if (arrival.kind === "inside") navigate(arrival.target, { replace: true });
    },
    [navigate],
  );
  useEffect(() => {
    // One document is one return; development mounts every page twice.
    if (hasArrived) return;
    hasArrived = true;
    void wechat.arrive(query).then(follow);
  }, [wechat, query, follow]);
  useEffect(() => {
    // A webview that leads Back into this page, as it was left, sees what came of it and not a wait without an end.
    const restored = (event: PageTransitionEvent) => {
      if (event.persisted) window.location.reload();
    };
    window.addEventListener("pageshow", restored);
    return () => window.removeEventListener("pageshow", restored);
  }, []);
  if (unknown === null) return <WechatWait text={messages.auth.wechatFinishing} />;
  const leaveForPhone = () => navigate(`${loginPath(unknown.target)}&wechat=refused`, { replace: true });
  const continueLogin = async () => {
    setIsBusy(true);
    try {
      follow(await wechat.continueLogin(unknown));
    } catch (error) {
      logFailure("WeChat's login did not start", error);
      navigate(`${loginPath(unknown.target)}&wechat=failed`, { replace: true });
    }
  };
  return <ContinueLogin isBusy={isBusy} onContinue={() => void continueLogin()} onOther={leaveForPhone} />;
}
