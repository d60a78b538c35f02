import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import { isWechat } from "#web/bridge/environment.ts";
import { messageOf } from "#web/shared/api/ApiError.ts";
import { logFailure } from "#web/shared/log.ts";
import { success, toast } from "#web/shared/notify.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { takeOutcome } from "../features/user/WechatTrip.ts";
import { messages } from "../messages.ts";
import { userStore } from "../stores/UserStore.ts";
import { wechatStore } from "../stores/WechatStore.ts";
import { useStore } from "../useStores.ts";
import { BindPhoneSheet } from "./BindPhoneSheet.tsx";
import styles from "./ProfilePage.module.css";

const words = messages.profile;

/** What is still missing: the phone number of somebody who came by WeChat, and inside WeChat its name and picture. */
export const ProfilePageLinking = observer(function ProfilePageLinking() {
  const { user } = useStore(userStore);
  const fetchProfile = useWechatProfile();
  const [isBinding, setIsBinding] = useState(false);
  if (user === undefined) return null;
  const canFetch = isWechat(navigator.userAgent) && user.avatar === null;
  return (
    <div className={styles.linking}>
      {canFetch && (
        <Button look="plain" size="small" onPress={fetchProfile}>
          {words.wechatProfile}
        </Button>
      )}
      {user.phone === null && (
        <Button look="plain" size="small" onPress={() => setIsBinding(true)}>
          {words.bindPhone}
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

/** Asks WeChat for name and picture, by a tap only: a page that asks on its own is shown without its functions. */
function useWechatProfile(): () => void {
  const wechat = useStore(wechatStore);
  useEffect(() => {
    const outcome = takeOutcome("profile");
    if (outcome === "done") success(messages.common.updateDone);
    else if (outcome !== null) toast(words.wechatProfileProblems[outcome]);
  }, []);
  return () => {
    wechat.depart({ purpose: "profile", target: "/profile" }).catch((error: unknown) => {
      logFailure("asking WeChat for the profile failed", error);
      toast(messageOf(error, words.wechatProfileProblems.failed));
    });
  };
}
