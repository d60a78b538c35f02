import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { accountEndpoints } from "#contract/account/endpoints.ts";
import { isWechat } from "#web/bridge/environment.ts";
import { toErrorMessage } from "#web/lib/api/ApiError.ts";
import { logError } from "#web/lib/logError.ts";
import { Button } from "#web/ui/Button/Button.tsx";
import { confirm, success, toast } from "#web/ui/notify.ts";
import { RecordRow } from "#web/ui/RecordRow/RecordRow.tsx";
import { useStore, useStores } from "../../../app/useStores.ts";
import { userStore } from "../../auth/UserStore.ts";
import { takeWechatAuthResult } from "../../auth/WechatAuthSession.ts";
import { wechatStore } from "../../auth/WechatStore.ts";
import { wechatBindingMessages as messages } from "../accountDataMessages.ts";
import { profileMessages } from "../messages.ts";

interface WechatRowProps {
  /** Called after WeChat was unbound, which ended the other sessions. */
  onChanged: () => void;
}

/** Row that says whether WeChat is bound, and binds or unbinds it; an account without a number keeps it. */
export const WechatRow = observer(function WechatRow({ onChanged }: WechatRowProps) {
  const store = useStore(userStore);
  const wechat = useStore(wechatStore);
  const { api } = useStores();
  useEffect(() => {
    const outcome = takeWechatAuthResult("profile");
    if (outcome === "done") success(messages.bound);
    else if (outcome !== null) toast(profileMessages.wechatProfileProblems[outcome]);
  }, []);
  const { user } = store;
  if (user === undefined) return null;
  const inWechat = isWechat(navigator.userAgent);
  const bind = () => {
    wechat.startAuthorization({ purpose: "profile", target: "/account" }).catch((error: unknown) => {
      logError("binding WeChat failed", error);
      toast(toErrorMessage(error, profileMessages.wechatProfileProblems.failed));
    });
  };
  const unbind = async () => {
    if (!(await confirm({ message: messages.unbindQuestion, confirmText: messages.unbind }))) return;
    try {
      await api.call(accountEndpoints.unbindWechat);
      await store.load();
      success(messages.unbindDone);
      onChanged();
    } catch (error) {
      logError("unbinding WeChat failed", error);
      toast(toErrorMessage(error, messages.unbindFailed));
    }
  };
  const button = (label: string, onPress: () => void) => (
    <Button variant="plain" size="small" onPress={onPress}>
      {label}
    </Button>
  );
  const canUnbind = user.has_wechat && user.phone !== null;
  const action = canUnbind
    ? button(messages.unbind, () => void unbind())
    : !user.has_wechat && inWechat
      ? button(messages.bind, bind)
      : "";
  const notes = [
    user.has_wechat ? messages.bound : messages.unbound,
    user.has_wechat && user.phone === null ? messages.needsPhone : "",
  ];
  return <RecordRow title={messages.title} notes={notes} value={action} />;
});
