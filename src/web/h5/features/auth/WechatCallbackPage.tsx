import { useCallback, useEffect, useState } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { logError } from "#web/lib/logError.ts";
import { loginPath } from "#web/lib/routing/redirectFor.ts";
import { useStore } from "../../app/useStores.ts";
import { ContinueLogin } from "./components/ContinueLogin.tsx";
import { WechatLoading } from "./components/WechatLoading.tsx";
import { authMessages } from "./messages.ts";
import { type AuthorizationOutcome, wechatStore } from "./WechatStore.ts";

type UnknownLogin = Extract<AuthorizationOutcome, { kind: "unknown" }>;

let isHandled = false;

/**
 * `/wechat-callback`: handles the redirect from WeChat's page and continues to the target page. A redirect
 * unknown to this device logs in only after a tap.
 */
export function WechatCallbackPage() {
  const wechat = useStore(wechatStore);
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const [unknownLogin, setUnknownLogin] = useState<UnknownLogin | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const handleOutcome = useCallback(
    (outcome: AuthorizationOutcome) => {
      if (outcome.kind === "unknown") setUnknownLogin(outcome);
      else if (outcome.kind === "inside") navigate(outcome.target, { replace: true });
    },
    [navigate],
  );
  useEffect(() => {
    // Handle once per document; development mounts every page twice.
    if (isHandled) return;
    isHandled = true;
    void wechat.completeAuthorization(query).then(handleOutcome);
  }, [wechat, query, handleOutcome]);
  useEffect(() => {
    // A webview that goes Back to this page from its cache shows the result and not an endless wait.
    const restored = (event: PageTransitionEvent) => {
      if (event.persisted) window.location.reload();
    };
    window.addEventListener("pageshow", restored);
    return () => window.removeEventListener("pageshow", restored);
  }, []);
  if (unknownLogin === null) return <WechatLoading text={authMessages.wechatFinishing} />;
  const usePhoneLogin = () => navigate(`${loginPath(unknownLogin.target)}&wechat=refused`, { replace: true });
  const continueLogin = async () => {
    setIsBusy(true);
    try {
      handleOutcome(await wechat.continueLogin(unknownLogin));
    } catch (error) {
      logError("WeChat's login did not start", error);
      navigate(`${loginPath(unknownLogin.target)}&wechat=failed`, { replace: true });
    }
  };
  return <ContinueLogin isBusy={isBusy} onContinue={() => void continueLogin()} onOther={usePhoneLogin} />;
}
