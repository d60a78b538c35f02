import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import { isWechat } from "#web/bridge/environment.ts";
import { toErrorMessage } from "#web/lib/api/ApiError.ts";
import { logError } from "#web/lib/logError.ts";
import { Button } from "#web/ui/Button/Button.tsx";
import { success, toast } from "#web/ui/notify.ts";
import { appMessages } from "../../../app/messages.ts";
import { useStore, useStores } from "../../../app/useStores.ts";
import { userStore } from "../../auth/UserStore.ts";
import { takeWechatAuthResult } from "../../auth/WechatAuthSession.ts";
import { wechatStore } from "../../auth/WechatStore.ts";
import { requestConsent } from "../../legal/requestConsent.ts";
import { profileMessages } from "../messages.ts";
import styles from "../ProfilePage.module.css";
import { useConsentForPhone } from "../useConsentForPhone.ts";
import { BindPhoneSheet } from "./BindPhoneSheet.tsx";

/**
 * Missing account data: the phone number of a WeChat customer, and inside WeChat the nickname and picture.
 */
export const LinkAccountSection = observer(function LinkAccountSection() {
  const { user } = useStore(userStore);
  const askConsent = useConsentForPhone();
  const fetchProfile = useWechatProfile();
  const [isBinding, setIsBinding] = useState(false);
  const inWechat = isWechat(navigator.userAgent);
  // A new customer from WeChat lacks something in most cases: keep the row free, so that nothing moves.
  if (user === undefined) return inWechat ? <div className={styles.linkingPlace} /> : null;
  const canFetch = inWechat && user.avatar === null;
  return (
    <div className={styles.linking}>
      {canFetch && (
        <Button variant="plain" size="small" onPress={fetchProfile}>
          {profileMessages.wechatProfile}
        </Button>
      )}
      {user.phone === null && (
        <Button variant="plain" size="small" onPress={() => askConsent(() => setIsBinding(true))}>
          {profileMessages.bindPhone}
        </Button>
      )}
      <BindPhoneSheet
        open={isBinding}
        onClose={() => setIsBinding(false)}
        onDone={() => setIsBinding(false)}
      />
    </div>
  );
});

/**
 * Requests nickname and picture from WeChat, by a tap only: a page that requests them by itself is shown
 * without its functions.
 */
function useWechatProfile(): () => void {
  const root = useStores();
  const wechat = useStore(wechatStore);
  useEffect(() => {
    const outcome = takeWechatAuthResult("profile");
    if (outcome === "done") success(appMessages.updateDone);
    else if (outcome !== null) toast(profileMessages.wechatProfileProblems[outcome]);
  }, []);
  return () => {
    const start = async () => {
      if (await requestConsent(root))
        await wechat.startAuthorization({ purpose: "profile", target: "/profile" });
    };
    start().catch((error: unknown) => {
      logError("asking WeChat for the profile failed", error);
      toast(toErrorMessage(error, profileMessages.wechatProfileProblems.failed));
    });
  };
}
